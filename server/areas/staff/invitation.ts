import type { Parsed, Result } from '#contract/index.ts'
import type { StaffRole } from '#contract/staff/roles.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { randomToken, sha256 } from '#server/platform/secrets.ts'
import type { Ctx, Who } from '#server/platform/services.ts'

export const staffInvitationDays = 3
const hours = 24 * staffInvitationDays

export interface NewInvitation {
  /** null: the first admin’s, who chooses one. */
  email: string | null
  role: StaffRole
  /** null: made on the server itself. */
  by: Pick<Who, 'login_id' | 'name'> | null
  hours?: number
}

/** A link to join staff once; it replaces an earlier one for the same address. Only its hash is stored. */
export async function makeStaffInvitation(tx: Tx, { email, role, by, ...lasts }: NewInvitation) {
  await sql`
    delete from staff_invitation
    where lower(email) is not distinct from lower(${email ?? null}::text)`.execute(tx)
  const token = randomToken()
  const { rows } = await sql<{ staff_invitation_id: number; expires_tm: string }>`
    insert into staff_invitation (token_hash, email, role, invited_by, invited_by_name, expires_tm)
    values (${sha256(token)}, ${email}, ${role}, ${by?.login_id ?? null}, ${by?.name ?? 'Feedstock'},
      now() + make_interval(hours => ${lasts.hours ?? hours}::int))
    returning staff_invitation_id, expires_tm`.execute(tx)
  return { ...singleRow(rows), path: `/join/${token}` }
}

export async function checkStaffInvitation(
  { db }: Ctx,
  { params }: Parsed<'checkStaffInvitation'>,
): Promise<Result<'checkStaffInvitation'>> {
  const invitation = await db
    .selectFrom('staff_invitation')
    .select(['email', 'role', sql<boolean>`expires_tm <= now()`.as('expired')])
    .where('token_hash', '=', sha256(params.token))
    .executeTakeFirst()
  if (!invitation || invitation.expired)
    return { valid: false, expired: invitation !== undefined, email: null, role: null }
  return { valid: true, expired: false, email: invitation.email, role: invitation.role as StaffRole }
}
