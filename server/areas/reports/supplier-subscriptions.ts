import { addDays, dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type { DayRange } from '#contract/marketing/periods.ts'
import {
  churnDays,
  type movedFigures,
  type SubscriptionFigures,
  type SupplierSubscriptionFilters,
  type SupplierSubscriptions,
} from '#contract/reports/supplier-subscriptions.ts'
import type { SubscriptionState } from '#contract/subscriptions/standing.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthSoFar, rangeOr } from './range.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

const mostSuppliers = 5000

/** The state of subscription `s`: the first that applies (docs/domain/subscriptions.md, State). */
export const subscriptionState = sql<SubscriptionState>`
  case
    when s.is_cancel_pending then 'cancel_pending'
    when s.is_pause_pending then 'freeze_pending'
    when s.paused_at is not null then 'frozen'
    else 'active'
  end`

export const getSupplierSubscriptions = (
  { db, clock }: Ctx,
  { body }: Parsed<'getSupplierSubscriptions'>,
): Promise<SupplierSubscriptions> => readSupplierSubscriptions(db, body, dayOf(clock.now()))

export async function readSupplierSubscriptions(
  db: Db,
  filters: SupplierSubscriptionFilters,
  today: string,
): Promise<SupplierSubscriptions> {
  const range = rangeOr(filters, monthSoFar(today))
  const [{ rows: standingRows }, { rows: movedRows }] = await Promise.all([
    subscribersOf(filters).execute(db),
    movedIn(range, filters.supplier).execute(db),
  ])
  const movedById = isByStanding(filters) ? null : new Map(movedRows.map((row) => [row.dropshipper_id, row]))
  // one row has no supplier: the sums
  const sums = standingRows.find((row) => row.dropshipper_id === null)
  if (!sums) throw new Error('The sums of all suppliers are missing')
  const { dropshipper_id: _, supplier_name: _name, vendors, ...totals } = sums
  const present = new Set(standingRows.map((row) => row.dropshipper_id))
  const left = [...(movedById?.values() ?? [])]
    .filter((row) => !present.has(row.dropshipper_id) && row.added + row.ended > 0)
    .map(({ dropshipper_id, supplier_name }) => ({ ...noSubscribers, dropshipper_id, supplier_name }))
  const suppliers = [...standingRows, ...left].flatMap(
    ({ vendors: _vendors, dropshipper_id, supplier_name, ...row }) =>
      dropshipper_id === null || supplier_name === null
        ? []
        : [{ dropshipper_id, supplier_name, ...row, ...movementOf(movedById, dropshipper_id) }],
  )
  const feeds = await ownStandings(
    db,
    suppliers.map((row) => row.dropshipper_id),
  )
  const { churn: _churn, ...movedTotals } = movementOf(movedById, null)
  return {
    ...range,
    suppliers: suppliers.map((row) => {
      const feed = feeds.get(row.dropshipper_id)
      return { ...row, standing: feed?.standing ?? null, standing_reason: feed?.standing_reason ?? 'No feed' }
    }),
    totals: { ...totals, ...movedTotals },
    vendors,
  }
}

/** Whether filters choose by what subscriptions are now, which those that ended aren’t. */
export const isByStanding = ({ market, status, without_integration }: SupplierSubscriptionFilters): boolean =>
  market !== undefined || status !== undefined || without_integration

type Standings = Omit<SubscriptionFigures, (typeof movedFigures)[number]> & {
  dropshipper_id: number | null
  supplier_name: string | null
  vendors: number
}
type StandingFilters = Pick<
  SupplierSubscriptionFilters,
  'supplier' | 'market' | 'status' | 'without_integration'
>
/** The subscriptions that exist now, with what they are counted by. */
export function standingSubscriptions({ supplier, market, status, without_integration }: StandingFilters) {
  const conditions = [
    supplier !== undefined && sql`s.dropshipper_id = ${supplier}`,
    status !== undefined && sql`${subscriptionState} = ${status}`,
    market !== undefined &&
      sql`exists (
        select
        from vendor_market_map m
        where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and m.market_id = ${market})`,
    without_integration && sql`not i.has_active`,
  ].filter((condition) => condition !== false)
  return sql`
      select s.vendor_id, s.dropshipper_id, s.insert_tm, d.supplier_name, ${subscriptionState} as state, i.has_active,
        not exists (
          select
          from subscription o
          where o.vendor_id = s.vendor_id and o.dropshipper_id <> s.dropshipper_id) as is_only
      from subscription s
      join vendor v using (vendor_id)
      join dropshipper d using (dropshipper_id)
      cross join lateral (
        select exists (
          select
          from vendor_market_map m
          where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and ${activeIntegration}
        ) as has_active) i
      where ${sql.join([sql`not v.is_staff`, ...conditions], sql` and `)}`
}

/** The subscriptions that exist now, by supplier and in all; a supplier without any isn’t there. */
function subscribersOf(filters: StandingFilters) {
  return sql<Standings>`
    with found as (
      ${standingSubscriptions(filters)}
    )
    select dropshipper_id, supplier_name, count(*)::int as subscribers,
      count(distinct vendor_id)::int as vendors,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'cancel_pending')::int as cancel_pending,
      count(*) filter (where state = 'freeze_pending')::int as freeze_pending,
      count(*) filter (where state = 'frozen')::int as frozen,
      count(*) filter (where has_active)::int as with_integration,
      count(*) filter (where is_only)::int as only_this
    from found
    group by grouping sets ((dropshipper_id, supplier_name), ())
    order by dropshipper_id is null desc, subscribers desc, lower(supplier_name), dropshipper_id
    limit ${mostSuppliers + 1}`
}

/** A supplier whose subscriptions have all ended. */
const noSubscribers = {
  vendors: 0,
  subscribers: 0,
  active: 0,
  cancel_pending: 0,
  freeze_pending: 0,
  frozen: 0,
  with_integration: 0,
  only_this: 0,
}

interface Moved {
  dropshipper_id: number | null
  supplier_name: string | null
  opening: number
  added: number
  ended: number
  closing: number
  churn: number | null
}
/** What events say of each supplier’s subscriptions in a range; each one that was added ends at most once. */
const movedIn = ({ start, end }: DayRange, supplier: number | undefined) => sql<Moved>`
  with pair as (
    select e.vendor_id, e.dropshipper_id,
      coalesce(sum(x.sign) filter (where e.tm < ${startOf(start)}::timestamptz), 0) as opening,
      count(*) filter (where x.sign > 0 and e.tm >= ${startOf(start)}::timestamptz) as added,
      count(*) filter (where x.sign < 0 and e.tm >= ${startOf(start)}::timestamptz) as ended,
      coalesce(sum(x.sign) filter (where e.tm < ${churnStart(end)}::timestamptz), 0) as base,
      -- also if it was added again
      bool_or(x.sign < 0 and e.tm >= ${churnStart(end)}::timestamptz) as has_ended
    from subscription_event e
    join vendor v using (vendor_id)
    cross join lateral (select case when e.what = 'added' then 1 else -1 end as sign) x
    where e.what in ('added', 'ended', 'removed')
      and not v.is_staff
      and e.tm < ${endOf(end)}::timestamptz
      and ${supplier === undefined ? sql`true` : sql`e.dropshipper_id = ${supplier}`}
    group by e.vendor_id, e.dropshipper_id
  ), counted as (
    select dropshipper_id, coalesce(sum(opening), 0)::int as opening, coalesce(sum(added), 0)::int as added,
      coalesce(sum(ended), 0)::int as ended, coalesce(sum(opening + added - ended), 0)::int as closing,
      coalesce(sum(base), 0)::int as base, count(*) filter (where base > 0 and has_ended)::int as lost
    from pair
    group by grouping sets ((dropshipper_id), ())
  )
  select c.dropshipper_id, d.supplier_name, c.opening, c.added, c.ended, c.closing,
    case when c.base > 0 then c.lost::float8 / c.base end as churn
  from counted c
  left join dropshipper d using (dropshipper_id)`
const churnStart = (end: string) => endOf(addDays(end, -churnDays))

const nothingMoved: Omit<Moved, 'dropshipper_id' | 'supplier_name'> = {
  opening: 0,
  added: 0,
  ended: 0,
  closing: 0,
  churn: null,
}
const movedUnknown = { opening: null, added: null, ended: null, closing: null, churn: null }
function movementOf(moved: ReadonlyMap<number | null, Moved> | null, supplierId: number | null) {
  if (!moved) return movedUnknown
  const found = moved.get(supplierId)
  if (!found) return nothingMoved
  const { dropshipper_id: _, supplier_name: _name, ...figures } = found
  return figures
}

export const prepareSupplierSubscriptions = (ctx: Ctx, { body }: Parsed<'prepareSupplierSubscriptions'>) => {
  const range = rangeOr(body, monthSoFar(dayOf(ctx.clock.now())))
  return prepareReport(ctx, 'supplier_subscriptions', { ...body, ...range })
}

export const downloadSupplierSubscriptions = (ctx: Ctx) => downloadPrepared(ctx, 'supplier_subscriptions')
