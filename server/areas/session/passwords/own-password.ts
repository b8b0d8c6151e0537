import { passwordWrong } from '#contract/session/password.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { noteFailure } from '../failed-sign-in.ts'
import { admitGuess } from '../limits.ts'
import { isPassword } from './passwords.ts'

/** Whether this is the password of whoever uses the open session; wrong ones count, and are noted as failed sign-ins are. */
export async function isOwnPassword(ctx: Ctx, password: string): Promise<boolean> {
  const { db, who } = ctx
  const wasRight = await admitGuess(db, `password of ${who.login_id}`)
  const login = await db
    .selectFrom('login')
    .select('password_hash')
    .where('login_id', '=', who.login_id)
    .executeTakeFirst()
  if (!(await isPassword(password, login?.password_hash))) {
    noteFailure(ctx, who)
    return false
  }
  await wasRight()
  return true
}

/** Whoever uses an open session proves that they signed in. */
export async function requirePassword(ctx: Ctx, password: string): Promise<void> {
  if (!(await isOwnPassword(ctx, password))) throw invalid({ password: passwordWrong }, passwordWrong)
}
