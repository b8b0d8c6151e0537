import type { Parsed } from '#contract/index.ts'
import { roleNames, type StaffRole } from '#contract/staff/roles.ts'
import { loginTaken } from '#contract/vendors/logins.ts'
import { holdAddress, tooMany } from '#server/areas/session/public.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { makeStaffInvitation } from './invitation.ts'
import { holdCaller } from './known-staff.ts'
import { staffInvitationLetter } from './letters.ts'

/** Invitations that an admin may send per hour. */
export const mostStaffInvitations = 60

/** Invites somebody to join staff, by a link sent to that address only (docs/domain/staff.md, Invitations). */
export async function inviteStaff(ctx: Ctx, { body }: Parsed<'inviteStaff'>) {
  await limitInvitations(ctx)
  return write(ctx, async (tx, logActivity) => {
    await holdCaller(ctx, tx)
    const { staff_invitation_id, expires_tm } = await sendStaffInvitation(ctx, tx, body)
    await logActivity({
      type: 'staff.invite',
      entity: 'staff_invitation',
      entity_id: staff_invitation_id,
      message: `${body.email} invited to join staff as ${roleNames[body.role]}`,
    })
    return { expires_tm }
  })
}

export async function limitInvitations({ db, who }: Ctx): Promise<void> {
  if (!(await withinLimit(db, `staff invitations by ${who.login_id}`, mostStaffInvitations, 3600)))
    throw tooMany()
}

/** The link goes to the invited address and nowhere else. An address that has a login isn’t invited. */
export async function sendStaffInvitation(
  { who, mail }: Ctx,
  tx: Tx,
  { email, role }: { email: string; role: StaffRole },
) {
  await holdAddress(tx, email)
  if (await hasLogin(tx, email)) throw invalid({ email: loginTaken })
  const { path, ...invitation } = await makeStaffInvitation(tx, { email, role, by: who })
  await mail.write(tx, { recipient: email, ...staffInvitationLetter(who.name, role, path) })
  return invitation
}

export const hasLogin = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('login')
    .select('login_id')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()) !== undefined
