import { dayOf } from '#contract/billing/days.ts'
import type { Parsed } from '#contract/index.ts'
import type {
  SubscriptionFigures,
  SupplierSubscriptionFilters,
  SupplierSubscriptions,
  SupplierSubscriptionsRow,
} from '#contract/reports/supplier-subscriptions.ts'
import type { SubscriptionState } from '#contract/subscriptions/standing.ts'
import { endOf, startOf } from '#server/areas/marketing/public.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { monthSoFar, rangeOr } from './range.ts'
import { downloadPrepared, prepareReport } from './report-file.ts'

const mostSuppliers = 5000

/** The state of subscription `s`: the first that applies (docs/domain/subscriptions.md, State). */
const state = sql<SubscriptionState>`
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
  const { supplier, market, status, without_integration } = filters
  const conditions = [
    supplier !== undefined && sql`s.dropshipper_id = ${supplier}`,
    status !== undefined && sql`${state} = ${status}`,
    market !== undefined &&
      sql`exists (
        select
        from vendor_market_map m
        where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and m.market_id = ${market})`,
    without_integration && sql`not i.has_active`,
  ].filter((condition) => condition !== false)
  // one row has no supplier: the sums
  const { rows } = await sql<
    SubscriptionFigures & { dropshipper_id: number | null; supplier_name: string | null; vendors: number }
  >`
    with found as (
      select s.vendor_id, s.dropshipper_id, d.supplier_name, ${state} as state, i.has_active,
        s.insert_tm >= ${startOf(range.start)}::timestamptz
          and s.insert_tm < ${endOf(range.end)}::timestamptz as is_added,
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
      where ${sql.join([sql`not v.is_staff`, ...conditions], sql` and `)}
    )
    select dropshipper_id, supplier_name, count(*)::int as subscribers,
      count(distinct vendor_id)::int as vendors,
      count(*) filter (where is_added)::int as added,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'cancel_pending')::int as cancel_pending,
      count(*) filter (where state = 'freeze_pending')::int as freeze_pending,
      count(*) filter (where state = 'frozen')::int as frozen,
      count(*) filter (where has_active)::int as with_integration,
      count(*) filter (where is_only)::int as only_this
    from found
    group by grouping sets ((dropshipper_id, supplier_name), ())
    order by dropshipper_id is null desc, subscribers desc, lower(supplier_name), dropshipper_id
    limit ${mostSuppliers + 1}`.execute(db)
  const [sums, ...suppliers] = rows
  if (!sums) throw new Error('The sums of all suppliers are missing')
  const { dropshipper_id: _, supplier_name: _name, vendors, ...totals } = sums
  return {
    ...range,
    suppliers: suppliers.map(({ vendors: _vendors, ...row }) => row as SupplierSubscriptionsRow),
    totals,
    vendors,
  }
}

export const prepareSupplierSubscriptions = (ctx: Ctx, { body }: Parsed<'prepareSupplierSubscriptions'>) => {
  const range = rangeOr(body, monthSoFar(dayOf(ctx.clock.now())))
  return prepareReport(ctx, 'supplier_subscriptions', { ...body, ...range })
}

export const downloadSupplierSubscriptions = (ctx: Ctx) => downloadPrepared(ctx, 'supplier_subscriptions')
