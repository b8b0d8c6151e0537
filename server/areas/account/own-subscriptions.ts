import type { MySubscription, MySubscriptions, OwnAct } from '#contract/account/my-subscriptions.ts'
import { frozenCost } from '#contract/billing/bill.ts'
import type { Parsed } from '#contract/index.ts'
import { effectsOf, planChanges, type SubscriptionFacts } from '#contract/subscriptions/plan.ts'
import { frozenByThen, subscriptionState } from '#contract/subscriptions/standing.ts'
import type { WantedSubscription } from '#contract/subscriptions/subscriptions.ts'
import { isActive } from '#contract/vendors/status.ts'
import { listedBySupplier } from '#server/areas/incidents/public.ts'
import { soldByOwnFeeds } from '#server/areas/listings/public.ts'
import { editedSubscriptions, readFacts } from '#server/areas/subscriptions/public.ts'
import { activeIntegration, requireVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { ownVendor } from './own-vendor.ts'

export const ownSubscriber = (ctx: Pick<Ctx, 'who'>) => ownVendor(ctx, 'subscriptions')

/** How long a requested pause can't be requested again. */
const pauseRequestDays = 5
export const pauseRequestedTm = (now: number) => sql<string | null>`
  case when s.pause_asked_tm > ${new Date(now - pauseRequestDays * 86_400_000).toISOString()}::timestamptz
    then s.pause_asked_tm end`

export const listOwnSubscriptions = (ctx: Ctx) => readOwnSubscriptions(ctx, ownSubscriber(ctx))

export async function readOwnSubscriptions({ db, clock }: Ctx, vendorId: number): Promise<MySubscriptions> {
  const version = await versionOf(db, editedSubscriptions(vendorId))
  const vendor = await requireVendor(db, vendorId)
  const { rows } = await sql<Omit<MySubscription, 'selected' | 'state' | 'no_access'>>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, s.is_cancel_pending, s.is_pause_pending,
      s.paused_at, ${pauseRequestedTm(clock.now())} as pause_asked_tm, d.active_products, s.insert_tm as since_tm,
      (
        select count(*)
        from vendor_market_map m
        where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and ${activeIntegration}
      ) as active_integrations
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vendorId}
    order by lower(d.supplier_name), s.dropshipper_id
    limit 2000`.execute(db)
  const [soldCounts, closedIds] = await Promise.all([
    soldByOwnFeeds(db, vendorId),
    suppliersClosedTo(db, vendorId),
  ])
  const subscriptions = rows.map((row) => {
    const no_access = closedIds.includes(row.dropshipper_id)
    const active_products = no_access ? 0 : (soldCounts.get(row.dropshipper_id) ?? row.active_products)
    return { ...row, selected: false, state: subscriptionState(row), no_access, active_products }
  })
  return {
    version,
    next_charge_date: vendor.next_charge_date,
    charged: isActive(vendor),
    frozen_fee: frozenCost(frozenByThen(subscriptions)),
    subscriptions,
  }
}

/** The subscription an act wants. A pause still needs support's confirmation. */
function targetOf(act: OwnAct, s: SubscriptionFacts): WantedSubscription {
  const { dropshipper_id } = s
  if (act === 'cancel') return { dropshipper_id, is_cancel_pending: true }
  if (act === 'pause') return { dropshipper_id, is_frozen: true }
  return s.is_cancel_pending
    ? { dropshipper_id, is_cancel_pending: false }
    : { dropshipper_id, is_frozen: false }
}

/** Plans an act on the customer's subscriptions, for its preview and for the act; refuses unknown ones. */
export async function planOwnChanges(
  { clock }: Pick<Ctx, 'clock'>,
  db: Db,
  vendorId: number,
  { act, ids }: { act: OwnAct; ids: number[] },
) {
  const { rows, plan, now } = await readFacts(db, clock, vendorId)
  const chosenRows = [...new Set(ids)].map((id) => rows.find((row) => row.dropshipper_id === id))
  if (chosenRows.some((row) => row === undefined)) throw notFound('subscription')
  const facts = chosenRows as SubscriptionFacts[]
  const subscriptions = facts.map((row) => targetOf(act, row))
  const { changes, faults } = planChanges(rows, { subscriptions, removed: [] }, plan, now)
  const [fault] = Object.values(faults)
  if (fault !== undefined) throw invalid({ dropshipper_ids: fault }, fault)
  return { rows, plan, known: facts, changes }
}

/**
 * Previews an act with the code that performs it (docs/domain/subscriptions.md, For customers). Counts listings,
 * including those of a paused supplier: they stay, and a customer who cancels has to take them down.
 */
export async function weighOwnSubscriptions(ctx: Ctx, { body }: Parsed<'weighOwnSubscriptions'>) {
  const vendorId = ownSubscriber(ctx)
  const { rows, plan, changes } = await planOwnChanges(ctx, ctx.db, vendorId, {
    act: body.act,
    ids: body.dropshipper_ids,
  })
  const effects = effectsOf(rows, changes, plan)
  const listingCounts = await listedBySupplier(ctx.db, vendorId)
  const listings = changes.reduce(
    (sum, { before }) => sum + (listingCounts.get(before.dropshipper_id) ?? 0),
    0,
  )
  return { ...effects, stops: { ...effects.stops, listings } }
}
