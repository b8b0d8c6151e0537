import { planSettled } from '#contract/subscriptions/plan.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { write, type Activity, type Services } from '#server/platform/services.ts'
import { applyChanges, changesByName, namesOf } from './apply-changes.ts'
import { readFacts } from './facts.ts'

const vendorsATurn = 500

/** Ends and freezes what was pending until a day that has come. */
export async function settleDueSubscriptions(services: Services): Promise<void> {
  const today = new Date(services.clock.now()).toISOString().slice(0, 10)
  const { rows } = await sql<{ vendor_id: number }>`
    select distinct s.vendor_id
    from subscription s
    join vendor v using (vendor_id)
    where (s.is_cancel_pending or s.is_pause_pending)
      and coalesce(v.next_charge_date, ${today}::date) <= ${today}::date
    limit ${vendorsATurn}`.execute(services.db)
  for (const { vendor_id } of rows)
    await write(services, (tx, logActivity) => settleSubscriptions(tx, services, vendor_id, logActivity))
}

/** One vendor's, in the write of what charges it, before its next charge is put on another day. */
async function settleSubscriptions(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  vendorId: number,
  logActivity: (activity: Activity) => Promise<void>,
): Promise<void> {
  await sql`select from vendor where vendor_id = ${vendorId} for update`.execute(tx)
  const { rows, plan, now } = await readFacts(tx, clock, vendorId)
  if (plan.on !== null) return
  const changes = planSettled(rows, now)
  if (changes.length === 0) return
  await applyChanges(tx, vendorId, changes)
  await logActivity({
    type: 'subscription.settle',
    vendor_id: vendorId,
    entity: 'vendor',
    entity_id: vendorId,
    message: `Ended or frozen, as it was asked for: ${namesOf(changes)}`,
    changes: changesByName(changes),
  })
}
