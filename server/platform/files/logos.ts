import { logoLimitBytes } from '#contract/logo.ts'
import { messages } from '#contract/messages.ts'
import { requireSpace } from '../disk.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { receiveOnlyFile } from '../http/one-file.ts'
import { pictures } from './pictures.ts'
import type { Ctx } from '../services.ts'

const formats = new Set(['png', 'jpeg', 'webp', 'gif'])

/**
 * The one image in a request, re-encoded.
 * @param fields the names its part may have
 */
export const receiveLogo = async (
  ctx: Pick<Ctx, 'req' | 'config'>,
  fields: readonly string[],
): Promise<Buffer> => remake(await readUpload(ctx, fields))

async function readUpload(ctx: Pick<Ctx, 'req' | 'config'>, fields: readonly string[]): Promise<Buffer> {
  if (!ctx.req.isMultipart()) throw invalid({ logo: 'Send one image' }, messages.logoProblem)
  await requireSpace(ctx)
  const { received, refused } = await receiveOnlyFile(
    ctx.req,
    { names: fields, bytes: logoLimitBytes, second: 'Send one image only' },
    async (part) => ({ bytes: await part.toBuffer(), isTooLarge: part.file.truncated }),
  )
  if (!received) throw invalid({ logo: 'Choose an image to upload', ...refused }, messages.logoProblem)
  if (Object.keys(refused).length > 0) throw invalid(refused, messages.logoProblem)
  const { bytes, isTooLarge } = received
  if (isTooLarge)
    throw new Refusal('too_large', messages.logoFailed('the image is larger than 0.1 MB'), {
      logo: 'At most 0.1 MB',
    })
  if (bytes.length === 0)
    throw invalid({ logo: 'The image is empty' }, messages.logoFailed('the image is empty'))
  return bytes
}

/**
 * Recognized by its bytes, not its name, and re-encoded as WebP of at most 400 px, so that nothing but the
 * picture is kept.
 */
async function remake(bytes: Buffer): Promise<Buffer> {
  const sharp = await pictures()
  const picture = sharp(bytes, { limitInputPixels: 25_000_000, failOn: 'truncated' })
  const { format } = await picture.metadata().catch(() => ({ format: undefined }))
  if (!format || !formats.has(format)) {
    const unknownType = 'Not a PNG, JPEG, WebP or GIF'
    throw invalid({ logo: unknownType }, messages.logoFailed(unknownType))
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
