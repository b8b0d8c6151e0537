import { openPaper } from '#server/areas/payments/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Services } from '#server/platform/services.ts'
import { readHealth } from './read-health.ts'

/** Vendors that are computed together: 1,000 take about a second. */
const batchSize = 1000
/** How long one turn goes on. */
const turnMs = 10_000

/**
 * Computes the health that lists sort by: first of vendors with new activity, then of the next ones, around
 * and around. Feeds and days change it without any activity of the vendor.
 */
export async function keepVendorHealth({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const startMs = performance.now()
  await storeHealth({ db, clock }, await changedVendors(db))
  for (;;) {
    const ids = await nextVendors(db)
    await storeHealth({ db, clock }, ids)
    if (ids.length < batchSize || performance.now() - startMs > turnMs) return
  }
}

/** Vendors with activity since the last turn; the rest of very many have their turn later. */
async function changedVendors(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with seen as (
      select activity_id, vendor_id
      from activity
      where activity_id > (select activity_id from vendor_health_turn)
      order by activity_id
      limit 20000),
    turn as (
      update vendor_health_turn
      set activity_id = coalesce((select max(activity_id) from seen), activity_id))
    select array(
      select distinct vendor_id from seen where vendor_id is not null limit ${2 * batchSize}) as ids`.execute(
    db,
  )
  return singleRow(rows).ids
}

/** The next vendors by id; after the last one, none, and the first follow. */
async function nextVendors(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with next as (
      select vendor_id
      from vendor
      where vendor_id > (select vendor_id from vendor_health_turn) and not is_staff
      order by vendor_id
      limit ${batchSize}),
    turn as (
      update vendor_health_turn
      set vendor_id = case
        when (select count(*) from next) < ${batchSize} then 0
        else (select max(vendor_id) from next)
      end)
    select array(select vendor_id from next) as ids`.execute(db)
  return singleRow(rows).ids
}

async function storeHealth({ db, clock }: Pick<Services, 'db' | 'clock'>, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const vendors = await readHealth(db, clock, ids)
  await sql`
    insert into vendor_health as h (vendor_id, score, cause, owed, computed_tm)
    select n.vendor_id, n.score, n.cause,
      coalesce(
        (
          select sum(invoice.total)
          from invoice
          where invoice.vendor_id = n.vendor_id and ${openPaper('invoice')}),
        0),
      now()
    from unnest(
      ${vendors.map(({ row }) => row.vendor_id)}::int[],
      ${vendors.map(({ score }) => score)}::smallint[],
      ${vendors.map(({ troubles }) => troubles[0]?.text ?? null)}::text[]) n(vendor_id, score, cause)
    order by n.vendor_id
    on conflict (vendor_id) do update
    set score = excluded.score, cause = excluded.cause, owed = excluded.owed,
      computed_tm = excluded.computed_tm`.execute(db)
}
