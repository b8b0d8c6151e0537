import { addDays, dayOf } from '#contract/billing/days.ts'
import { isMoneyRow, type MeasuredRow } from '#contract/reports/the-truth.ts'
import { moneyAccounts, type Received } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { dealsOf } from '../closed-deals.ts'
import { movementsOf } from '../mrr.ts'

/** The bounds of a period: moments in ISO 8601, the second one excluded. */
export interface Bounds {
  from: string
  until: string
}
type Fact = ReturnType<typeof sql>

/** Days whose noon lies within the bounds: what is counted by day never lies on a bound. */
const daysWithin = ({ from, until }: Bounds) => ({
  start: dayOf(Date.parse(from)),
  end: addDays(dayOf(Date.parse(until)), -1),
})
const noonOf = (day: Fact) => sql`(${day} + time '12:00') at time zone 'UTC'`
const within = (tm: Fact, { from, until }: Bounds) =>
  sql`${tm} >= ${from}::timestamptz and ${tm} < ${until}::timestamptz`

/** What moved MRR in the wanted direction. */
const movements = (bounds: Bounds, sign: Fact, condition: Fact) => sql`
  select ${noonOf(sql`m.day`)} as tm, m.vendor_id, ${sign} * m.cents / 100.0 as value,
    null::text as owner, m.kind as text, null::numeric as amount
  from (${movementsOf(daysWithin(bounds))}) m
  where ${condition}`

/** What each number counts: one statement a number, for its sum as well as for its rows. */
export const facts: Record<MeasuredRow, (bounds: Bounds, received: Received) => Fact> = {
  registrations: (bounds) => sql`
    select v.insert_tm as tm, v.vendor_id, 1::numeric as value, null::text as owner, '' as text,
      null::numeric as amount
    from vendor v
    where not v.is_staff and ${within(sql`v.insert_tm`, bounds)}`,
  new_paying: (bounds, received) => sql`
    select r.first_tm as tm, r.vendor_id, 1::numeric as value, null::text as owner, '' as text,
      null::numeric as amount
    from (${received}) r
    join vendor v on v.vendor_id = r.vendor_id and not v.is_staff
    where ${within(sql`r.first_tm`, bounds)}`,
  deals: (bounds) => sql`
    select ${noonOf(sql`d.from_day`)} as tm, d.vendor_id, 1::numeric as value,
      d.owner, d.kind as text, d.added_cents / 100.0 as amount
    from (${dealsOf(daysWithin(bounds))}) d`,
  mrr_added: (bounds) => movements(bounds, sql`1`, sql`m.cents > 0`),
  mrr_lost: (bounds) => movements(bounds, sql`-1`, sql`m.cents < 0`),
  net_mrr: (bounds) => movements(bounds, sql`1`, sql`true`),
  cancels: (bounds) => sql`
    select e.tm, e.vendor_id, 1::numeric as value, null::text as owner, d.supplier_name as text,
      null::numeric as amount
    from subscription_event e
    join vendor v on v.vendor_id = e.vendor_id and not v.is_staff
    join dropshipper d using (dropshipper_id)
    where e.what = 'cancel_asked' and ${within(sql`e.tm`, bounds)}`,
  kept: (bounds) => sql`
    select t.tm, t.vendor_id, p.amount as value, null::text as owner, t.what as text, null::numeric as amount
    from ledger_transaction t
    cross join lateral (
      select sum(amount) as amount
      from ledger_posting
      where ledger_transaction_id = t.ledger_transaction_id and account in ${moneyAccounts}) p
    where p.amount is not null and ${within(sql`t.tm`, bounds)}`,
}
const measured = Object.keys(facts) as MeasuredRow[]

export interface Actual {
  which: MeasuredRow
  /** Of deals. */
  owner: string | null
  place: number
  actual: string
}
/** The numbers of periods that follow each other, by the periods' places from 0; those that are 0 are missing. */
export async function readActuals(
  db: Db,
  received: Received,
  starts: readonly string[],
  until: string,
): Promise<Actual[]> {
  const from = starts[0]
  if (from === undefined) return []
  const all = measured.map(
    (which) =>
      sql`select ${which}::text as which, f.tm, f.owner, f.value from (${facts[which]({ from, until }, received)}) f`,
  )
  const { rows } = await sql<Actual>`
    select which, owner, width_bucket(tm, ${starts as string[]}::timestamptz[]) - 1 as place,
      sum(value)::numeric(14,2)::text as actual
    from (${sql.join(all, sql` union all `)}) f
    group by 1, 2, 3`.execute(db)
  return rows.map((row) => ({ ...row, actual: shownAs(row.which, row.actual) }))
}
/** Money with two decimals, counts without. */
export const shownAs = (which: MeasuredRow, value: string): string =>
  isMoneyRow(which) ? value : String(Number(value))
