import type { Parsed } from '#contract/index.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { holdCaller } from './known-staff.ts'
import { limitInvitations, sendStaffInvitation } from './invite-staff.ts'

/** Sends a new link to the invited address; the earlier one stops working. */
export async function resendStaffInvitation(ctx: Ctx, { params }: Parsed<'resendStaffInvitation'>) {
  await limitInvitations(ctx)
  return write(ctx, async (tx, logActivity) => {
    const invitation = await takeInvitation(ctx, tx, params.staff_invitation_id)
    const { staff_invitation_id, expires_tm } = await sendStaffInvitation(ctx, tx, invitation)
    await logActivity({
      type: 'staff.invite',
      entity: 'staff_invitation',
      entity_id: staff_invitation_id,
      message: `${invitation.email} invited again`,
    })
    return { expires_tm }
  })
}

export const withdrawStaffInvitation = (ctx: Ctx, { params }: Parsed<'withdrawStaffInvitation'>) =>
  write(ctx, async (tx, logActivity) => {
    const { email } = await takeInvitation(ctx, tx, params.staff_invitation_id)
    await logActivity({
      type: 'staff.withdraw',
      entity: 'staff_invitation',
      entity_id: params.staff_invitation_id,
      message: `Invitation of ${email} withdrawn`,
    })
  })

/** Removes an invitation; somebody who joins with its link at the same time is first or too late. */
async function takeInvitation(ctx: Ctx, tx: Tx, id: number): Promise<{ email: string; role: StaffRole }> {
  await holdCaller(ctx, tx)
  const invitation = await tx
    .deleteFrom('staff_invitation')
    .where('staff_invitation_id', '=', id)
    .where('email', 'is not', null)
    .returning(['email', 'role'])
    .executeTakeFirst()
  if (!invitation?.email) throw notFound('invitation', 'It was used or withdrawn')
  return { email: invitation.email, role: invitation.role as StaffRole }
}
