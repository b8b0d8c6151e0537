import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { fileKeys } from '#server/platform/files/file-keys.ts'
import type { FileAnswer } from '#server/platform/http/http.ts'
import type { NamedFiles } from '#server/platform/files/old-files.ts'
import type { Ctx } from '#server/platform/services.ts'

/** Each upload gets a new key and so a new address, so it may be cached for long. */
export const logoUrl = (id: number, key: string | null): string | null =>
  key ? `/api/platform/${id}/logo?v=${key.slice(key.lastIndexOf('/') + 1).slice(0, 8)}` : null

export const logoKeys = fileKeys('platform-logos/{owner}/{uuid}.webp')
export const platformLogoFiles: NamedFiles = {
  keys: logoKeys,
  async needed(tx, keys, ids) {
    const rows = await tx
      .selectFrom('platform')
      .select('logo_key')
      .where('platform_id', 'in', ids)
      .where('logo_key', 'in', keys)
      .execute()
    return rows.flatMap((row) => row.logo_key ?? [])
  },
}

export async function getPlatformLogo(ctx: Ctx, { params }: Parsed<'getPlatformLogo'>): Promise<FileAnswer> {
  const platform = await ctx.db
    .selectFrom('platform')
    .select('logo_key')
    .where('platform_id', '=', params.id)
    .executeTakeFirst()
  if (!platform?.logo_key) throw notFound('logo')
  ctx.reply.header('cache-control', 'private, max-age=86400')
  return { name: 'logo.webp', type: 'image/webp', body: await ctx.files.open(platform.logo_key) }
}
