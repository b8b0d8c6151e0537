import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { dailyLetter, type StoreDay } from './letters.ts'

/** So many at most a turn: the next turn goes on. */
const mostATurn = 500
/** The hour (UTC) from which the day's mail is sent. */
export const fromHour = 6
const mostStores = 50
const day = 86_400_000
/**
 * A mail says what had ended so long before it: an end is kept with the moment at which its transaction began,
 * by the database's clock, and one that is kept later would be told by no mail.
 */
export const settledMs = 10 * 60_000

/**
 * The daily update to whom it is switched on for, only where something happened (docs/domain.md, One's own
 * account).
 */
export async function sendDailyUpdates(services: Services): Promise<void> {
  const now = services.clock.now()
  const begins = Math.floor(now / day) * day + fromHour * 3_600_000
  if (now < begins) return
  const { rows } = await sql<{ vendor_id: number }>`
    select v.vendor_id
    from vendor v
    join contact c on c.contact_id = v.primary_contact_id
    where c.daily_update_email
      and not v.is_staff
      and v.deleted_tm is null
      and coalesce(v.daily_update_tm, 'epoch') < ${at(begins - settledMs)}
    -- those that can't be told don't stand before the others for ever
    order by random()
    limit ${mostATurn}`.execute(services.db)
  await eachByItself(rows, ({ vendor_id }) => tell(services, vendor_id, begins))
}
const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

/** The mail and the mark are one transaction: of two processes at once one tells. */
const tell = ({ db, mail, clock }: Services, vendorId: number, begins: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const until = now - settledMs
    const { rows } = await sql<{ email: string; stores: StoreDay[] }>`
      with due as (
        select v.vendor_id, c.email, greatest(v.daily_update_tm, ${at(now - 2 * day)}) as since
        from vendor v
        join contact c on c.contact_id = v.primary_contact_id
        where v.vendor_id = ${vendorId} and coalesce(v.daily_update_tm, 'epoch') < ${at(begins - settledMs)}
        for no key update of v
      )
      select email, (
        select coalesce(jsonb_agg(one order by lower(one.store)), '[]')
        from (
          select s.vendor_store_name as store, sent.*, failed.*
          from vendor_store s
          cross join lateral (
            select coalesce(sum(u.sent) filter (where not out), 0)::int as sent,
              coalesce(sum(u.price_changed) filter (where not out), 0)::int as prices,
              coalesce(sum(u.quantity_changed) filter (where not out), 0)::int as quantities,
              coalesce(sum(u.refused) filter (where not out), 0)::int as refused,
              coalesce(sum(u.sent) filter (where out), 0)::int as taken_out
            from store_update u
            cross join lateral (select u.kind = 'delist') as how (out)
            where u.vendor_store_id = s.vendor_store_id
              and u.state = 'sent'
              and u.end_tm > due.since
              and u.end_tm <= ${at(until)}) sent
          cross join lateral (
            select count(*)::int as failures, (array_agg(j.reason order by j.job_id desc))[1] as reason
            from job j
            where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
              and j.param_value = s.vendor_store_id::text
              and j.job_status = ${sql.lit(jobStatus.failed)}
              and j.terminate_by is null
              and j.job_end_time > due.since
              and j.job_end_time <= ${at(until)}) failed
          where s.vendor_id = due.vendor_id and (sent.sent + sent.refused + sent.taken_out > 0 or failed.failures > 0)
          limit ${mostStores}) one) as stores
      from due`.execute(tx)
    const found = rows[0]
    if (!found) return
    await tx
      .updateTable('vendor')
      .set({ daily_update_tm: new Date(until).toISOString() })
      .where('vendor_id', '=', vendorId)
      .execute()
    if (found.stores.length > 0)
      await mail.write(tx, { recipient: found.email, ...dailyLetter(vendorId, found.stores) })
  })
