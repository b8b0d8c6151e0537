import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { invalid } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockVendor } from './known-vendor.ts'
import { staffName } from './managers.ts'

/** Gives a vendor another account manager; the note says why, in its history. */
export const setAccountManager = (ctx: Ctx, { params: { vid }, body }: Parsed<'setAccountManager'>) =>
  write(ctx, async (tx, logActivity) => {
    const field = 'account_manager_vendor_id'
    const { account_manager_vendor_id: had } = await lockVendor(tx, vid)
    const name = await staffName(tx, body[field])
    if (name === undefined) throw invalid({ [field]: messages.managerNeeded }, messages.managerNeeded)
    if (had === body[field]) throw invalid({ [field]: messages.managerUnchanged }, messages.managerUnchanged)
    const from = (await staffName(tx, had)) ?? null
    await tx
      .updateTable('vendor')
      .set({ [field]: body[field] })
      .where('vendor_id', '=', vid)
      .execute()
    await logActivity({
      type: 'vendor.account_manager',
      vendor_id: vid,
      entity: 'vendor',
      entity_id: vid,
      message: `Account manager changed to ${name}`,
      changes: { account_manager: { from, to: name } },
      reason: body.note,
    })
  })
