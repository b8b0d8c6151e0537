import { singleRow } from '#server/platform/database/sql.ts'
import type { Parsed } from '#contract/index.ts'
import { isRestricted } from '#contract/subscriptions/restricted-access.ts'
import { markStoresOfVendorBehind } from '#server/areas/stores/public.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { readAccess } from './restricted-access.ts'

/** Gives a vendor access to a restricted supplier; the note says why. */
export const grantRestrictedAccess = (ctx: Ctx, { params, body }: Parsed<'grantRestrictedAccess'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vid: vendor_id } = params
    const { dropshipper_id, note } = body
    await lockVendor(ctx, tx, vendor_id)
    const supplier = await tx
      .selectFrom('dropshipper')
      .select(['supplier_name', 'allow_browse'])
      .where('dropshipper_id', '=', dropshipper_id)
      .forShare()
      .executeTakeFirst()
    if (!supplier) throw invalid({ dropshipper_id: 'Supplier not found' })
    const name = supplier.supplier_name
    if (!isRestricted(supplier.allow_browse)) throw invalid({ dropshipper_id: `${name} isn’t restricted` })
    const [previousAccess] = await readAccess(tx, vendor_id, dropshipper_id)
    if (previousAccess)
      throw invalid({ dropshipper_id: `Access to ${name} was already granted by ${previousAccess.added_by}` })
    await tx
      .insertInto('restricted_access')
      .values({ vendor_id, dropshipper_id, note, added_by: ctx.who.name })
      .execute()
    await markStoresOfVendorBehind(tx, vendor_id, [dropshipper_id])
    await logActivity({
      type: 'subscription.access',
      vendor_id,
      dropshipper_id,
      entity: 'restricted_access',
      entity_id: `${vendor_id}-${dropshipper_id}`,
      message: `Access to ${name} granted`,
      reason: note,
    })
    return singleRow(await readAccess(tx, vendor_id, dropshipper_id))
  })
