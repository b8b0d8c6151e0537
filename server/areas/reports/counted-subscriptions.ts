import type { RawBuilder } from 'kysely'
import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import {
  countedSubscriptionPageSize,
  type CountedSubscription,
  type CountedSubscriptionFilters,
  type SubscriptionFigure,
} from '#contract/reports/supplier-subscriptions.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthSoFar, rangeOr } from './range.ts'
import { isByStanding, standingSubscriptions, subscriptionState } from './supplier-subscriptions.ts'

type Standing = Exclude<SubscriptionFigure, 'opening' | 'added' | 'ended' | 'closing'>
const counts: Record<Standing, RawBuilder<boolean>> = {
  subscribers: sql`true`,
  active: sql`state = 'active'`,
  cancel_pending: sql`state = 'cancel_pending'`,
  freeze_pending: sql`state = 'freeze_pending'`,
  frozen: sql`state = 'frozen'`,
  with_integration: sql`has_active`,
  only_this: sql`is_only`,
}

type Filters = CountedSubscriptionFilters
/** What was added or ended in the range; each event counts once. */
const movedIn = ({ start, end }: DayRange, what: readonly string[], supplier: number | undefined) => sql`
  select e.vendor_id, e.dropshipper_id, e.tm, e.subscription_event_id as place
  from subscription_event e
  join vendor v using (vendor_id)
  where not v.is_staff
    and e.what = any(${what}::text[])
    and e.tm >= ${startOf(start)}::timestamptz
    and e.tm < ${endOf(end)}::timestamptz
    and ${supplier === undefined ? sql`true` : sql`e.dropshipper_id = ${supplier}`}`

/** The subscriptions that existed before a moment, with when they were added. */
const standingBefore = (tm: string, supplier: number | undefined) => sql`
  select p.vendor_id, p.dropshipper_id, p.tm, n as place
  from (
    select e.vendor_id, e.dropshipper_id, max(e.tm) filter (where e.what = 'added') as tm,
      sum(case when e.what = 'added' then 1 else -1 end)::int as held
    from subscription_event e
    join vendor v using (vendor_id)
    where not v.is_staff
      and e.what in ('added', 'ended', 'removed')
      and e.tm < ${tm}::timestamptz
      and ${supplier === undefined ? sql`true` : sql`e.dropshipper_id = ${supplier}`}
    group by e.vendor_id, e.dropshipper_id) p
  cross join lateral generate_series(1, p.held) n`

function rowsOf({ figure, ...filters }: Filters, range: DayRange) {
  const { supplier } = filters
  const isMoved = figure === 'opening' || figure === 'added' || figure === 'ended' || figure === 'closing'
  if (!isMoved)
    return sql`
      select vendor_id, dropshipper_id, insert_tm as tm, 0 as place
      from (${standingSubscriptions(filters)}) f
      where ${counts[figure]}`
  // a filter by today’s state leaves these numbers out
  if (isByStanding(filters))
    return sql`select null::int as vendor_id, null::int as dropshipper_id, null::timestamptz as tm, 0 as place where false`
  if (figure === 'opening') return standingBefore(startOf(range.start), supplier)
  if (figure === 'closing') return standingBefore(endOf(range.end), supplier)
  return movedIn(range, figure === 'added' ? ['added'] : ['ended', 'removed'], supplier)
}

/** The subscriptions that a number of Supplier Subscriptions counts, newest first. */
export const selectCountedSubscriptions = (
  filters: CountedSubscriptionFilters,
  today: string,
) => sql<CountedSubscription>`
  select concat_ws(' ', r.vendor_id, r.dropshipper_id, r.place) as row,
    (r.tm at time zone 'UTC')::date::text as day, r.vendor_id, v.company, r.dropshipper_id, d.supplier_name,
    case when s.vendor_id is not null then ${subscriptionState} end as state
  from (${rowsOf(filters, rangeOr(filters, monthSoFar(today)))}) r
  join vendor v using (vendor_id)
  join dropshipper d using (dropshipper_id)
  left join subscription s using (vendor_id, dropshipper_id)
  order by r.tm desc, r.vendor_id, r.dropshipper_id, r.place`

export async function listCountedSubscriptions(
  { db, clock }: Ctx,
  { body }: Parsed<'listCountedSubscriptions'>,
) {
  const { page, ...filters } = body
  const today = dayOf(clock.now())
  const range = rangeOr(filters, monthSoFar(today))
  const [sums, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from (${rowsOf(filters, range)}) r`.execute(db),
    sql<CountedSubscription>`
      ${selectCountedSubscriptions(filters, today)}
      limit ${countedSubscriptionPageSize} offset ${(page - 1) * countedSubscriptionPageSize}`.execute(db),
  ])
  return { ...range, ...singleRow(sums.rows), rows: found.rows }
}
