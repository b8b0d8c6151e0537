import type { Parsed } from '#contract/index.ts'
import { mayMoveMoney, roleNames, type StaffRole } from '#contract/staff/roles.ts'
import type { StaffEffects } from '#contract/staff/staff.ts'
import type { Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { effectsOfLeaving, endInvitations, noEffects } from './ending.ts'
import {
  knownStaff,
  lockStaff,
  refuseLosingAdmin,
  roleGiven,
  tellAdmins,
  type KnownStaff,
} from './known-staff.ts'
import { staffRoleLetter } from './letters.ts'

/** Previews `changeStaffRole` with the code that performs it; refused whenever that would be. */
export async function weighStaffRole(ctx: Ctx, { params, query }: Parsed<'weighStaffRole'>) {
  const login = await knownStaff(ctx.db, params.login_id)
  return effectsOfRole(ctx, ctx.db, login, query.role)
}

/** Takes effect at the person’s next request (docs/domain/staff.md, Roles). */
export const changeStaffRole = (ctx: Ctx, { params, body }: Parsed<'changeStaffRole'>) =>
  write(ctx, async (tx, logActivity) => {
    const login = await lockStaff(ctx, tx, params.login_id)
    const effects = await effectsOfRole(ctx, tx, login, body.role)
    await tx
      .updateTable('login')
      .set({ role: body.role, ...roleGiven(ctx.who.login_id) })
      .where('login_id', '=', login.login_id)
      .execute()
    if (effects.invitations > 0) await endInvitations(tx, login.login_id)
    await logActivity({
      type: 'staff.role',
      entity: 'login',
      entity_id: login.login_id,
      message: `Role of ${login.name} (${login.email}) changed to ${roleNames[body.role]}`,
      changes: { role: { from: login.role, to: body.role } },
      reason: body.reason,
    })
    await ctx.mail.write(tx, { recipient: login.email, ...staffRoleLetter(ctx.who.name, body.role) })
    if (body.role === 'admin') await tellAdmins(ctx, tx, ctx.who.name, login)
    return effects
  })

/** Only what the new role may no longer do ends. */
async function effectsOfRole(ctx: Ctx, db: Db, login: KnownStaff, role: StaffRole): Promise<StaffEffects> {
  await refuseLosingAdmin(ctx, db, login)
  if (login.role === role) throw conflict(`${login.name} already has the role ${roleNames[role]}`)
  const { invitations, approvals, agreements } = await effectsOfLeaving(db, login)
  return {
    ...noEffects,
    ...(role !== 'admin' && { invitations }),
    ...(!mayMoveMoney(role) && { approvals, agreements }),
  }
}
