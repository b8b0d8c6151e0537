import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The address of a vendor's logo; each upload gets a new address, so it may be cached for long. */
export const vendorLogoUrl = (id: number, key: string | null): string | null =>
  key ? `/api/vendor/${id}/logo?v=${key.slice(key.lastIndexOf('/') + 1).slice(0, 8)}` : null

/** A vendor has one. */
export const vendorLogoKeys = fileKeys('vendor-logos/{owner}/{uuid}.webp')
export const vendorLogoFiles: NamedFiles = {
  keys: vendorLogoKeys,
  async needed(tx, keys, ids) {
    const rows = await tx
      .selectFrom('vendor')
      .select('logo_key')
      .where('vendor_id', 'in', ids)
      .where('logo_key', 'in', keys)
      .execute()
    return rows.flatMap((row) => row.logo_key ?? [])
  },
}

export async function getVendorLogo(ctx: Ctx, { params }: Parsed<'getVendorLogo'>): Promise<FileAnswer> {
  const vendor = await ctx.db
    .selectFrom('vendor')
    .select('logo_key')
    .where('vendor_id', '=', params.vendor_id)
    .executeTakeFirst()
  if (!vendor?.logo_key) throw notFound('logo')
  ctx.reply.header('cache-control', 'private, max-age=86400')
  return { name: 'logo.webp', type: 'image/webp', body: await ctx.files.open(vendor.logo_key) }
}
