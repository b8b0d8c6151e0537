import type { MultipartFile } from '@fastify/multipart'
import { Readable } from 'node:stream'
import type { Parsed } from '#contract/index.ts'
import { uploadLimitBytes } from '#contract/feeds/feeds.ts'
import { messages } from '#contract/messages.ts'
import { isWideText } from '#engine/formats/doubtful-text.ts'
import { mustBeZip } from '#engine/formats/formats.ts'
import { lockVendorOf } from '#server/areas/vendor-record/public.ts'
import { requireSpace } from '#server/platform/disk.ts'
import { invalid, notFound, Refusal } from '#server/platform/http/errors.ts'
import { receiveOnlyFile } from '#server/platform/http/one-file.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { note, release, reserve, type Reservation } from './unsaved-uploads.ts'
import { changeFeed, lockFeed } from './save-feed.ts'

/**
 * Receives a feed's file. The feed takes it at once if its source is an upload; a draft waits until the settings
 * are saved with it (docs/domain/feed-sources.md, Uploads).
 */
export async function uploadFeedFile(ctx: Ctx, { params, query }: Parsed<'uploadFeedFile'>) {
  const file = await receiveFile(ctx, params)
  return { ...file, in_use: !query.draft && (await takeFile(ctx, params.fileKey, file)) }
}

/** @returns whether the feed's source is an upload, so that it reads this file from now on */
const takeFile = (ctx: Ctx, feedId: number, { id, name }: { id: string; name: string }): Promise<boolean> =>
  write(ctx, async (tx, logActivity) => {
    await lockVendorOf(ctx, tx, 'feed', feedId)
    const feed = await lockFeed(tx, feedId)
    if (feed.before.source.kind !== 'upload') return false
    const activity = await changeFeed(ctx, tx, feed, {
      ...feed.before,
      source_secret: undefined,
      further: undefined,
      new_file: { id, name },
    })
    if (activity) await logActivity(activity)
    return true
  })

async function receiveFile(ctx: Ctx, params: Parsed<'uploadFeedFile'>['params']) {
  const feed = await ctx.db
    .selectFrom('feed')
    .select('feed_id')
    .where('feed_id', '=', params.fileKey)
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  if (!ctx.req.isMultipart()) throw invalid({ feedFile: 'Choose one file' })
  await requireSpace(ctx)
  const reservation = await reserve(ctx, feed.feed_id)
  const { received, refused } = await receiveOnlyFile(
    ctx.req,
    { names: ['feedFile'], bytes: uploadLimitBytes, second: 'Choose one file only' },
    (part) => storePart(ctx, reservation, part),
  ).catch(async (error: unknown) => {
    await release(ctx, reservation)
    throw error
  })
  if (received && Object.keys(refused).length === 0) {
    await note(ctx, reservation, received.bytes)
    return received
  }
  if (received) await ctx.files.remove(reservation.key)
  await release(ctx, reservation)
  throw invalid(received ? refused : { feedFile: 'Choose a file to upload', ...refused })
}

/** Streams a file into the storage location. */
async function storePart(ctx: Ctx, { id, key }: Reservation, part: MultipartFile) {
  const name =
    (part.filename ?? '')
      .replace(/[/\\\0]/g, '_')
      .trim()
      .slice(-200) || 'feed'
  let bytes = 0
  const countBytes = async function* () {
    for await (const chunk of checkBeginning(name, part.file)) {
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    await ctx.files.put(key, Readable.from(countBytes()))
  } catch (error) {
    part.file.resume()
    throw error
  }
  if (part.file.truncated || bytes === 0) {
    await ctx.files.remove(key)
    throw part.file.truncated
      ? new Refusal('too_large', messages.uploadFailed('the file is larger than 256 MB'))
      : invalid({ feedFile: 'The file is empty' })
  }
  return { id, name, bytes }
}

const headBytes = 512

/** Passes on a file's bytes once its beginning is known to be what the name says. */
async function* checkBeginning(name: string, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let open = false
  const look = () => {
    const wrong = notWhatItSays(name, head)
    if (wrong) throw refusal(wrong)
    open = true
  }
  for await (const chunk of source) {
    if (open) yield chunk
    else {
      head = Buffer.concat([head, chunk])
      if (head.length < headBytes) continue
      look()
      yield head
    }
  }
  if (!open && head.length > 0) {
    look()
    yield head
  }
}

const refusal = (wrong: string) => new Refusal('invalid', messages.uploadFailed(wrong), { feedFile: wrong })

const knownSignatures: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['a program', [0x4d, 0x5a]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
  ['an old Excel workbook (.xls); save it as .xlsx or .csv', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a RAR archive', [0x52, 0x61, 0x72, 0x21]],
  ['a 7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
]
const begins = (head: Buffer, bytes: readonly number[]) => bytes.every((b, i) => head[i] === b)

/**
 * Why a file's beginning can't be a feed's, or isn't what its name says; undefined: it may be a feed. The rows
 * themselves are checked by the run.
 */
function notWhatItSays(name: string, head: Buffer): string | undefined {
  const match = knownSignatures.find(([, bytes]) => begins(head, bytes))
  if (match) return `it is ${match[0]}`
  const zip = begins(head, [0x50, 0x4b, 0x03, 0x04])
  const gzip = begins(head, [0x1f, 0x8b])
  if (mustBeZip(name) && !zip) return 'it’s named like a zip or Excel file, but it isn’t one'
  if (/\.gz$/i.test(name) && !gzip) return 'it’s named like a gzip file, but it isn’t one'
  if (zip || gzip || !head.includes(0) || isWideText(head)) return undefined
  const isText = head.every((b) => b === 0 || b >= 32 || (b >= 9 && b <= 13))
  return isText
    ? 'it has NUL bytes between its letters; save it again as plain text or CSV'
    : 'it is neither a text file nor an archive'
}
