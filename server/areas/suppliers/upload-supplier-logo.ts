import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { receiveLogo } from '#server/platform/files/logos.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { logoKeys, logoUrl } from './logo.ts'

/** Stores the one image on a supplier's page, in place of the one before. */
export async function uploadSupplierLogo(ctx: Ctx, { params }: Parsed<'uploadSupplierLogo'>) {
  const logo = await receiveLogo(ctx, ['logo', 'dropshipper_logo'])
  const supplier = await ctx.db
    .selectFrom('dropshipper')
    .select('logo_key')
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!supplier) throw notFound('supplier')
  const key = logoKeys.key({ owner: params.id, uuid: randomUUID() })
  await ctx.files.put(key, Readable.from([logo]))
  await write(ctx, async (tx, logActivity) => {
    await tx
      .updateTable('dropshipper')
      .set({ logo_key: key })
      .where('dropshipper_id', '=', params.id)
      .execute()
    await logActivity({
      type: 'supplier.logo',
      dropshipper_id: params.id,
      entity: 'dropshipper',
      entity_id: params.id,
      message: 'Logo changed',
    })
  })
  if (supplier.logo_key) await ctx.files.remove(supplier.logo_key)
  return { dropshipper_logo: logoUrl(params.id, key)! }
}
