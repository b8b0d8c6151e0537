import type { RawBuilder } from 'kysely'
import { addDays, dayOf } from '#contract/billing/days.ts'
import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import type { Parsed } from '#contract/index.ts'
import { lastMonth, periodsOf, rangeBefore, rangeFault, type DayRange } from '#contract/marketing/periods.ts'
import {
  otherSources,
  type CampaignFigures,
  type CampaignReport,
  type CampaignRow,
  type OtherSource,
  type RegistrationFilters,
  type ReportAsked,
} from '#contract/marketing/report.ts'
import { moneyAccounts, readReceived, type Received } from '#server/areas/ledger/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { mostCampaigns } from '#contract/marketing/campaigns.ts'

/** When a day in UTC begins. */
export const startOf = (day: string) => `${day}T00:00:00Z`
/** When the day after it begins. */
export const endOf = (day: string) => startOf(addDays(day, 1))

/** Where a registration came from, of the source `s`. */
export const sourceColumn = sql`
  case
    when s.campaign_id is not null then 'campaign'
    when s.promo_code_id is not null then 'code'
    when s.utm_source <> '' or s.utm_medium <> '' or s.utm_campaign <> '' then 'tagged'
    else 'direct'
  end`
/**
 * What was received from some vendors `who`, and when first; what came in from `until` on isn't their revenue.
 * @param received the sums by vendor
 */
export const receivedFrom = (received: Received, later: RawBuilder<unknown>) => sql`
  received as (${received}),
  later as (${later}),
  money as (
    select w.vendor_id, r.amount as total_revenue, r.amount - coalesce(l.amount, 0) as revenue,
      r.first_tm as first_paid_tm
    from who w
    join received r using (vendor_id)
    left join later l using (vendor_id)
  )`
/** What came in from some vendors from a moment on: little, mostly, so each movement is looked up. */
export const receivedSince = (since: string, vendors: RawBuilder<unknown> = sql`true`) => sql`
  select w.vendor_id, sum(p.amount) as amount
  from who w
  join ledger_transaction t on t.vendor_id = w.vendor_id and t.tm >= ${since}::timestamptz
  cross join lateral (
    select sum(amount) as amount
    from ledger_posting
    where ledger_transaction_id = t.ledger_transaction_id and account in ${moneyAccounts}) p
  where ${vendors}
  group by w.vendor_id`
/** From a registration to its first payment; imported payments may be older than their vendor. */
export const purchaseSeconds = sql`
  case when first_paid_tm is not null then greatest(0, extract(epoch from first_paid_tm - insert_tm)) end`

/** The range that was asked for, or last month. */
export function rangeOf({ start, end }: Pick<ReportAsked, 'start' | 'end'>, today: string): DayRange {
  if (start === undefined && end === undefined) return lastMonth(today)
  if (start === undefined) throw invalid({ start: 'Enter the first day' })
  if (end === undefined) throw invalid({ end: 'Enter the last day' })
  refuseRange({ start, end })
  return { start, end }
}
export function refuseRange(range: DayRange): void {
  const fault = rangeFault(range)
  if (fault) throw invalid({ ...fault })
}

/** The registrations of one campaign or affiliate are few enough for any range. */
export function refuseRegistrationRange({ campaign_id, affiliate_id, ...range }: RegistrationFilters): void {
  const isOfOne = campaign_id !== undefined || affiliate_id !== undefined
  if (!isOfOne || range.end < range.start) refuseRange(range)
}

interface Cell {
  source: CampaignRow['source']
  campaign_id: number | null
  /** The period, counted from 1: those of the range before come first. */
  place: number
  registrations: number
  purchases: number
  seconds: number
  revenue: string
  total_revenue: string
}

/** Registrations and their money by source and period, of both ranges in one statement. */
async function readCells(
  db: Db,
  received: Received,
  { before, periods, end }: { before: DayRange; periods: readonly DayRange[]; end: string },
) {
  const starts = periods.map((period) => startOf(period.start))
  const ends = periods.map((period) => endOf(period.end))
  const firstPlace = periods.findIndex((period) => period.start > before.end) + 1
  const later = sql`
    ${receivedSince(endOf(end), sql`w.place >= ${firstPlace}::int`)}
    union all
    ${receivedSince(endOf(before.end), sql`w.place < ${firstPlace}::int`)}`
  // the bounds are read once, not once a row
  const { rows } = await sql<Cell>`
    with bounds as materialized (select ${starts}::timestamptz[] as starts, ${ends}::timestamptz[] as ends),
    who as materialized (
      select v.vendor_id, v.insert_tm, s.campaign_id, ${sourceColumn} as source, p.place
      from bounds b
      cross join vendor v
      cross join lateral (select width_bucket(v.insert_tm, b.starts) as place) p
      left join registration_source s using (vendor_id)
      where not v.is_staff
        and v.insert_tm >= ${starts[0]}::timestamptz
        and v.insert_tm < ${ends.at(-1)}::timestamptz
        and v.insert_tm < b.ends[p.place]
    ), ${receivedFrom(received, later)}
    select source, campaign_id, place, count(*) as registrations, count(first_paid_tm) as purchases,
      coalesce(sum(${purchaseSeconds}), 0)::float8 as seconds,
      coalesce(sum(revenue), 0.00) as revenue, coalesce(sum(total_revenue), 0.00) as total_revenue
    from who
    left join money using (vendor_id)
    group by source, campaign_id, place`.execute(db)
  return rows
}

