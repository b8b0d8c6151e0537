import type { Parsed } from '#contract/index.ts'
import { planChanges } from '#contract/subscriptions/plan.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { applyChanges, changesByName, namesOf } from './apply-changes.ts'
import { editedSubscriptions } from './edited.ts'
import { readFacts } from './facts.ts'

/** Ends a subscription at once, with its integrations; listings in the vendor's stores stay. */
export const removeSubscription = (ctx: Ctx, { params, query }: Parsed<'removeSubscription'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vendor_id, did: supplierId } = params
    await lockVendor(ctx, tx, vendor_id)
    await refuseStale(tx, ctx, editedSubscriptions(vendor_id), query.version)
    const { rows, plan, now } = await readFacts(tx, ctx.clock, vendor_id)
    const { changes } = planChanges(rows, { subscriptions: [], removed: [supplierId] }, plan, now)
    if (changes.length === 0) throw notFound('subscription')
    await applyChanges(tx, vendor_id, changes)
    await logActivity({
      type: 'subscription.remove',
      vendor_id,
      dropshipper_id: supplierId,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Subscription removed: ${namesOf(changes)}`,
      changes: changesByName(changes),
    })
  })
