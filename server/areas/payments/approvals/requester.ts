import { mayMoveMoney } from '#contract/staff/roles.ts'
import type { Role } from '#contract/roles.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'

/** Whether the person who made request `a` may no longer make it. */
export const requesterLeft = sql<boolean>`exists (
        select
        from login l
        where l.login_id = a.asked_by
          and (l.disabled_tm is not null or l.role not in ('account_manager', 'finance', 'admin')))`

/**
 * A request is carried out only while its requester may still make it. The login is held, so that disabling it waits
 * until the request is decided.
 */
export async function requireRequester(
  db: Db,
  { asked_by, asked_by_name: name }: { asked_by: number; asked_by_name: string },
): Promise<void> {
  const login = await db
    .selectFrom('login')
    .select(['role', 'disabled_tm'])
    .where('login_id', '=', asked_by)
    .forShare()
    .executeTakeFirst()
  if (!login || login.disabled_tm !== null)
    throw conflict(`The login of ${name} was disabled. Reject this request, then make it again`)
  if (!mayMoveMoney(login.role as Role))
    throw conflict(`${name} may no longer request payments. Reject this request, then make it again`)
}
