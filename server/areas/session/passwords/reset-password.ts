import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { networkOf } from '#server/platform/network.ts'
import { record, withinLimit, type Ctx } from '#server/platform/services.ts'
import { rememberBrowser } from '../known-browser.ts'
import { resetDoneLetter } from '../letters.ts'
import { hashPassword, ownerOf, refuseWeak, tooMany } from './passwords.ts'

/**
 * Uses up every link of the account that a valid link belongs to; undefined if the link isn't valid any
 * more.
 */
async function useUp(tx: Tx, tokenHash: Buffer): Promise<number | undefined> {
  // if two links are used at once, the account's row lets one through
  const owner = await tx
    .selectFrom('login')
    .select('login_id')
    .where('disabled_tm', 'is', null)
    .where('login_id', '=', (e) =>
      e.selectFrom('password_reset').select('login_id').where('token_hash', '=', tokenHash),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner) return undefined
  const good = await tx
    .selectFrom('password_reset')
    .select('login_id')
    .where('token_hash', '=', tokenHash)
    .where('used_tm', 'is', null)
    .where(sql<boolean>`expires_tm > now()`)
    .executeTakeFirst()
  if (!good) return undefined
  await sql`
    update password_reset set used_tm = now()
    where login_id = ${owner.login_id} and used_tm is null`.execute(tx)
  return owner.login_id
}

/** Sets the password, uses up the account's links, and ends every session of the account. */
export async function resetPassword(ctx: Ctx, { params, body }: Parsed<'resetPassword'>) {
  if (!(await withinLimit(ctx.db, `reset:${networkOf(ctx.req.ip)}`, 20, 3600))) throw tooMany()
  const owner = await ctx.db
    .selectFrom('password_reset')
    .innerJoin('login', 'login.login_id', 'password_reset.login_id')
    .select(['email', 'role'])
    .where('token_hash', '=', sha256(params.token))
    .executeTakeFirst()
  refuseWeak(body.password, ownerOf(owner))
  const passwordHash = await hashPassword(body.password)
  const email = await ctx.db.transaction().execute(async (tx) => {
    const id = await useUp(tx, sha256(params.token))
    if (id === undefined) return undefined
    const login = await tx
      .updateTable('login')
      // whoever has read this mail also owns the address
      .set({ password_hash: passwordHash, needs_verification: false })
      .where('login_id', '=', id)
      .returning(['vendor_id', 'email'])
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('session').where('login_id', '=', id).execute()
    await ctx.mail.write(tx, { recipient: login.email, ...resetDoneLetter() })
    await record(
      tx,
      {},
      {
        type: 'session.reset',
        vendor_id: login.vendor_id,
        message: `Password of ${login.email} reset by email link`,
      },
    )
    return login.email
  })
  // the browser is the owner's, whoever tries passwords elsewhere
  if (email !== undefined) rememberBrowser(ctx, email)
  return { success: email !== undefined }
}
