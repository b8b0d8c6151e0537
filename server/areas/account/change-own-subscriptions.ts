import { cancelReasons, type OwnAct } from '#contract/account/my-subscriptions.ts'
import type { EventType } from '#contract/activity/names.ts'
import type { Parsed } from '#contract/index.ts'
import { cancellationNote } from '#contract/vendors/note-types.ts'
import {
  applyChanges,
  changesByName,
  editedSubscriptions,
  namesOf,
} from '#server/areas/subscriptions/public.ts'
import { lockUndeletedVendor, writeNote } from '#server/areas/vendor-record/public.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { setHistoryFacts } from '#server/platform/database/history.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { ownSubscriber, planOwnChanges, readOwnSubscriptions } from './own-subscriptions.ts'

/** Cancels the customer's subscriptions; the reason is logged and added as a note on the vendor's page. */
export async function cancelSubscriptions(ctx: Ctx, { body }: Parsed<'cancelSubscriptions'>) {
  const reason = `${cancelReasons[body.reason_id]}: ${body.comment}`
  return changeOwn(ctx, {
    act: 'cancel',
    type: 'subscription.cancel',
    ids: body.dropshipper_ids,
    version: body.version,
    reason,
    given: { cancel_reason: body.reason_id, cancel_comment: body.comment },
    message: 'Canceled by the customer',
    fault: 'These subscriptions are already ending',
  })
}

export const reactivateSubscription = (ctx: Ctx, { body }: Parsed<'reactivateSubscription'>) =>
  changeOwn(ctx, {
    act: 'reactivate',
    type: 'subscription.reactivate',
    ids: [body.dropshipper_id],
    version: body.version,
    message: 'Reactivated by the customer',
    fault: 'This subscription is already active',
  })

interface Change {
  act: OwnAct
  type: EventType
  ids: number[]
  version: number | undefined
  reason?: string
  /** The reason as reports count it. */
  given?: { cancel_reason: number; cancel_comment: string }
  message: string
  fault: string
}

async function changeOwn(ctx: Ctx, { act, type, ids, version, reason, given, message, fault }: Change) {
  const vendorId = ownSubscriber(ctx)
  await write(ctx, async (tx, logActivity) => {
    await lockUndeletedVendor(tx, vendorId)
    const { changes } = await planOwnChanges(ctx, tx, vendorId, { act, ids })
    // the preview no longer matches what the act would do
    await refuseStale(tx, ctx, editedSubscriptions(vendorId), version)
    if (changes.length === 0) throw invalid({ dropshipper_ids: fault }, fault)
    const [firstChange, ...otherChanges] = changes
    if (given) await setHistoryFacts(tx, given)
    await applyChanges(tx, vendorId, changes)
    await logActivity({
      type,
      vendor_id: vendorId,
      dropshipper_id: otherChanges.length === 0 ? (firstChange?.before.dropshipper_id ?? null) : null,
      entity: 'vendor',
      entity_id: vendorId,
      message: `${message}: ${namesOf(changes)}`,
      changes: changesByName(changes),
      ...(reason && { reason }),
    })
    if (reason)
      await writeNote(ctx, tx, logActivity, {
        vendor_id: vendorId,
        note: `${message}: ${namesOf(changes)}. ${reason}`,
        note_type: cancellationNote,
      })
  })
  return readOwnSubscriptions(ctx, vendorId)
}
