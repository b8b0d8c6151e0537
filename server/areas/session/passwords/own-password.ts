import { passwordWrong } from '#contract/session/password.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { takeBackHit, withinLimit, type Ctx } from '#server/platform/services.ts'
import { isPassword, tooMany } from './passwords.ts'

export const triesOfPassword = 10

/** Whether this is the password of whoever uses the open session; wrong ones count. */
export async function isOwnPassword({ db, who }: Ctx, password: string): Promise<boolean> {
  const tries = `password of ${who.login_id}`
  if (!(await withinLimit(db, tries, triesOfPassword, 300))) throw tooMany()
  const login = await db
    .selectFrom('login')
    .select('password_hash')
    .where('login_id', '=', who.login_id)
    .executeTakeFirst()
  if (!(await isPassword(password, login?.password_hash))) return false
  await takeBackHit(db, tries)
  return true
}

/** Whoever uses an open session proves that they signed in. */
export async function requirePassword(ctx: Ctx, password: string): Promise<void> {
  if (!(await isOwnPassword(ctx, password))) throw invalid({ password: passwordWrong }, passwordWrong)
}
