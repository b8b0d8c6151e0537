import type { Selectable } from 'kysely'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  passwordForgotten,
  type FeedSource,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { FeedFailure } from '#engine/failure.ts'
import * as engine from '#engine/try-mapping.ts'
import type { Feed as FeedTable } from '#server/db/tables.ts'
import { hostKeysOf } from '#server/platform/host-keys.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { fetchFeed } from '../files/fetch-feed.ts'
import { busyText } from '../files/busy-server.ts'
import { downloadedText, type FetchedFile } from '../files/fetched-files.ts'
import { fileColumns } from './file-columns.ts'
import { uploadKeys } from '../files/old-files.ts'
import { unread } from './preview-file.ts'
import { previewInThread } from './preview-thread.ts'
import { departureOf, PreviewTurns } from './preview-turns.ts'
import { withProgress } from './preview-progress.ts'
import { openSource, refuseKey, shownSource } from './source-keys.ts'
import { keptFile, ownOfFurther } from './previewed-files.ts'
import { suggestRemembered } from './remembered-mapping.ts'

type Body = Parsed<'previewFeed'>['body']
const columns = ['feed_id', ...fileColumns, 'rules'] as const
type Row = Pick<Selectable<FeedTable>, (typeof columns)[number]>

/** Applies a mapping to rows that a preview showed. */
export const tryMapping = (_: Ctx, { body }: Parsed<'tryMapping'>): Promise<TriedMapping> =>
  Promise.resolve(engine.tryMapping(body, { ...body, format: feedFormat.parse({ kind: body.kind }) }))

/**
 * The file's first rows before and after the mapping, with the settings of the form, saved or not. If the file
 * can't be read, `failure` says why.
 */
export const previewFeed = (ctx: Ctx, input: Parsed<'previewFeed'>): Promise<FeedPreview> =>
  withProgress(ctx, input.params.feed_id, (report) =>
    turns.take(
      {
        person: ctx.who.login_id,
        signal: departureOf(ctx),
        onWait: () => report('Waiting for another preview to finish'),
      },
      () => preview(ctx, input, report),
    ),
  )
const turns = new PreviewTurns()

async function preview(
  ctx: Ctx,
  { params, body }: Parsed<'previewFeed'>,
  report: (text: string) => void,
): Promise<FeedPreview> {
  const feed = await ctx.db
    .selectFrom('feed')
    .select(columns)
    .where('feed_id', '=', params.feed_id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  if (body.further !== undefined) Object.assign(feed, await ownOfFurther(ctx, feed.feed_id, body.further))
  const savedSettings = { format: feedFormat.parse(feed.format), mapping: feedMapping.parse(feed.mapping) }
  const settings: ReadSettings = {
    format: body.format ?? savedSettings.format,
    mapping: body.mapping ?? savedSettings.mapping,
    rules: body.rules ?? feedRules.parse(feed.rules),
  }
  const signal = endsWith(ctx)
  let file: FetchedFile | undefined
  try {
    file = await fetchFile(ctx, feed, { body, signal, report })
    const { path, name } = file
    const detect = body.detect || (!body.format && savedSettings.mapping.length === 0)
    const previewedFile = { path, name, settings, detect, rows: body.rows }
    const filePreview = await previewInThread(previewedFile, signal, (rows) =>
      report(`Reading, ${many(rows, 'row')}`),
    )
    const suggests = body.remember && body.further === undefined && settings.mapping.length === 0
    return {
      file: describeFile(file),
      ...filePreview,
      ...(suggests ? await suggestRemembered(ctx.db, feed, filePreview) : { remembered: null }),
    }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    return {
      file: file ? describeFile(file) : null,
      ...unread(settings),
      remembered: null,
      failure: error.message,
      failure_code: error.code,
      failing_line: null,
    }
  } finally {
    await file?.remove()
  }
}

const describeFile = ({ name, bytes, modifiedTm }: FetchedFile) => ({
  name,
  bytes,
  modified: modifiedTm || null,
})

/** Aborted when the caller leaves, or the preview takes too long. */
const endsWith = (ctx: Ctx): AbortSignal =>
  AbortSignal.any([departureOf(ctx), AbortSignal.timeout(previewMs)])

/** A person is waiting for it. */
const previewMs = 60_000
const previewWaitSeconds = 15

async function fetchFile(
  ctx: Ctx,
  feed: Row,
  { body, signal, report }: { body: Body; signal: AbortSignal; report: (text: string) => void },
): Promise<FetchedFile> {
  const { source: typedSource, source_secret, new_file, kept: usesKeptFile, further } = body
  const savedSource = shownSource(feed.source)
  const earlier =
    usesKeptFile && savedSource.kind !== 'upload' ? await keptFile(ctx.db, feed.feed_id, further) : undefined
  const source: FeedSource = usesKeptFile ? { kind: 'upload' } : (typedSource ?? savedSource)
  refuseKey(source, source_secret)
  // a password given for one place is never sent to another
  const keptSecret = feed.source_secret && !passwordForgotten(savedSource, source) ? feed.source_secret : null
  const uploadNow = () => {
    if (new_file)
      return {
        key: uploadKeys.key({ owner: feed.feed_id, uuid: new_file.id }),
        name: new_file.name,
        tm: new Date(ctx.clock.now()).toISOString(),
      }
    if (usesKeptFile && savedSource.kind !== 'upload') return earlier
    if (!feed.upload_key) return undefined
    return { key: feed.upload_key, name: feed.upload_name ?? '', tm: feed.upload_tm ?? '' }
  }
  const fetchedFile = await fetchFeed(ctx.files, {
    source: openSource(ctx.secrets, source, feed.source),
    secret: source_secret || (keptSecret ? ctx.secrets.open(keptSecret) : undefined),
    upload: uploadNow(),
    etag: undefined,
    lastModified: undefined,
    allowHosts: ctx.config.fetchAllowHosts,
    hostKeys: hostKeysOf(ctx.db, { feed_id: feed.feed_id }),
    signal,
    waitAtMost: previewWaitSeconds,
    onBytes: (received, announced) => report(`Downloading, ${downloadedText(received, announced)}`),
    onWait: (status, seconds) => report(busyText(status, seconds)),
  })
  if (fetchedFile === 'not modified')
    throw new Error('The source responded “not modified” to an unconditional request')
  return fetchedFile
}
