import { jobStatus } from '#contract/jobs/types.ts'
import { owedOf } from '#server/areas/payments/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { eachByItself } from '#server/platform/each.ts'
import type { Services } from '#server/platform/services.ts'
import { dailyLetter, type StoreDay } from './letters.ts'

/** How many vendors per turn; the next turn continues. */
const mostATurn = 500
/** The hour (UTC) from which the day's email is sent. */
export const fromHour = 6
const mostStores = 50
const day = 86_400_000
/**
 * An email covers updates that ended at least this long before it. An end is stored with the time its transaction
 * began, so one committed later would otherwise be missed by every email.
 */
export const settledMs = 10 * 60_000

/**
 * Sends the daily update to everybody who has it on, if something happened (docs/domain/account.md, Daily update).
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
      and coalesce(v.daily_update_tm, 'epoch') < ${timestamp(begins - settledMs)}
    -- in random order, so failing ones don't block the others forever
    order by random()
    limit ${mostATurn}`.execute(services.db)
  await eachByItself(rows, ({ vendor_id }) => sendDailyUpdate(services, vendor_id, begins))
}
const timestamp = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`

/** The email and the mark are one transaction, so only one of two processes sends it. */
const sendDailyUpdate = ({ db, mail, clock }: Services, vendorId: number, begins: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now()
    const windowEnd = now - settledMs
    const { rows } = await sql<{ email: string; stores: StoreDay[] }>`
      with due as (
        select v.vendor_id, c.email, greatest(v.daily_update_tm, ${timestamp(now - 2 * day)}) as since
        from vendor v
        join contact c on c.contact_id = v.primary_contact_id
        where v.vendor_id = ${vendorId} and coalesce(v.daily_update_tm, 'epoch') < ${timestamp(begins - settledMs)}
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
              and u.end_tm <= ${timestamp(windowEnd)}) sent
          cross join lateral (
            select count(*)::int as failures, (array_agg(j.reason order by j.job_id desc))[1] as reason
            from job j
            where j.job_type = 'VENDOR_STORE_UPDATER_JOB'
              and j.param_value = s.vendor_store_id::text
              and j.job_status = ${sql.lit(jobStatus.failed)}
              and j.terminate_by is null
              and j.job_end_time > due.since
              and j.job_end_time <= ${timestamp(windowEnd)}) failed
          where s.vendor_id = due.vendor_id and (sent.sent + sent.refused + sent.taken_out > 0 or failed.failures > 0)
          limit ${mostStores}) one) as stores
      from due`.execute(tx)
    const vendor = rows[0]
    if (!vendor) return
    await tx
      .updateTable('vendor')
      .set({ daily_update_tm: new Date(windowEnd).toISOString() })
      .where('vendor_id', '=', vendorId)
      .execute()
    if (vendor.stores.length === 0) return
    const removesProducts = vendor.stores.some((store) => store.taken_out > 0)
    const owed = removesProducts ? (await owedOf(tx, [vendorId])).get(vendorId) : undefined
    await mail.write(tx, { recipient: vendor.email, ...dailyLetter(vendorId, vendor.stores, owed) })
  })
