import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { planChanges } from '#contract/subscriptions/plan.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { applyChanges, changesByName, namesOf } from './apply-changes.ts'
import { editedSubscriptions } from './edited.ts'
import { readFacts } from './facts.ts'
import { readView } from './read.ts'

/** Changes a vendor's subscriptions as a set; those that aren't named stay. */
export async function saveSubscriptions(ctx: Ctx, { params, body }: Parsed<'saveSubscriptions'>) {
  const { vendor_id } = params
  await write(ctx, async (tx, logActivity) => {
    await lockVendor(ctx, tx, vendor_id)
    await refuseStale(tx, ctx, editedSubscriptions(vendor_id), body.version)
    const { rows, plan, now } = await readFacts(tx, ctx.clock, vendor_id)
    const request = { subscriptions: body.subscriptions, removed: [] }
    const { changes, faults } = planChanges(rows, request, plan, now)
    if (Object.keys(faults).length > 0) throw invalid(faults)
    if (changes.length === 0)
      throw invalid({ subscriptions: messages.subscriptionsUnchanged }, messages.subscriptionsUnchanged)
    await applyChanges(tx, vendor_id, changes)
    const [first, ...others] = changes
    await logActivity({
      type: 'subscription.save',
      vendor_id,
      dropshipper_id: first && others.length === 0 ? first.before.dropshipper_id : null,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Subscriptions changed: ${namesOf(changes)}`,
      changes: changesByName(changes),
    })
  })
  return readView(ctx.db, vendor_id)
}
