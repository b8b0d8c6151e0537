import { sameState, thaws, type PlannedChange } from '#contract/subscriptions/plan.ts'
import { subscriptionState, subscriptionStates } from '#contract/subscriptions/standing.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Activity } from '#server/platform/services.ts'

/** Writes the planned changes on the subscriptions and on their integrations, which every count reads. */
export async function applyChanges(
  tx: Tx,
  vendorId: number,
  changes: readonly PlannedChange[],
): Promise<void> {
  const endedIds = changes.flatMap(({ before, after }) => (after === null ? before.dropshipper_id : []))
  const keptRows = JSON.stringify(changes.flatMap(({ after }) => after ?? []))
  const changedRows = changes.flatMap(({ before, after }) =>
    after && !sameState(before, after) ? after : [],
  )
  // the subscription first: an integration that is being added holds it, and is then seen
  await sql`
    delete from subscription
    where vendor_id = ${vendorId} and dropshipper_id = any(${endedIds}::int[])`.execute(tx)
  await sql`
    delete from vendor_market_map
    where vendor_id = ${vendorId} and dropshipper_id = any(${endedIds}::int[])`.execute(tx)
  await sql`
    update subscription s
    set is_legacy = x.is_legacy,
      has_ebay_access = x.has_ebay_access,
      is_cancel_pending = x.is_cancel_pending,
      is_pause_pending = x.is_pause_pending,
      paused_at = x.paused_at,
      -- what was asked of support is answered by another state
      pause_asked_tm = case
        when not x.is_cancel_pending and not x.is_pause_pending and x.paused_at is null
          and not s.is_cancel_pending then s.pause_asked_tm
      end
    from jsonb_populate_recordset(null::subscription, ${keptRows}::jsonb) x
    where s.vendor_id = ${vendorId} and s.dropshipper_id = x.dropshipper_id`.execute(tx)
  await sql`
    update vendor_market_map m
    set is_cancel_pending = x.is_cancel_pending,
      is_pause_pending = x.is_pause_pending,
      paused_at = x.paused_at,
      last_modified_tm = now()
    from jsonb_populate_recordset(null::vendor_market_map, ${JSON.stringify(changedRows)}::jsonb) x
    where m.vendor_id = ${vendorId}
      and m.dropshipper_id = x.dropshipper_id
      and (m.is_cancel_pending, m.is_pause_pending, m.paused_at)
        is distinct from (x.is_cancel_pending, x.is_pause_pending, x.paused_at)`.execute(tx)
  const thawedIds = changes.filter(thaws).map(({ before }) => before.dropshipper_id)
  await markStoresOfVendorBehind(tx, vendorId, thawedIds)
}

/** The changes, supplier by supplier, for the log and for a conflict. */
export function changesByName(changes: readonly PlannedChange[]): NonNullable<Activity['changes']> {
  const stateText = (s: PlannedChange['after']) =>
    s && {
      state: subscriptionStates[subscriptionState(s)],
      is_legacy: s.is_legacy,
      has_ebay_access: s.has_ebay_access,
    }
  return Object.fromEntries(
    changes.map(({ before, after }) => [
      before.dropshipper_name,
      { from: stateText(before), to: stateText(after) },
    ]),
  )
}

const mostNamed = 3
export function namesOf(changes: readonly PlannedChange[]): string {
  const names = changes.map(({ before }) => before.dropshipper_name)
  const hiddenCount = names.length - mostNamed
  return hiddenCount > 0
    ? `${names.slice(0, mostNamed).join(', ')} and ${hiddenCount} more`
    : names.join(', ')
}
