import { planSettled } from '#contract/subscriptions/plan.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import { record, type Activity, type Services } from '#server/platform/services.ts'
import { applyChanges, changesByName, namesOf } from './apply-changes.ts'
import { readFacts } from './facts.ts'

/** Whether something of vendor `v` was pending until a day that has come. */
export const hasDueSubscriptions = (today: string) => sql<boolean>`(
  coalesce(v.next_charge_date, ${today}::date) <= ${today}::date
  and exists (
    select
    from subscription s
    where s.vendor_id = v.vendor_id and (s.is_cancel_pending or s.is_pause_pending)))`

/** Ends and freezes what is due for vendors that are locked by the caller. */
export async function settleHeld(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  vendorIds: readonly number[],
): Promise<void> {
  for (const id of vendorIds)
    await settleSubscriptions(tx, services, id, (activity) => record(tx, {}, activity))
}

/**
 * The same for one vendor, in the write that charges it, before its next charge is moved to another day.
 */
export async function settleSubscriptions(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  vendorId: number,
  logActivity: (activity: Activity) => Promise<void>,
): Promise<void> {
  await sql`select from vendor where vendor_id = ${vendorId} for no key update`.execute(tx)
  const { rows, plan, now } = await readFacts(tx, clock, vendorId)
  if (plan.on !== null) return
  const changes = planSettled(rows, now)
  if (changes.length === 0) return
  await setHistoryFacts(tx, { subscription_end: 'ended' })
  await applyChanges(tx, vendorId, changes)
  await setHistoryFacts(tx, { subscription_end: 'removed' })
  await logActivity({
    type: 'subscription.settle',
    vendor_id: vendorId,
    entity: 'vendor',
    entity_id: vendorId,
    message: `Ended or frozen as scheduled: ${namesOf(changes)}`,
    changes: changesByName(changes),
  })
}

/** Ends all of a vendor's subscriptions at once, with their integrations; returns how many. */
export async function endAllSubscriptions(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  vendorId: number,
): Promise<number> {
  const { rows } = await readFacts(tx, clock, vendorId)
  await applyChanges(
    tx,
    vendorId,
    rows.map((before) => ({ before, after: null })),
  )
  return rows.length
}
