import { sql, type Db } from '#server/platform/database/db.ts'
import { lastTold, shelfPairs } from './freshness.ts'

/** How many pairs of a vendor are read, beginning with the stores that were updated longest ago. */
const mostPairs = 2000

/**
 * The age in seconds of what a vendor's stores show of each supplier, by the stalest store
 * (docs/domain/incidents.md, How fresh a store is).
 */
export async function shelfAges(db: Db, now: number, vendorId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ dropshipper_id: number; age: number }>`
    select pair.dropshipper_id, max(extract(epoch from ${new Date(now).toISOString()}::timestamptz - shown.read))::float8 as age
    from (${shelfPairs(sql`m.vendor_id = ${vendorId}`, mostPairs)}) pair
    join lateral (${lastTold(sql`pair.vendor_store_id`)}) told on true
    left join lateral (
      select r.end_tm
      from feed_run r
      where r.feed_id = pair.feed_id and r.state = 'applied' and r.end_tm > told.planned_tm
      order by r.end_tm
      limit 1) missed on true
    join lateral (
      select coalesce(r.start_tm, r.insert_tm) as read
      from feed_run r
      where r.feed_id = pair.feed_id
        and r.state in ('applied', 'unchanged')
        and r.end_tm < coalesce(missed.end_tm, 'infinity')
      order by r.end_tm desc
      limit 1) shown on true
    group by 1`.execute(db)
  return new Map(rows.map(({ dropshipper_id, age }) => [dropshipper_id, Math.max(0, Math.round(age))]))
}
