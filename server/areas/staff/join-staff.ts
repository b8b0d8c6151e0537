import type { Parsed } from '#contract/index.ts'
import { roleNames, type StaffRole } from '#contract/staff/roles.ts'
import { addressNeeded } from '#contract/staff/staff.ts'
import { loginTaken } from '#contract/vendors/logins.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { hashPassword, holdAddress, openLogin, refuseWeak, tooMany } from '#server/areas/session/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { networkOf } from '#server/platform/network.ts'
import { sha256 } from '#server/platform/secrets.ts'
import { record, withinLimit, type Ctx, type Who } from '#server/platform/services.ts'
import { hasAdmin } from './first-admin.ts'
import { hasLogin } from './invite-staff.ts'
import { holdAdmins, roleGiven, tellAdmins } from './known-staff.ts'

type Body = Parsed<'joinStaff'>['body']

/** Creates a staff login by an invitation, which is used up (docs/domain/staff.md, Invitations). */
export async function joinStaff(ctx: Ctx, { params, body }: Parsed<'joinStaff'>) {
  if (!(await withinLimit(ctx.db, `join staff from ${networkOf(ctx.req.ip)}`, 20, 3600))) throw tooMany()
  refuseWeak(body.password, { email: body.email ?? '', role: 'support' })
  const passwordHash = await hashPassword(body.password)
  const email = await ctx.db.transaction().execute(async (tx) => {
    await holdAdmins(tx)
    const invitation = await useUp(tx, sha256(params.token))
    if (!invitation) return undefined
    const address = invitation.email ?? body.email
    if (address === undefined) throw invalid({ email: addressNeeded })
    refuseWeak(body.password, { email: address, role: invitation.role })
    await holdAddress(tx, address)
    if (await hasLogin(tx, address)) throw invalid({ email: loginTaken })
    const who = await openStaffLogin(tx, { ...invitation, email: address, body, passwordHash })
    await record(
      tx,
      { who, requestId: ctx.requestId },
      {
        type: 'staff.join',
        entity: 'login',
        entity_id: who.login_id,
        message: `${who.name} (${address}) joined staff as ${roleNames[invitation.role]}, invited by ${invitation.invited_by_name}`,
      },
    )
    if (invitation.role === 'admin')
      await tellAdmins(ctx, tx, invitation.invited_by_name, { name: who.name, email: address })
    return address
  })
  return { success: email !== undefined, email: email ?? '' }
}

interface UsedInvitation {
  email: string | null
  role: StaffRole
  invited_by: number | null
  invited_by_name: string
}
/** If two use a link at once, its row lets one through. The first admin’s link is good until there is one. */
async function useUp(tx: Tx, tokenHash: Buffer): Promise<UsedInvitation | undefined> {
  const invitation = await tx
    .deleteFrom('staff_invitation')
    .where('token_hash', '=', tokenHash)
    .where(sql<boolean>`expires_tm > now()`)
    .returning(['email', 'role', 'invited_by', 'invited_by_name'])
    .executeTakeFirst()
  if (!invitation || (invitation.email === null && (await hasAdmin(tx)))) return undefined
  return { ...invitation, role: invitation.role as StaffRole }
}

interface NewStaff {
  email: string
  role: StaffRole
  invited_by: number | null
  body: Body
  passwordHash: string
}
/** A staff login belongs to a vendor record of its own, which no customer list shows. */
function openStaffLogin(tx: Tx, { email, role, invited_by, body, passwordHash }: NewStaff): Promise<Who> {
  const { first_name, last_name } = body
  const name = `${first_name} ${last_name}`.trim()
  return openLogin(tx, {
    vendor: { company: name, is_staff: true, vendor_status_id: vendorStatus.active },
    contact: { first_name, last_name },
    login: { email, password_hash: passwordHash, role, ...roleGiven(invited_by) },
    name,
  })
}
