import { planSettled } from '#contract/subscriptions/plan.ts'
import { eachByItself } from '#server/platform/each.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { write, type Activity, type Services } from '#server/platform/services.ts'
import { applyChanges, changesByName, namesOf } from './apply-changes.ts'
import { readFacts } from './facts.ts'

const vendorsATurn = 500

/** Ends and freezes what was pending until a day that has come. */
export async function settleDueSubscriptions(services: Services): Promise<void> {
  const today = new Date(services.clock.now()).toISOString().slice(0, 10)
  const { rows } = await sql<{ vendor_id: number }>`
    select s.vendor_id
    from subscription s
    join vendor v using (vendor_id)
    where (s.is_cancel_pending or s.is_pause_pending)
      and coalesce(v.next_charge_date, ${today}::date) <= ${today}::date
    group by s.vendor_id
    -- those that can't be settled don't stand before the others for ever
    order by random()
    limit ${vendorsATurn}`.execute(services.db)
  await eachByItself(rows, ({ vendor_id }) =>
    write(services, (tx, logActivity) => settleSubscriptions(tx, services, vendor_id, logActivity)),
  )
}

/** One vendor's, in the write of what charges it, before its next charge is put on another day. */
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

/** Ends all of a vendor's subscriptions at once, with their integrations; answers how many. */
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
