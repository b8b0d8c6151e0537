import type { RawBuilder } from 'kysely'
import type { HeldLock } from '#contract/refusals.ts'
import { lockLastsMs } from '#contract/vendors/lock.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Clock, Ctx, Who } from '#server/platform/services.ts'

/** A lock that is in force, as the caller meets it. */
export interface Lock extends HeldLock {
  locked_by: number
  worked_tm: string
  /** The caller has given a reason. */
  let_in: boolean
}

const isLive = (clock: Clock) =>
  sql`l.worked_tm > ${new Date(clock.now() - lockLastsMs).toISOString()}::timestamptz`
const letIn = (who: Pick<Who, 'login_id'>) => sql<boolean>`exists (
  select
  from vendor_lock_access a
  where a.vendor_lock_id = l.vendor_lock_id and a.login_id = ${who.login_id})`

/** @param vendor its id, or the subquery that finds it */
export async function lockOf(
  db: Db,
  clock: Clock,
  who: Pick<Who, 'login_id'>,
  vendor: number | RawBuilder<unknown>,
): Promise<Lock | undefined> {
  const { rows } = await sql<Lock>`
    select l.vendor_lock_id, l.vendor_id, v.company, l.locked_by, l.locked_by_vendor_id,
      l.locked_by_name as holder,
      l.reason, l.insert_tm as since, l.worked_tm, ${letIn(who)} as let_in
    from vendor_lock l
    join vendor v using (vendor_id)
    where l.vendor_id = ${vendor} and ${isLive(clock)}`.execute(db)
  return rows[0]
}

/** Whether vendor `v` isn't locked for the caller: for writes of many vendors selected by a condition. */
export const isOpenTo = ({ clock, who }: Pick<Ctx, 'clock' | 'who'>) => sql<boolean>`not exists (
  select
  from vendor_lock l
  where l.vendor_id = v.vendor_id
    and ${isLive(clock)}
    and l.locked_by <> ${who.login_id}
    and not ${letIn(who)})`

/** The part of a lock that others may see. */
export const toHeldLock = ({
  locked_by: _by,
  worked_tm: _tm,
  let_in: _in,
  ...publicFields
}: Lock): HeldLock => publicFields

export const lockedRefusal = (lock: Lock) =>
  new Refusal('locked', `Locked by ${lock.holder}: ${lock.reason}`, undefined, {
    lock: toHeldLock(lock),
  })
