import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { codeNeeded } from '#contract/session/code-needed.ts'
import { currentPasswordNeeded, newPassword, passwordWrong } from '#contract/session/password.ts'
import { codeWrong } from '#contract/session/second-factor.ts'
import {
  admitCode,
  endOthers,
  hashPassword,
  hasSecondFactor,
  faultOfPassword,
  isOwnPassword,
  passwordLetter,
  requireSession,
  tooMany,
  useCode,
} from '#server/areas/session/public.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'

/** Changes an hour. */
const mostChanges = 20

type Body = Parsed<'changePassword'>['body']

/**
 * Returns what is wrong: with the new password, the current one or the code. A right change ends the other
 * sessions.
 */
export async function changePassword(ctx: Ctx, { body }: Parsed<'changePassword'>) {
  const error = faultOf(body, ctx.who)
  if (error) return { error }
  const { login_id } = ctx.who
  if (!(await withinLimit(ctx.db, `new password of ${login_id}`, mostChanges, 3600))) throw tooMany()
  if (!(await isOwnPassword(ctx, body.current_password))) return { error: passwordWrong }
  const needsCode = await hasSecondFactor(ctx.db, login_id)
  if (needsCode && !body.code) return { error: codeNeeded }
  const codeWasRight = needsCode ? await admitCode(ctx.db, login_id, 'session') : undefined
  if (!(await setPassword(ctx, body, needsCode))) return { error: codeWrong }
  await codeWasRight?.()
  return {}
}

/** False: the code isn't valid, and nothing changed. */
async function setPassword(ctx: Ctx, { change, code }: Body, needsCode: boolean): Promise<boolean> {
  const { login_id, vendor_id, email } = ctx.who
  const password_hash = await hashPassword(change)
  return write(ctx, async (tx, logActivity) => {
    if (needsCode && !(await useCode(ctx, tx, login_id, code))) return false
    await tx.updateTable('login').set({ password_hash }).where('login_id', '=', login_id).execute()
    await requireSession(ctx, tx)
    // reset links requested with the old password stop working
    await tx.deleteFrom('password_reset').where('login_id', '=', login_id).execute()
    await endOthers(ctx, tx)
    await ctx.mail.write(tx, { recipient: email, ...passwordLetter() })
    await logActivity({
      type: 'session.password',
      vendor_id,
      message: `${email} changed the password`,
    })
    return true
  })
}

function faultOf({ change, verify, current_password }: Body, who: Ctx['who']): string | undefined {
  if (change !== verify) return messages.passwordsDiffer
  return (
    newPassword.safeParse(change).error?.issues[0]?.message ??
    faultOfPassword(change, who) ??
    (current_password ? undefined : currentPasswordNeeded)
  )
}
