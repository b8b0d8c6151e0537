import { chargeStatus, setUpType, transType } from '#contract/billing/charge-codes.ts'
import { fromCents, toCents } from '#contract/billing/cents.ts'
import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import {
  leastExpansion,
  lostWithinDays,
  mostDeals,
  noOwner,
  reactivatedAfterDays,
  setUpWithinDays,
  type ClosedDeal,
  type ClosedDeals,
  type ClosedDealsFilters,
} from '#contract/reports/closed-deals.ts'
import { weekMs, weekStart } from '#contract/reports/the-truth.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rangeOr } from './range.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

/** The Truth’s week of a day, by its noon, so that none lies on a bound. */
const weekOf = sql`floor((extract(epoch from d.from_day + time '12:00') * 1000 - ${weekStart(0)}::int8) / ${weekMs}::int)::int`

export const getClosedDeals = ({ db, clock }: Ctx, { body }: Parsed<'getClosedDeals'>) =>
  readClosedDeals(db, body, dayOf(clock.now()))

/** Deals are counted and summed where they are; only the newest are listed. */
export async function readClosedDeals(
  db: Db,
  filters: ClosedDealsFilters,
  today: string,
): Promise<ClosedDeals> {
  const range = rangeUntil(filters, today)
  const chosen = dealsOf(range, filters.owner)
  const [{ rows: sums }, { rows: deals }] = await Promise.all([
    weeklySums(chosen, today).execute(db),
    listDeals(chosen, today, mostDeals).execute(db),
  ])
  return { ...range, deals, total: sums.reduce((n, row) => n + row.deals, 0), ...totalsOf(sums) }
}

const rangeUntil = ({ start, end }: ClosedDealsFilters, today: string): DayRange =>
  rangeOr({ start, end: end ?? today }, { start, end: today })

/** The spans of a range that are deals: who started to pay, came back or pays more, without staff. */
export const dealsOf = ({ start, end }: DayRange, owner?: string) => sql`
  select s.vendor_id, s.from_day, s.manager_vendor_id, coalesce(o.company, ${noOwner}) as owner, s.stops_on,
    s.mrr_cents - case when s.was_to = s.from_day then s.was_cents else 0 end as added_cents,
    case
      when s.was_to is null then 'new'
      when s.was_to = s.from_day then 'expansion'
      else 'reactivation'
    end as kind
  from mrr_span s
  join vendor v on v.vendor_id = s.vendor_id and not v.is_staff
  left join vendor o on o.vendor_id = s.crm_owner_vendor_id
  where s.from_day between ${start}::date and ${end}::date
    and ${owner === undefined ? sql`true` : sql`coalesce(o.company, ${noOwner}) = ${owner}`}
    and (
      s.was_to is null
      or s.from_day - s.was_to >= ${reactivatedAfterDays}::int
      or (s.was_to = s.from_day and s.mrr_cents - s.was_cents >= ${leastExpansion * 100}::int))`

type Deals = ReturnType<typeof dealsOf>
/** The day on which the deal was lost. */
const lostOn = (today: string) => sql`
  case when d.stops_on <= least(d.from_day + ${lostWithinDays}::int, ${today}::date) then d.stops_on end`

interface WeekSum {
  week: number
  owner: string
  deals: number
  cents: number
  lost: number
  lost_cents: number
}
const weeklySums = (chosen: Deals, today: string) => sql<WeekSum>`
  select ${weekOf} as week, d.owner, count(*) as deals, sum(d.added_cents) as cents, count(l.day) as lost,
    coalesce(sum(d.added_cents) filter (where l.day is not null), 0)::int8 as lost_cents
  from (${chosen}) d
  cross join lateral (select ${lostOn(today)} as day) l
  group by 1, 2
  order by 1, 2`

/** Deals with what belongs to them, newest first. */
const listDeals = (chosen: Deals, today: string, most: number | null) => sql<ClosedDeal>`
  with deal as materialized (
    ${chosen}
    order by s.from_day desc, s.vendor_id
    limit ${most}::int8
  )
  select d.vendor_id, v.company, d.from_day::text as day, ${weekOf} as week, d.kind,
    (d.added_cents / 100.0)::numeric(12,2)::text as added,
    coalesce(fee.sum, 0)::numeric(12,2)::text as set_up, d.owner, m.company as manager,
    greatest(0, d.from_day - (v.insert_tm at time zone 'UTC')::date) as registered_days,
    exists (
      select
      from mrr_span t
      where t.vendor_id = d.vendor_id and t.from_day <= ${today}::date
        and (t.to_day is null or t.to_day > ${today}::date)) as pays_today,
    (${lostOn(today)})::text as lost_on
  from deal d
  join vendor v using (vendor_id)
  left join vendor m on m.vendor_id = d.manager_vendor_id
  left join lateral (
    select sum(c.amount) as sum
    from vendor_charge c
    where c.vendor_id = d.vendor_id
      and c.vendor_charge_type_id = ${sql.lit(setUpType)}
      and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
      and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}
      and c.tm >= d.from_day::timestamp at time zone 'UTC'
      and c.tm < (d.from_day + ${setUpWithinDays}::int)::timestamp at time zone 'UTC') fee on true
  order by d.from_day desc, v.company, d.vendor_id`

/** Every deal of a range, for its file. */
export const selectDeals = (filters: ClosedDealsFilters, today: string) =>
  listDeals(dealsOf(rangeUntil(filters, today), filters.owner), today, null)

function totalsOf(sums: readonly WeekSum[]): Pick<ClosedDeals, 'all' | 'lost' | 'by_owner' | 'weeks'> {
  return {
    all: sumOf(sums),
    lost: sumOf(sums.map((row) => ({ deals: row.lost, cents: row.lost_cents }))),
    by_owner: [...Map.groupBy(sums, ({ owner }) => owner)]
      .map(([owner, own]) => ({ owner, ...sumOf(own), lost: own.reduce((n, row) => n + row.lost, 0) }))
      .toSorted((a, b) => toCents(b.added) - toCents(a.added) || a.owner.localeCompare(b.owner)),
    weeks: sums.map((row) => ({
      week: row.week,
      starts: dayOf(weekStart(row.week)),
      owner: row.owner,
      ...sumOf([row]),
    })),
  }
}
const sumOf = (rows: readonly Pick<WeekSum, 'deals' | 'cents'>[]) => ({
  deals: rows.reduce((n, row) => n + row.deals, 0),
  added: fromCents(rows.reduce((cents, row) => cents + row.cents, 0)),
})

export const prepareClosedDeals = (ctx: Ctx, { body }: Parsed<'prepareClosedDeals'>) => {
  rangeUntil(body, dayOf(ctx.clock.now()))
  return prepareReport(ctx, 'closed_deals', body)
}
export const downloadClosedDeals = (ctx: Ctx) => downloadPrepared(ctx, 'closed_deals')
