import type { Parsed } from '#contract/index.ts'
import { passkeyWrong } from '#contract/session/passkeys.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Ctx } from '#server/platform/services.ts'
import { enter } from '../enter.ts'
import { rememberBrowser } from '../known-browser.ts'
import { admitGuess, ofNetwork } from '../limits.ts'
import { readAccount } from '../who.ts'
import { ownerOfPasskey } from './verify-passkey.ts'

/** Opens a session for the owner of a passkey, which counts as two steps. */
export async function signInWithPasskey(ctx: Ctx, { body }: Parsed<'signInWithPasskey'>) {
  const wasRight = await admitGuess(ctx.db, `passkey from ${networkOf(ctx.req.ip)}`, ofNetwork)
  const login = await ctx.db.transaction().execute(async (tx) => {
    const loginId = await ownerOfPasskey(ctx, tx, body.response)
    const owner = loginId === undefined ? undefined : await lockOwner(tx, loginId)
    if (owner) await enter(ctx, tx, owner, { twoStep: true, by: 'a passkey' })
    return owner
  })
  if (!login) throw new Refusal('login_failed', passkeyWrong)
  await wasRight()
  rememberBrowser(ctx, login.email)
  return readAccount(ctx.db, login.login_id)
}

/** Undefined: the account is deleted, or the login disabled. */
async function lockOwner(tx: Tx, loginId: number) {
  const login = await tx
    .selectFrom('login')
    .innerJoin('vendor', 'vendor.vendor_id', 'login.vendor_id')
    .select(['login_id', 'login.vendor_id', 'email', 'signed_in_tm'])
    .where('login_id', '=', loginId)
    .where('deleted_tm', 'is', null)
    .where('disabled_tm', 'is', null)
    .forNoKeyUpdate('login')
    .executeTakeFirst()
  if (login)
    await tx
      .updateTable('login')
      .set({ signed_in_tm: sql`now()` })
      .where('login_id', '=', loginId)
      .execute()
  return login
}
