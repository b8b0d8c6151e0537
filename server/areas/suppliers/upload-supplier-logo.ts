import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { messages } from '#contract/messages.ts'
import type { Parsed } from '#contract/index.ts'
import { logoLimitBytes } from '#contract/suppliers/logo.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { pictures } from '#server/platform/pictures.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { logoKeys, logoUrl } from './logo.ts'

const formats = new Set(['png', 'jpeg', 'webp', 'gif'])
const fields = new Set(['logo', 'dropshipper_logo'])

/** One image in a supplier's page; the one before it goes. */
export async function uploadSupplierLogo(ctx: Ctx, { params }: Parsed<'uploadSupplierLogo'>) {
  const made = await remake(await readUpload(ctx))
  const supplier = await ctx.db
    .selectFrom('dropshipper')
    .select('logo_key')
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!supplier) throw notFound('supplier')
  const key = logoKeys.key({ owner: params.id, uuid: randomUUID() })
  await ctx.files.put(key, Readable.from([made]))
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

async function readUpload(ctx: Ctx): Promise<Buffer> {
  if (!ctx.req.isMultipart()) throw invalid({ logo: 'Send one image' }, messages.logoProblem)
  const part = await ctx.req.file({ limits: { fileSize: logoLimitBytes, files: 1 } })
  if (!part || !fields.has(part.fieldname))
    throw invalid({ logo: 'Choose an image to upload' }, messages.logoProblem)
  const bytes = await part.toBuffer().catch(() => undefined)
  if (!bytes || part.file.truncated)
    throw new Refusal('too_large', messages.logoFailed('the image is larger than 0.1 MB'), {
      logo: 'At most 0.1 MB',
    })
  return bytes
}

/**
 * Told by its own bytes and not by its name, and made anew as WebP of at most 400 px:
 * nothing but the picture is kept.
 */
async function remake(bytes: Buffer): Promise<Buffer> {
  const sharp = await pictures()
  const picture = sharp(bytes, { limitInputPixels: 25_000_000, failOn: 'truncated' })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (!format || !formats.has(format)) {
    const none = 'Not a PNG, JPEG, WebP or GIF'
    throw invalid({ logo: none }, messages.logoFailed(none))
  }
  return picture
    .rotate()
    .resize({ width: 400, height: 400, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => {
      throw invalid({ logo: 'The image is damaged' }, messages.logoFailed('the image is damaged'))
    })
}
