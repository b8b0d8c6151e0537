import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'
import type { Ctx } from '#server/platform/services.ts'

/**
 * The address of a supplier's logo; each upload gets a new key and so a new address, so it may be cached
 * for long.
 */
export const logoUrl = (id: number, key: string | null): string | null =>
  key ? `/api/suppliers/${id}/logo?v=${key.slice(key.lastIndexOf('/') + 1).slice(0, 8)}` : null

/** A supplier has one. */
export const logoKeys = fileKeys('logos/{owner}/{uuid}.webp')
export const logoFiles: NamedFiles = {
  keys: logoKeys,
  async needed(tx, keys, ids) {
    const rows = await tx
      .selectFrom('dropshipper')
      .select('logo_key')
      .where('dropshipper_id', 'in', ids)
      .where('logo_key', 'in', keys)
      .execute()
    return rows.flatMap((row) => row.logo_key ?? [])
  },
}

export async function getSupplierLogo(ctx: Ctx, { params }: Parsed<'getSupplierLogo'>): Promise<FileAnswer> {
  const supplier = await ctx.db
    .selectFrom('dropshipper')
    .select('logo_key')
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!supplier?.logo_key) throw notFound('logo')
  ctx.reply.header('cache-control', 'private, max-age=86400')
  return { name: 'logo.webp', type: 'image/webp', body: await ctx.files.open(supplier.logo_key) }
}
