import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { receiveLogo } from '#server/platform/files/logos.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { logoKeys, logoUrl } from './logo.ts'
import { lockPlatform, requirePlatform } from './known-platform.ts'

/** Stores the one image on a platform's page, in place of the one before. */
export async function uploadPlatformLogo(ctx: Ctx, { params: { id } }: Parsed<'uploadPlatformLogo'>) {
  const logo = await receiveLogo(ctx, ['logo'])
  await requirePlatform(ctx.db, id)
  const key = logoKeys.key({ owner: id, uuid: randomUUID() })
  await ctx.files.put(key, Readable.from([logo]))
  const before = await write(ctx, async (tx, logActivity) => {
    const { logo_key } = await lockPlatform(tx, id)
    await tx.updateTable('platform').set({ logo_key: key }).where('platform_id', '=', id).execute()
    await logActivity({
      type: 'platform.logo',
      entity: 'platform',
      entity_id: id,
      message: 'Logo changed',
    })
    return logo_key
  })
  if (before) await ctx.files.remove(before)
  return { logo_url: logoUrl(id, key)! }
}
