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
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { rangeOr } from './range.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

/** The Truth counts weeks from here: 2018-04-03 04:00:34 UTC. */
const firstWeekSeconds = 1_522_728_034
const weekSeconds = 604_800
/** The week of a day, by its noon, so that none lies on a bound. */
const weekOf = sql`floor((extract(epoch from d.from_day + time '12:00') - ${firstWeekSeconds}::int) / ${weekSeconds}::int)::int`
const weekStart = (week: number): string => dayOf((firstWeekSeconds + week * weekSeconds) * 1000)

export const getClosedDeals = ({ db, clock }: Ctx, { body }: Parsed<'getClosedDeals'>) =>
  readClosedDeals(db, body, dayOf(clock.now()))

type DealRow = ClosedDeal & { total: number }

/** Who started to pay, came back or pays more, from the spans of recurring revenue. */
export async function readClosedDeals(
  db: Db,
  { start, end }: ClosedDealsFilters,
  today: string,
): Promise<ClosedDeals> {
  const range = rangeOr({ start, end: end ?? today }, { start, end: today })
  const { rows } = await dealsOf(range, today, mostDeals).execute(db)
  const deals = rows.map(({ total: _total, ...row }) => row)
  return { ...range, deals, total: rows[0]?.total ?? 0, ...sumsOf(deals) }
}

/** All deals of a range, for a file. */
export const selectDeals = ({ start, end }: ClosedDealsFilters, today: string) =>
  dealsOf(rangeOr({ start, end: end ?? today }, { start, end: today }), today, null)

/** Deals, newest first. @param most null: all of them */
const dealsOf = (range: DayRange, today: string, most: number | null) => sql<DealRow>`
    with deal as materialized (
      select s.vendor_id, s.from_day, s.crm_owner_vendor_id, s.manager_vendor_id,
        s.mrr_cents - case when p.to_day = s.from_day then p.mrr_cents else 0 end as added_cents,
        case
          when p.vendor_id is null then 'new'
          when p.to_day = s.from_day then 'expansion'
          else 'reactivation'
        end as kind
      from mrr_span s
      left join lateral (
        select vendor_id, to_day, mrr_cents
        from mrr_span
        where vendor_id = s.vendor_id and from_day < s.from_day
        order by from_day desc
        limit 1) p on true
      where s.from_day between ${range.start}::date and ${range.end}::date
        and s.mrr_cents > 0
        and (
          p.vendor_id is null
          or s.from_day - p.to_day >= ${reactivatedAfterDays}::int
          or (p.to_day = s.from_day and s.mrr_cents - p.mrr_cents >= ${leastExpansion * 100}::int)))
    select d.vendor_id, v.company, d.from_day::text as day, ${weekOf} as week, d.kind,
      (d.added_cents / 100.0)::numeric(12,2)::text as added,
      coalesce(fee.sum, 0)::numeric(12,2)::text as set_up, coalesce(o.company, ${noOwner}) as owner,
      m.company as manager, greatest(0, d.from_day - (v.insert_tm at time zone 'UTC')::date) as registered_days,
      exists (
        select
        from mrr_span t
        where t.vendor_id = d.vendor_id and t.from_day <= ${today}::date
          and (t.to_day is null or t.to_day > ${today}::date)) as pays_today,
      lost.to_day::text as lost_on, (count(*) over ())::int as total
    from deal d
    join vendor v using (vendor_id)
    left join vendor o on o.vendor_id = d.crm_owner_vendor_id
    left join vendor m on m.vendor_id = d.manager_vendor_id
    left join lateral (
      select min(l.to_day) as to_day
      from mrr_span l
      where l.vendor_id = d.vendor_id and l.departure is not null
        and l.to_day > d.from_day and l.to_day <= least(d.from_day + ${lostWithinDays}::int, ${today}::date)) lost on true
    left join lateral (
      select sum(c.amount) as sum
      from vendor_charge c
      where c.vendor_id = d.vendor_id
        and c.vendor_charge_type_id = ${sql.lit(setUpType)}
        and c.vendor_charge_trans_type_id = ${sql.lit(transType.charge)}
        and coalesce(c.vendor_charge_status_id, ${sql.lit(chargeStatus.succeeded)}) = ${sql.lit(chargeStatus.succeeded)}
        and c.tm >= d.from_day::timestamp at time zone 'UTC'
        and c.tm < (d.from_day + ${setUpWithinDays}::int)::timestamp at time zone 'UTC') fee on true
    where not v.is_staff
    order by d.from_day desc, v.company, d.vendor_id
    limit ${most}::int`

function sumsOf(deals: readonly ClosedDeal[]): Pick<ClosedDeals, 'all' | 'lost' | 'by_owner' | 'weeks'> {
  const owners = Map.groupBy(deals, ({ owner }) => owner)
  const weeks = Map.groupBy(deals, ({ week, owner }) => `${week} ${owner}`)
  return {
    all: sumOf(deals),
    lost: sumOf(deals.filter(({ lost_on }) => lost_on !== null)),
    by_owner: [...owners]
      .map(([owner, own]) => ({
        owner,
        ...sumOf(own),
        lost: own.filter(({ lost_on }) => lost_on !== null).length,
      }))
      .toSorted((a, b) => toCents(b.added) - toCents(a.added) || a.owner.localeCompare(b.owner)),
    weeks: [...weeks.values()]
      .flatMap((own) => {
        const [first] = own
        return first
          ? [{ week: first.week, starts: weekStart(first.week), owner: first.owner, ...sumOf(own) }]
          : []
      })
      .toSorted((a, b) => a.week - b.week || a.owner.localeCompare(b.owner)),
  }
}
const sumOf = (deals: readonly ClosedDeal[]) => ({
  deals: deals.length,
  added: fromCents(deals.reduce((sum, { added }) => sum + toCents(added), 0)),
})

export const prepareClosedDeals = (ctx: Ctx, { body }: Parsed<'prepareClosedDeals'>) => {
  rangeOr({ start: body.start, end: body.end ?? body.start }, { start: body.start, end: body.start })
  return prepareReport(ctx, 'closed_deals', body)
}
export const downloadClosedDeals = (ctx: Ctx) => downloadPrepared(ctx, 'closed_deals')
