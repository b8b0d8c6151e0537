import type { Parsed } from '#contract/index.ts'
import { lostWithAccess } from '#contract/subscriptions/restricted-access.ts'
import { lockVendor } from '#server/areas/vendor-record/public.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { readAccess } from './restricted-access.ts'

/** Takes an access back; a subscription stays, but its store listings are no longer updated. */
export const removeRestrictedAccess = (ctx: Ctx, { params }: Parsed<'removeRestrictedAccess'>) =>
  write(ctx, async (tx, logActivity) => {
    const { vid: vendor_id, did: dropshipper_id } = params
    await lockVendor(ctx, tx, vendor_id)
    const [access] = await readAccess(tx, vendor_id, dropshipper_id)
    if (!access) throw notFound('access')
    await tx
      .deleteFrom('restricted_access')
      .where('vendor_id', '=', vendor_id)
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
    await logActivity({
      type: 'subscription.access_end',
      vendor_id,
      dropshipper_id,
      entity: 'restricted_access',
      entity_id: `${vendor_id}-${dropshipper_id}`,
      message: `Access to ${access.dropshipper_name} removed, granted by ${access.added_by}: ${access.note}`,
    })
    return lostWithAccess(access)
  })
