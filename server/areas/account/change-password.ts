import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { newPassword } from '#contract/session/password.ts'
import {
  endOthers,
  hashPassword,
  isCommon,
  passwordLetter,
  requireSession,
  tooMany,
} from '#server/areas/session/public.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'

/** Changes an hour. */
const mostChanges = 20

/** Returns what is wrong with a new password; a valid one ends the other sessions. */
export async function changePassword(ctx: Ctx, { body }: Parsed<'changePassword'>) {
  const error = faultOf(body)
  if (error) return { error }
  const { login_id, vendor_id, email } = ctx.who
  if (!(await withinLimit(ctx.db, `new password of ${login_id}`, mostChanges, 3600))) throw tooMany()
  const password_hash = await hashPassword(body.change)
  await write(ctx, async (tx, logActivity) => {
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
  })
  return {}
}

function faultOf({ change, verify }: Parsed<'changePassword'>['body']): string | undefined {
  if (change !== verify) return messages.passwordsDiffer
  return newPassword.safeParse(change).error?.issues[0]?.message ?? isCommon(change)
}