interface Sums {
  registrations: number
  purchases: number
  seconds: number
  revenue: Cents
  total_revenue: Cents
}
const sumOf = (cells: readonly Cell[]): Sums =>
  cells.reduce(
    (sums, cell) => ({
      registrations: sums.registrations + cell.registrations,
      purchases: sums.purchases + cell.purchases,
      seconds: sums.seconds + cell.seconds,
      revenue: sums.revenue + toCents(cell.revenue),
      total_revenue: sums.total_revenue + toCents(cell.total_revenue),
    }),
    { registrations: 0, purchases: 0, seconds: 0, revenue: 0, total_revenue: 0 },
  )
function figuresOf(cells: readonly Cell[]): CampaignFigures {
  const { registrations, purchases, seconds, revenue, total_revenue } = sumOf(cells)
  return {
    total_registrations: registrations,
    purchases,
    avg_purchase_time: purchases > 0 ? Math.round(seconds / purchases) : null,
    revenue: fromCents(revenue),
    total_revenue: fromCents(total_revenue),
  }
}

export const getCampaignReport = ({ db, clock }: Ctx, { body }: Parsed<'getCampaignReport'>) =>
  readReport(db, body, dayOf(clock.now()))

export async function readReport(db: Db, asked: ReportAsked, today: string): Promise<CampaignReport> {
  const { range, before, nowPeriods, earlierPeriods, cells } = await readBoth(db, asked, today)
  const first = earlierPeriods.length
  const isNow = ({ place }: Cell) => place > first
  const at = (place: number) => cells.filter((cell) => cell.place === place)
  const named = await readNames(db)
  return {
    ...range,
    interval: asked.interval,
    campaigns: rowsOf(cells.filter(isNow), named),
    periods: nowPeriods.map((period, i) => ({ ...period, ...figuresOf(at(first + i + 1)) })),
    totals: figuresOf(cells.filter(isNow)),
    before: {
      ...before,
      totals: figuresOf(cells.filter((cell) => !isNow(cell))),
      periods: earlierPeriods.map((period, i) => ({ ...period, ...figuresOf(at(i + 1)) })),
    },
  }
}

async function readBoth(db: Db, asked: ReportAsked, today: string) {
  const range = rangeOf(asked, today)
  const before = rangeBefore(range, today)
  const [earlierPeriods, nowPeriods] = [before, range].map((part) => periodsOf(part, asked.interval)) as [
    DayRange[],
    DayRange[],
  ]
  const periods = [...earlierPeriods, ...nowPeriods]
  const cells = await readReceived(db, (received, tx) =>
    readCells(tx, received, { before, periods, end: range.end }),
  )
  return { range, before, nowPeriods, earlierPeriods, cells }
}

interface Named {
  campaign_id: number
  campaign_name: string
  affiliate: string | null
}
async function readNames(db: Db): Promise<ReadonlyMap<number, Named>> {
  const { rows } = await sql<Named>`
    select campaign_id, campaign_name, a.company as affiliate
    from campaign c
    left join vendor a on a.vendor_id = c.vendor_affiliate_id
    order by campaign_id desc
    limit ${mostCampaigns}`.execute(db)
  return new Map(rows.map((row) => [row.campaign_id, row]))
}

/** A row for each source, the most registrations first, and what has no campaign last. */
function rowsOf(cells: readonly Cell[], names: ReadonlyMap<number, Named>): CampaignRow[] {
  const bySource = Map.groupBy(cells, ({ source, campaign_id }) => campaign_id ?? source)
  return [...bySource.values()]
    .map((ofSource): CampaignRow => {
      const [{ source, campaign_id }] = ofSource as [Cell]
      return { source, campaign_id, ...nameOf(source, campaign_id, names), ...figuresOf(ofSource) }
    })
    .toSorted(
      (a, b) =>
        Number(a.campaign_id === null) - Number(b.campaign_id === null) ||
        b.total_registrations - a.total_registrations ||
        a.name.localeCompare(b.name),
    )
}
function nameOf(
  source: CampaignRow['source'],
  campaign_id: number | null,
  names: ReadonlyMap<number, Named>,
): Pick<CampaignRow, 'name' | 'affiliate'> {
  if (campaign_id === null) return { name: otherSources[source as OtherSource], affiliate: null }
  const named = names.get(campaign_id)
  return { name: named?.campaign_name ?? `Campaign ${campaign_id}`, affiliate: named?.affiliate ?? null }
}

/** A row for each campaign and period, for a file. */
export type ExportedCampaign = CampaignRow & DayRange
export async function readExportedRows(
  db: Db,
  asked: ReportAsked,
  today: string,
): Promise<ExportedCampaign[]> {
  const { nowPeriods, earlierPeriods, cells } = await readBoth(db, asked, today)
  const names = await readNames(db)
  return nowPeriods.flatMap((period, i) =>
    rowsOf(
      cells.filter(({ place }) => place === earlierPeriods.length + i + 1),
      names,
    ).map((row) => ({ ...row, ...period })),
  )
}
