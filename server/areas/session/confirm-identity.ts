import type { Parsed } from '#contract/index.ts'
import { proofNeeded } from '#contract/session/identity.ts'
import { passkeyWrong } from '#contract/session/passkeys.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { noteFailure } from './failed-sign-in.ts'
import { ownerOfPasskey } from './passkeys/verify-passkey.ts'
import { requirePassword } from './passwords/own-password.ts'
import { admitCode, useCode } from './second-factor/second-factor.ts'
import { requireSession, setFresh, setTwoStep } from './sessions.ts'

/** Makes the session's sign-in fresh again, by the password, a code or a passkey. */
export async function confirmIdentity(ctx: Ctx, { body }: Parsed<'confirmIdentity'>): Promise<void> {
  const { password, code, passkey } = body
  if (!password && !code && !passkey) throw invalid({ password: proofNeeded }, proofNeeded)
  if (password) {
    await requirePassword(ctx, password)
    return write(ctx, async (tx) => {
      await requireSession(ctx, tx)
      await setFresh(ctx, tx)
    })
  }
  const wasRight = await admitCode(ctx.db, ctx.who.login_id, 'session')
  await write(ctx, async (tx) => {
    await requireSession(ctx, tx)
    await (code ? requireCode(ctx, tx, code) : requirePasskey(ctx, tx, passkey))
    await setTwoStep(ctx, tx)
  })
  await wasRight()
}

async function requireCode(ctx: Ctx, tx: Tx, code: string): Promise<void> {
  if (await useCode(ctx, tx, ctx.who.login_id, code)) return
  noteFailure(ctx, ctx.who)
  throw invalid({ code: codeWrong }, codeWrong)
}
async function requirePasskey(ctx: Ctx, tx: Tx, passkey: string): Promise<void> {
  if ((await ownerOfPasskey(ctx, tx, passkey)) !== ctx.who.login_id)
    throw invalid({ passkey: passkeyWrong }, passkeyWrong)
}
