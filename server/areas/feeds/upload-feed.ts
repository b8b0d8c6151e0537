import { randomUUID } from 'node:crypto'
import { Transform } from 'node:stream'
import type { Parsed } from '#contract/operation.ts'
import { uploadLimitBytes, type feeds } from '#contract/feeds.ts'
import { messages } from '#contract/messages.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/** Streams an uploaded feed file into the storage location; the feed's next run reads it. */
export async function uploadFeedFile(ctx: Ctx, { params }: Parsed<typeof feeds.upload>) {
  const feed = await ctx.db
    .selectFrom('feed')
    .select(['feed_id', 'dropshipper_id'])
    .where('feed_id', '=', params.fileKey)
    .where('dropshipper_id', '=', params.id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  if (!ctx.req.isMultipart()) throw invalid({ feedFile: 'Send one file' })
  const part = await ctx.req.file({ limits: { fileSize: uploadLimitBytes, files: 1 } })
  if (!part || part.fieldname !== 'feedFile') throw invalid({ feedFile: 'Choose a file to upload' })
  const name = part.filename.replace(/[/\\\0]/g, '_').slice(-200) || 'feed'
  const key = `uploads/${feed.feed_id}/${randomUUID()}`
  let bytes = 0
  const counted = part.file.pipe(new Transform({ transform: (chunk: Buffer, _e, done) => ((bytes += chunk.length), done(null, chunk)) }))
  await ctx.files.put(key, counted)
  if (part.file.truncated || bytes === 0) {
    await ctx.files.remove(key)
    throw part.file.truncated
      ? new Refusal(413, 'too_large', messages.uploadFailed('the file is larger than 256 MB'))
      : invalid({ feedFile: 'The file is empty' })
  }
  await write(ctx, async (tx, did) => {
    await tx
      .updateTable('feed')
      .set({ upload_key: key, upload_name: name, upload_tm: new Date().toISOString(), source: JSON.stringify({ kind: 'upload' }) })
      .where('feed_id', '=', feed.feed_id)
      .execute()
    await did({
      type: 'feed.upload',
      dropshipper_id: feed.dropshipper_id,
      entity: 'feed',
      entity_id: feed.feed_id,
      message: `Uploaded “${name}” (${bytes} bytes)`,
    })
  })
  return { name, bytes }
}
