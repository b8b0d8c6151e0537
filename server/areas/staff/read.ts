import type { Result } from '#contract/index.ts'
import type { StaffInvitation, StaffLogin } from '#contract/staff/staff.ts'
import { personOfLogin } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

const mostShown = 2000

export async function listStaff({ db, who }: Ctx): Promise<Result<'listStaff'>> {
  const [staff, invitations] = await Promise.all([readStaff(db, who.login_id), readInvitations(db)])
  return { staff, invitations }
}

/** Active logins first, by name. @param own the caller’s own login */
export async function readStaff(db: Db, own: number | null): Promise<StaffLogin[]> {
  const { rows } = await sql<StaffLogin>`
    select l.login_id, ${personOfLogin} as name, l.email, l.role, l.disabled_tm, l.disabled_by_name,
      l.disabled_reason, l.insert_tm, l.login_id is not distinct from ${own}::int as own,
      u.seen_tm as last_use_tm,
      exists (
        select
        from second_factor f
        where f.login_id = l.login_id and f.confirmed_tm is not null) as two_step,
      exists (select from passkey p where p.login_id = l.login_id) as has_passkey,
      (
        select count(*)::int
        from session s
        where s.login_id = l.login_id and s.expires_tm > now()) as sessions
    from login l
    join vendor v using (vendor_id)
    left join contact c on c.contact_id = v.primary_contact_id
    left join login_use u using (login_id)
    where l.role <> 'customer' and v.deleted_tm is null
    order by l.disabled_tm is not null, lower(v.company), l.login_id
    limit ${mostShown}`.execute(db)
  return rows
}

async function readInvitations(db: Db): Promise<StaffInvitation[]> {
  const { rows } = await sql<StaffInvitation>`
    select staff_invitation_id, email, role, invited_by_name, insert_tm, expires_tm,
      expires_tm <= now() as expired
    from staff_invitation
    where email is not null
    order by staff_invitation_id desc
    limit ${mostShown}`.execute(db)
  return rows
}
