import type { Parsed } from '#contract/index.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockStaff, roleGiven } from './known-staff.ts'
import { staffEnabledLetter } from './letters.ts'

/** The person may sign in again, with the same password and role; what ended stays ended. */
export const enableStaff = (ctx: Ctx, { params, body }: Parsed<'enableStaff'>) =>
  write(ctx, async (tx, logActivity) => {
    const { login_id, name, email, disabled_tm } = await lockStaff(ctx, tx, params.login_id)
    if (disabled_tm === null) throw conflict('This login is already enabled')
    await tx
      .updateTable('login')
      .set({
        disabled_tm: null,
        disabled_by_name: null,
        disabled_reason: null,
        ...roleGiven(ctx.who.login_id),
      })
      .where('login_id', '=', login_id)
      .execute()
    await logActivity({
      type: 'staff.enable',
      entity: 'login',
      entity_id: login_id,
      message: `Login of ${name} (${email}) enabled`,
      reason: body.reason,
    })
    await ctx.mail.write(tx, { recipient: email, ...staffEnabledLetter(ctx.who.name) })
  })
