import { severityLevel } from '#contract/notifications/kinds.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { planDeliveries } from './plan-deliveries.ts'

/** Parts of a larger problem get a voice of their own this long after it is over. */
const afterParentMinutes = 15
const mostATurn = 500

/**
 * Each minute: urgent problems that nobody is assigned to go a step further, problems that come and go are told again
 * if they stay, and what was part of a larger problem that is over speaks for itself.
 */
export async function planReminders({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('collect notifications', 0))`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      with freed as (
        update system_message m
        set parent_id = null
        from system_message p
        where m.parent_id = p.id
          and m.ended_tm is null
          and p.ended_tm < now() - make_interval(mins => ${afterParentMinutes}::int)
        returning m.id)
      select id from freed
      union
      select id
      from (
        select id
        from system_message
        where ended_tm is null
          and not dismissed
          and (severity = ${severityLevel('urgent')} or flapping_tm is not null)
          and taken_by is null
          and coalesce(snoozed_until, '-infinity') < now()
        order by insert_tm
        limit ${mostATurn}) standing`.execute(tx)
    await planDeliveries(
      tx,
      rows.map(({ id }) => id),
      clock.now(),
    )
  })
}
