import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { receiveLogo } from '#server/platform/files/logos.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockVendor, requireVendor } from '#server/areas/vendor-record/public.ts'
import { vendorLogoKeys, vendorLogoUrl } from './logo.ts'

/** Stores the one image on a vendor's page, in place of the one before. */
export async function uploadVendorLogo(ctx: Ctx, { params: { vendor_id } }: Parsed<'uploadVendorLogo'>) {
  const logo = await receiveLogo(ctx, ['logo'])
  await requireVendor(ctx.db, vendor_id)
  const key = vendorLogoKeys.key({ owner: vendor_id, uuid: randomUUID() })
  await ctx.files.put(key, Readable.from([logo]))
  const before = await write(ctx, async (tx, logActivity) => {
    const { logo_key } = await lockVendor(ctx, tx, vendor_id)
    await tx.updateTable('vendor').set({ logo_key: key }).where('vendor_id', '=', vendor_id).execute()
    await logActivity({
      type: 'vendor.logo',
      vendor_id,
      entity: 'vendor',
      entity_id: vendor_id,
      message: 'Logo changed',
    })
    return logo_key
  })
  if (before) await ctx.files.remove(before)
  return { logo: vendorLogoUrl(vendor_id, key)! }
}
