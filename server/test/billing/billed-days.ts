import { sql, type Db } from '../../platform/database/db.ts'
import { expectedBills, type dueVendors } from './expected-bills.ts'

/** Vendors with a charge for their next bill under way; they are billed after its answer. */
export async function payAhead(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ vendor_id: number }>`
    select vendor_id from money_intent where state = 'open' and terms->>'period' is not null`.execute(db)
  return new Set(rows.map((row) => row.vendor_id))
}

/** What is known of vendors before a day's renewals. */
interface Morning {
  due: Awaited<ReturnType<typeof dueVendors>>
  before: Map<number, string>
  status: Map<number, number>
}

export async function compareBills(
  db: Db,
  today: string,
  vendors: number[],
  { due, before, status }: Morning,
): Promise<void> {
  const { rows } = await sql<{
    vendor_id: number
    starts: string
    ends: string
    total: string
    kind: string
  }>`
    select b.vendor_id, b.starts, b.ends, i.total, i.kind
    from billing_period b
    join invoice i using (invoice_id)
    where b.vendor_id = any(${vendors}::int[]) and b.starts > ${today}::date - 150
      and i.kind = 'renewal'
    order by b.vendor_id, b.starts`.execute(db)
  const { rows: frozenRows } = await sql<{ vendor_id: number; n: number }>`
    select vendor_id, count(*)::int as n
    from subscription
    where paused_at is not null
    group by vendor_id`.execute(db)
  const frozenOf = new Map(frozenRows.map((row) => [row.vendor_id, row.n]))
  const dueOf = new Map(due.map((vendor) => [vendor.vendor_id, vendor]))
  const periodsByVendor = Map.groupBy(
    rows.filter((row) => row.starts > (before.get(row.vendor_id) ?? '')),
    (row) => row.vendor_id,
  )
  for (const vendor_id of vendors) {
    const bills = (periodsByVendor.get(vendor_id) ?? []).map(({ starts, ends, total }) => ({
      starts,
      ends,
      total: Math.round(Number(total) * 100),
    }))
    const dueVendor = dueOf.get(vendor_id)
    // a vendor that recovers today may be billed today or the next time
    if (!dueVendor && status.get(vendor_id) !== 1) continue
    const expectedList = dueVendor ? expectedBills(dueVendor, frozenOf.get(vendor_id) ?? 0, today) : []
    if (JSON.stringify(bills) !== JSON.stringify(expectedList))
      throw new Error(
        `Vendor ${vendor_id} on ${today} was billed ${JSON.stringify(bills)}, ` +
          `expected ${JSON.stringify(expectedList)} of ${JSON.stringify(dueVendor)}`,
      )
  }
}
export async function periodsAfter(db: Db, vendors: number[], today: string) {
  const { rows } = await sql`
    select from billing_period b
    join vendor v using (vendor_id)
    where b.vendor_id = any(${vendors}::int[]) and b.starts >= v.next_charge_date and b.starts > ${today}::date`.execute(
    db,
  )
  return rows
}
export async function lastPeriods(db: Db, vendors: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ vendor_id: number; last: string }>`
    select vendor_id, max(starts)::date as last
    from billing_period
    where vendor_id = any(${vendors}::int[])
    group by vendor_id`.execute(db)
  return new Map(rows.map((row) => [row.vendor_id, row.last]))
}
export async function statusesOf(db: Db, vendors: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ vendor_id: number; vendor_status_id: number }>`
    select vendor_id, vendor_status_id
    from vendor
    where vendor_id = any(${vendors}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.vendor_id, row.vendor_status_id]))
}
