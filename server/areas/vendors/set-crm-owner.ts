import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { invalid } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from './known-vendor.ts'
import { staffName } from './managers.ts'

export const setCrmOwner = (ctx: Ctx, { params: { vid }, body }: Parsed<'setCrmOwner'>) =>
  write(ctx, async (tx, logActivity) => {
    const field = 'crm_owner_vendor_id'
    const { crm_owner_vendor_id: had } = await lockVendor(tx, vid)
    const name = await staffName(tx, body[field])
    if (name === undefined) throw invalid({ [field]: messages.crmOwnerNeeded }, messages.crmOwnerNeeded)
    if (had === body[field])
      throw invalid({ [field]: messages.crmOwnerUnchanged }, messages.crmOwnerUnchanged)
    const from = (await staffName(tx, had)) ?? null
    await tx
      .updateTable('vendor')
      .set({ [field]: body[field] })
      .where('vendor_id', '=', vid)
      .execute()
    await logActivity({
      type: 'vendor.crm_owner',
      vendor_id: vid,
      entity: 'vendor',
      entity_id: vid,
      message: `CRM owner changed to ${name}`,
      changes: { crm_owner: { from, to: name } },
    })
  })
