import type { Parsed } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { effectsOfLeaving, endWhatRuns } from './ending.ts'
import { knownStaff, lockStaff, refuseLosingAdmin, type KnownStaff } from './known-staff.ts'
import { staffDisabledLetter } from './letters.ts'

/** Previews `disableStaff` with the code that performs it; refused whenever that would be. */
export const weighDisabling = async (ctx: Ctx, { params }: Parsed<'weighDisabling'>) =>
  effectsOfDisabling(ctx, ctx.db, await knownStaff(ctx.db, params.login_id))

/** From now on nothing is done in this name (docs/domain/staff.md, Disabling). */
export const disableStaff = (ctx: Ctx, { params, body }: Parsed<'disableStaff'>) =>
  write(ctx, async (tx, logActivity) => {
    const login = await lockStaff(ctx, tx, params.login_id)
    const effects = await effectsOfDisabling(ctx, tx, login)
    // a sign-in that is in progress holds the login until its session is open, and is then seen below
    await tx
      .updateTable('login')
      .set({
        disabled_tm: sql<string>`now()`,
        disabled_by_name: ctx.who.name,
        disabled_reason: body.reason,
      })
      .where('login_id', '=', login.login_id)
      .execute()
    await endWhatRuns(ctx, tx, login)
    await logActivity({
      type: 'staff.disable',
      entity: 'login',
      entity_id: login.login_id,
      message: `Login of ${login.name} (${login.email}) disabled`,
      reason: body.reason,
    })
    await ctx.mail.write(tx, { recipient: login.email, ...staffDisabledLetter(ctx.who.name) })
    return effects
  })

async function effectsOfDisabling(ctx: Ctx, db: Db, login: KnownStaff) {
  await refuseLosingAdmin(ctx, db, login)
  if (login.disabled_tm !== null) throw conflict('This login is already disabled')
  return effectsOfLeaving(db, login)
}
