import { billOn } from '#contract/billing/bill.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import { addDays, addMonths, dayOf } from '#contract/billing/days.ts'
import type { RevenueEstimate } from '#contract/reports/monthly-revenue.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { billTermsOf } from '#server/areas/billing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Clock, Ctx } from '#server/platform/services.ts'
import { monthOf, readMonthlyRevenue } from './monthly-revenue.ts'
import { cachedReport } from './report-cache.ts'

const keptMinutes = 15
const rateDays = 90
const atOnce = 500
/** Two standard deviations: about 19 of 20 months end between low and high. */
const spread = 2

/** Money expected with a probability. */
interface Expected {
  cents: Cents
  rate: number
}

export async function getRemainingMonthEstimate(ctx: Ctx): Promise<RevenueEstimate> {
  const today = dayOf(ctx.clock.now())
  const { answer, computed_tm } = await cachedReport(ctx, {
    report: `month estimate ${monthOf(today)}`,
    keptMinutes,
    compute: () => estimateMonth(ctx.db, ctx.clock, today),
  })
  return { ...answer, as_of: computed_tm }
}

export async function estimateMonth(
  db: Db,
  clock: Clock,
  today: string,
): Promise<Omit<RevenueEstimate, 'as_of'>> {
  const month = monthOf(today)
  const last = addDays(addMonths(month, 1), -1)
  const rates = await readRates(db, clock)
  const [{ months }, dueBills, retries] = await Promise.all([
    readMonthlyRevenue(db, 1, today),
    readDueBills(db, clock, last),
    readRetries(db, last),
  ])
  const dueRate = rates.get(1) ?? null
  // without any history, bills count whole
  const due = dueBills.map((cents): Expected => ({ cents, rate: dueRate ?? 1 }))
  const again = retries.map(({ total, tries }): Expected => ({
    cents: toCents(total),
    rate: rates.get(tries + 1) ?? 0,
  }))
  const soFar = toCents(months[0]?.kept ?? '0')
  const expected = soFar + Math.round(sumOf(due, ({ cents, rate }) => cents * rate) + expectedOf(again))
  const deviation = Math.sqrt(sumOf([...due, ...again], ({ cents, rate }) => cents ** 2 * rate * (1 - rate)))
  const all = sumOf([...due, ...again], ({ cents }) => cents)
  const retryCents = sumOf(again, ({ cents }) => cents)
  return {
    month,
    so_far: fromCents(soFar),
    due: fromCents(sumOf(due, ({ cents }) => cents)),
    due_bills: due.length,
    due_rate: dueRate,
    retries: fromCents(retryCents),
    retry_invoices: again.length,
    retry_rate: retryCents === 0 ? null : expectedOf(again) / retryCents,
    estimate: fromCents(expected),
    low: fromCents(Math.max(soFar, Math.round(expected - spread * deviation))),
    high: fromCents(Math.min(soFar + all, Math.round(expected + spread * deviation))),
  }
}
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)
const expectedOf = (all: readonly Expected[]) => sumOf(all, ({ cents, rate }) => cents * rate)

/** The share of renewal attempts that succeeded, by number of the attempt. */
async function readRates(db: Db, clock: Clock): Promise<ReadonlyMap<number, number>> {
  const since = new Date(clock.now()).toISOString()
  const { rows } = await sql<{ try_no: number; rate: number }>`
    select try_no, (count(*) filter (where state = 'succeeded'))::float8 / count(*) as rate
    from money_intent
    where kind = 'renewal' and state <> 'open' and try_no is not null
      and insert_tm >= ${since}::timestamptz - make_interval(days => ${rateDays}::int)
    group by try_no
    limit 100`.execute(db)
  return new Map(rows.map(({ try_no, rate }) => [try_no, rate]))
}

/** The bills that are due until a day, in cents. */
async function readDueBills(db: Db, clock: Clock, last: string): Promise<Cents[]> {
  const { rows } = await sql<{ vendor_id: number; day: string; frozen: number }>`
    select v.vendor_id, v.next_charge_date::text as day, (
        select count(*)::int
        from subscription s
        where s.vendor_id = v.vendor_id and not s.is_cancel_pending
          and (s.is_pause_pending or s.paused_at is not null)) as frozen
    from vendor v
    where v.vendor_status_id = ${sql.lit(vendorStatus.active)} and not v.is_staff and v.deleted_tm is null
      and v.next_charge_date <= ${last}::date
    order by v.vendor_id
    limit 200000`.execute(db)
  const bills: Cents[] = []
  for (let at = 0; at < rows.length; at += atOnce) {
    const dueVendors = new Map(rows.slice(at, at + atOnce).map((row) => [row.vendor_id, row]))
    for (const terms of await billTermsOf(db, clock, [...dueVendors.keys()])) {
      const row = dueVendors.get(terms.vendor_id)
      const cents = row ? toCents(billOn(terms, row.day, row.frozen).total) : 0
      if (cents > 0) bills.push(cents)
    }
  }
  return bills
}

/** Open invoices whose card is charged again until a day. */
async function readRetries(db: Db, last: string) {
  const { rows } = await sql<{ total: string; tries: number }>`
    select i.total, i.tries
    from invoice i
    join vendor v using (vendor_id)
    where i.kind = 'renewal' and i.paid_tm is null and i.written_off_tm is null and i.next_try <= ${last}::date
      and v.vendor_status_id = ${sql.lit(vendorStatus.active)}
    limit 200000`.execute(db)
  return rows
}
