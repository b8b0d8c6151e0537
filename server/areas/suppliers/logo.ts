import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { messages } from '#contract/messages.ts'
import type { Parsed } from '#contract/index.ts'
import { logoLimitBytes } from '#contract/suppliers/logo.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/http.ts'
import { pictures } from '#server/platform/pictures.ts'
import { write, type Ctx } from '#server/platform/services.ts'

const formats = new Set(['png', 'jpeg', 'webp', 'gif'])

/** Where the browser finds a supplier's logo; the key's own part changes with every upload, so it may be kept for long. */
export const logoUrl = (id: number, key: string | null): string | null => (key ? `/api/suppliers/${id}/logo?v=${key.split('/').at(-1)!.slice(0, 8)}` : null)

/** One image, told by its own bytes and not by its name, made anew as WebP of at most 400 px: nothing but the picture is kept. */
export async function uploadSupplierLogo(ctx: Ctx, { params }: Parsed<'uploadSupplierLogo'>) {
  if (!ctx.req.isMultipart()) throw invalid({ logo: 'Send one image' }, messages.logoProblem)
  const part = await ctx.req.file({ limits: { fileSize: logoLimitBytes, files: 1 } })
  if (!part || (part.fieldname !== 'logo' && part.fieldname !== 'dropshipper_logo')) throw invalid({ logo: 'Choose an image to upload' }, messages.logoProblem)
  const bytes = await part.toBuffer().catch(() => undefined)
  if (!bytes || part.file.truncated) throw new Refusal('too_large', messages.logoFailed('the image is larger than 0.1 MB'), { logo: 'At most 0.1 MB' })
  const sharp = await pictures()
  const picture = sharp(bytes, { limitInputPixels: 25_000_000, failOn: 'truncated' })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (!format || !formats.has(format))
    throw invalid({ logo: 'It is no PNG, JPEG, WebP or GIF image' }, messages.logoFailed('it is no PNG, JPEG, WebP or GIF image'))
  const made = await picture
    .rotate()
    .resize({ width: 400, height: 400, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => {
      throw invalid({ logo: 'The image is damaged' }, messages.logoFailed('the image is damaged'))
    })
  const supplier = await ctx.db.selectFrom('dropshipper').select('logo_key').where('dropshipper_id', '=', params.id).executeTakeFirst()
  if (!supplier) throw notFound('supplier')
  const key = `logos/${params.id}/${randomUUID()}.webp`
  await ctx.files.put(key, Readable.from([made]))
  await write(ctx, async (tx, did) => {
    await tx.updateTable('dropshipper').set({ logo_key: key }).where('dropshipper_id', '=', params.id).execute()
    await did({ type: 'supplier.logo', dropshipper_id: params.id, entity: 'dropshipper', entity_id: params.id, message: 'Logo changed' })
  })
  if (supplier.logo_key) await ctx.files.remove(supplier.logo_key)
  return { dropshipper_logo: logoUrl(params.id, key)! }
}

export async function getSupplierLogo(ctx: Ctx, { params }: Parsed<'getSupplierLogo'>): Promise<FileAnswer> {
  const supplier = await ctx.db.selectFrom('dropshipper').select('logo_key').where('dropshipper_id', '=', params.id).executeTakeFirst()
  if (!supplier?.logo_key) throw notFound('logo')
  ctx.reply.header('cache-control', 'private, max-age=86400')
  return { name: 'logo.webp', type: 'image/webp', body: await ctx.files.open(supplier.logo_key) }
}
