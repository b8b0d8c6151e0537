import { messages } from '#contract/messages.ts'
import { conflict, invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { assignableName, staffName } from '../search/managers.ts'

const kinds = {
  account_manager: {
    label: 'Account manager',
    needed: messages.managerNeeded,
    unchanged: messages.managerUnchanged,
  },
  crm_owner: {
    label: 'CRM owner',
    needed: messages.crmOwnerNeeded,
    unchanged: messages.crmOwnerUnchanged,
  },
} as const

interface StaffAssignment {
  to: number
  note?: string
  /** The staff member whom the caller saw there. */
  replaces?: number | null | undefined
}

/** Assigns a vendor to another staff member; the note becomes the reason in its history. */
export const setStaff = (
  ctx: Ctx,
  kind: keyof typeof kinds,
  vid: number,
  { to, note, replaces }: StaffAssignment,
) =>
  write(ctx, async (tx, logActivity) => {
    const { label, needed: requiredMessage, unchanged: unchangedMessage } = kinds[kind]
    const field = `${kind}_vendor_id` as const
    const { [field]: previousId } = await lockVendor(ctx, tx, vid)
    const name = await assignableName(tx, to)
    if (name === undefined) throw invalid({ [field]: requiredMessage }, requiredMessage)
    if (previousId === to) throw invalid({ [field]: unchangedMessage }, unchangedMessage)
    const from = (await staffName(tx, previousId)) ?? null
    if (replaces !== undefined && replaces !== previousId)
      throw conflict(`The ${label} was changed to ${from ?? 'none'}. Reload the page, then try again`)
    await tx
      .updateTable('vendor')
      .set({ [field]: to })
      .where('vendor_id', '=', vid)
      .execute()
    await logActivity({
      type: `vendor.${kind}`,
      vendor_id: vid,
      entity: 'vendor',
      entity_id: vid,
      message: `${label} changed to ${name}`,
      changes: { [kind]: { from, to: name } },
      ...(note !== undefined && { reason: note }),
    })
  })
