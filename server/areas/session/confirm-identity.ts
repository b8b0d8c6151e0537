import type { Parsed } from '#contract/index.ts'
import { proofNeeded } from '#contract/session/identity.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { requirePassword } from './passwords/own-password.ts'
import { admitCode, useCode } from './second-factor/second-factor.ts'
import { requireSession } from './sessions.ts'

/** Makes the session's sign-in fresh again, by the password or a code. */
export async function confirmIdentity(ctx: Ctx, { body }: Parsed<'confirmIdentity'>): Promise<void> {
  const { login_id } = ctx.who
  if (!body.password && !body.code) throw invalid({ password: proofNeeded }, proofNeeded)
  if (body.password) await requirePassword(ctx, body.password)
  const codeWasRight = body.password ? undefined : await admitCode(ctx.db, login_id)
  await write(ctx, async (tx) => {
    await requireSession(ctx, tx)
    if (!body.password && !(await useCode(ctx, tx, login_id, body.code)))
      throw invalid({ code: codeWrong }, codeWrong)
    await refreshSession(ctx, tx)
  })
  await codeWasRight?.()
}

export const refreshSession = ({ req }: Pick<Ctx, 'req'>, tx: Tx) =>
  tx
    .updateTable('session')
    .set({ fresh_tm: sql`now()` })
    .where('token_hash', '=', sha256(req.sessionToken ?? ''))
    .execute()
