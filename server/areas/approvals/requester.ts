import { isStaff, mayCall } from '#contract/roles.ts'
import { personOfLogin } from '#server/areas/session/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import type { ApprovableAct, StoredRequest, Who } from '#server/platform/services.ts'

/** Whether the person who made request `a` may no longer make it. */
export const requesterLeft = sql<boolean>`exists (
        select
        from login l
        where l.login_id = a.asked_by
          and (
            l.disabled_tm is not null
            or l.role = 'customer'
            or not a.is_request
              and l.role <> 'admin'
              and (a.act = 'approval_limit' or l.role not in ('account_manager', 'finance'))))`

export const isAllowed = ({ role }: Pick<Who, 'role'>, { access }: Pick<ApprovableAct, 'access'>): boolean =>
  (mayCall[access] as readonly string[]).includes(role)

/**
 * The requester. A request is carried out only while its requester may still make it. The login is held, so that
 * disabling it waits until the request is decided.
 */
export async function requireRequester(
  db: Db,
  { asked_by, asked_by_name: name, is_request: isRequest }: StoredRequest,
  act: ApprovableAct,
): Promise<Who> {
  const { rows } = await sql<Who & { disabled: boolean }>`
    select l.login_id, l.vendor_id, l.email, l.role, ${personOfLogin} as name,
      l.disabled_tm is not null as disabled
    from login l
    join vendor v on v.vendor_id = l.vendor_id
    left join contact c on c.contact_id = v.primary_contact_id
    where l.login_id = ${asked_by} and v.deleted_tm is null
    for share of l`.execute(db)
  const [person] = rows
  if (!person || person.disabled)
    throw conflict(`${name}’s login was disabled. Reject this request, then request it again`)
  if (isRequest ? !isStaff(person.role) : !isAllowed(person, act))
    throw conflict(`${name} can no longer request payments. Reject this request, then request it again`)
  const { disabled: _, ...who } = person
  return who
}
