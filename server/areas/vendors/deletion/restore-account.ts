import type { Parsed } from '#contract/index.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockAnyVendor } from '#server/areas/vendor-record/public.ts'

/** Restores a deleted account until it is erased; its logins work again. */
export const restoreAccount = (ctx: Ctx, { params: { vendor_id } }: Parsed<'restoreAccount'>) =>
  write(ctx, async (tx, logActivity) => {
    const { company, deleted_tm, erased_tm } = await lockAnyVendor(tx, vendor_id)
    if (erased_tm !== null) throw conflict('This account was permanently deleted and can’t be restored')
    if (deleted_tm === null) return
    await tx
      .updateTable('vendor')
      .set({ deleted_tm: null, deleted_by_name: null })
      .where('vendor_id', '=', vendor_id)
      .execute()
    await logActivity({
      type: 'vendor.restore',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: `Account ${company} restored`,
    })
  })
