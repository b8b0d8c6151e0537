import { sql, type Tx } from '#server/platform/database/db.ts'

/** Whether a charge under way pays the next bill of the vendor `v`. */
export const hasPendingPrepayment = sql<boolean>`exists (
  select
  from money_intent m
  where m.vendor_id = v.vendor_id and m.state = 'open' and m.terms->>'period' is not null)`

interface NewPeriod {
  vendor_id: number
  starts: string
  ends: string
  invoice_id: number
  plan_name: string | null
  plan_fee: string
}

/**
 * Adds billed periods to vendors' chains, at most one per vendor. A period follows the last one; if that one
 * ended earlier, a new chain begins; if it would end later, it is cut short, because the charge came early and
 * its unused days were credited (docs/domain/bills.md, Billing days).
 */
export async function addPeriods(tx: Tx, periods: readonly NewPeriod[]): Promise<void> {
  if (periods.length === 0) return
  const rows = JSON.stringify(periods)
  await sql`
    update billing_period b
    set ends = p.starts
    from jsonb_to_recordset(${rows}::jsonb) as p (vendor_id int, starts date)
    where b.vendor_id = p.vendor_id and b.starts < p.starts and b.ends > p.starts`.execute(tx)
  await sql`
    insert into billing_period (vendor_id, starts, ends, follows, anew, invoice_id, plan_name, plan_fee)
    select p.vendor_id, p.starts, p.ends, case when l.ends = p.starts then p.starts end,
      case when l.ends is null then 'first' when l.ends <> p.starts then 'moved' end,
      p.invoice_id, p.plan_name, p.plan_fee
    from jsonb_to_recordset(${rows}::jsonb)
      as p (vendor_id int, starts date, ends date, invoice_id bigint, plan_name text, plan_fee numeric)
    left join lateral (
      select b.ends
      from billing_period b
      where b.vendor_id = p.vendor_id
      order by b.ends desc
      limit 1) l on true`.execute(tx)
}
