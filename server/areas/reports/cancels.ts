import { addDays, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import { lastMonth, periodsOf, type DayRange } from '#contract/marketing/periods.ts'
import {
  cancelLossDays,
  cancelPageSize,
  type CancelEvent,
  type CancelEventKind,
  type CancelFigures,
  type CancelRange,
  type CancelReport,
} from '#contract/reports/cancels.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { Ctx } from '#server/platform/services.ts'
import { withTotal } from './months.ts'
import { rangeOr } from './range.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

/** Whether a caller may see money; the others get the same report without it. */
export const seesMoney = (role: Role): boolean => (mayCall.money as readonly Role[]).includes(role)

type PeriodRow = CancelFigures & { place: number | null }

export async function getCancels(
  { db, clock, who }: Ctx,
  { body }: Parsed<'getCancels'>,
): Promise<CancelReport> {
  const range = rangeOr(body, lastMonth(dayOf(clock.now())))
  const { interval } = body
  const periods = interval === 'day' ? daysOf(range) : periodsOf(range, interval)
  const rows = await readFigures(db, periods)
  const figures = new Map(rows.map(({ place, ...row }) => [place, row]))
  const shown = (place: number | null): CancelFigures => {
    const found = figures.get(place) ?? none
    return seesMoney(who.role) ? found : { ...found, mrr_lost: null }
  }
  return {
    ...range,
    interval,
    periods: periods.map((period, i) => ({ ...period, ...shown(i + 1) })),
    totals: shown(null),
  }
}
const none: CancelFigures = {
  asked: 0,
  taken_back: 0,
  ended: 0,
  vendors_left: 0,
  median_days: null,
  mrr_lost: '0.00',
  reasons: [],
}
function daysOf({ start, end }: DayRange): DayRange[] {
  const days: DayRange[] = []
  for (let day = start; day <= end; day = addDays(day, 1)) days.push({ start: day, end: day })
  return days
}

/** The figures of each period, by its place from 1, and of all together without one. */
async function readFigures(db: Db, periods: readonly DayRange[]): Promise<PeriodRow[]> {
  const starts = periods.map(({ start }) => startOf(start))
  const last = periods.at(-1)
  if (!last) return []
  const { rows } = await sql<PeriodRow>`
    with event as materialized (
      select e.vendor_id, e.what, e.tm, e.reason_id, e.had_days, e.subscription_event_id,
        width_bucket(e.tm, ${starts}::timestamptz[]) as place
      from subscription_event e
      join vendor v using (vendor_id)
      where not v.is_staff
        and e.what in ${cancelKinds}
        and e.tm >= ${starts[0]}::timestamptz
        and e.tm < ${endOf(last.end)}::timestamptz
    ), held as (
      select subscription_event_id,
        sum(case when what = 'added' then 1 when what in ('ended', 'removed') then -1 else 0 end)
          over (partition by vendor_id order by tm, subscription_event_id) as left_over
      from subscription_event
      where vendor_id in (select vendor_id from event where what in ('ended', 'removed'))
    ), lost as (
      select distinct e.place, e.vendor_id, s.from_day, s.mrr_cents
      from event e
      join mrr_span s on s.vendor_id = e.vendor_id
        and s.departure = 'canceled'
        and s.to_day between (e.tm at time zone 'UTC')::date
          and (e.tm at time zone 'UTC')::date + ${cancelLossDays}::int
      where e.what in ('cancel_asked', 'removed')
    ), losses as (
      select place, sum(mrr_cents) as cents
      from lost
      group by place
      union all
      select null, sum(mrr_cents) from (select distinct vendor_id, from_day, mrr_cents from lost) l
    ), reasons as (
      select place, jsonb_agg(jsonb_build_object('reason_id', reason_id, 'asked', asked, 'ended', ended)
        order by reason_id) as reasons
      from (
        select place, reason_id, count(*) filter (where what = 'cancel_asked') as asked,
          count(*) filter (where what in ('ended', 'removed')) as ended
        from event
        where what <> 'reactivated'
        group by grouping sets ((place, reason_id), (reason_id))) r
      group by place
    )
    select e.place, count(*) filter (where e.what = 'cancel_asked') as asked,
      count(*) filter (where e.what = 'reactivated') as taken_back,
      count(*) filter (where e.what in ('ended', 'removed')) as ended,
      count(distinct e.vendor_id) filter (where e.what in ('ended', 'removed') and h.left_over <= 0) as vendors_left,
      (percentile_cont(0.5) within group (order by e.had_days) filter (where e.what in ('ended', 'removed')))::float8
        as median_days,
      (coalesce((select l.cents from losses l where l.place is not distinct from e.place), 0) / 100.0)::numeric(14,2)::text
        as mrr_lost,
      coalesce((select r.reasons from reasons r where r.place is not distinct from e.place), '[]') as reasons
    from event e
    left join held h using (subscription_event_id)
    group by grouping sets ((e.place), ())`.execute(db)
  return rows
}
const cancelKinds = sql`('cancel_asked', 'reactivated', 'ended', 'removed')`

interface EventFilters extends Pick<CancelRange, 'start' | 'end'> {
  what?: CancelEventKind | undefined
}
/** The events of a range, newest first. */
export function selectCancelEvents(filters: EventFilters, today: string) {
  const { start, end } = rangeOr(filters, lastMonth(today))
  return sql<CancelEvent>`
    select e.subscription_event_id, e.tm, e.what, e.vendor_id, v.company, e.dropshipper_id, d.supplier_name,
      e.reason_id, e.comment, e.by_customer, e.by_name, e.had_days, p.name as plan, m.company as manager,
      case
        when e.what in ('ended', 'removed') then (e.tm at time zone 'UTC')::date
        when e.what = 'cancel_asked' then coalesce(
          (
            select case when n.what in ('ended', 'removed') then (n.tm at time zone 'UTC')::date end
            from subscription_event n
            where n.vendor_id = e.vendor_id
              and n.dropshipper_id = e.dropshipper_id
              and (n.tm, n.subscription_event_id) > (e.tm, e.subscription_event_id)
            order by n.tm, n.subscription_event_id
            limit 1),
          (
            select v.next_charge_date
            from subscription s
            where s.vendor_id = e.vendor_id and s.dropshipper_id = e.dropshipper_id and s.is_cancel_pending))
      end::text as ends_on
    from subscription_event e
    join vendor v using (vendor_id)
    left join dropshipper d using (dropshipper_id)
    left join plan_type p using (vendor_plan_type_id)
    left join vendor m on m.vendor_id = v.account_manager_vendor_id
    where not v.is_staff
      and e.tm >= ${startOf(start)}::timestamptz
      and e.tm < ${endOf(end)}::timestamptz
      and ${filters.what === undefined ? sql`e.what in ${cancelKinds}` : sql`e.what = ${filters.what}`}
    order by e.tm desc, e.subscription_event_id desc`
}

export async function listCancelEvents({ db, clock }: Ctx, { body }: Parsed<'listCancelEvents'>) {
  const { rows } = await sql<CancelEvent & { total: number }>`
    with found as (${selectCancelEvents(body, dayOf(clock.now()))})
    select *, (select count(*) from found) as total
    from found
    order by tm desc, subscription_event_id desc
    limit ${cancelPageSize}
    offset ${(body.page - 1) * cancelPageSize}`.execute(db)
  const { rows: events, total } = withTotal(rows)
  return { events, total }
}

export const prepareCancels = (ctx: Ctx, { body }: Parsed<'prepareCancels'>) =>
  prepareReport(ctx, 'cancels', { ...body, ...rangeOr(body, lastMonth(dayOf(ctx.clock.now()))) })
export const downloadCancels = (ctx: Ctx): Promise<FileAnswer> => downloadPrepared(ctx, 'cancels')
