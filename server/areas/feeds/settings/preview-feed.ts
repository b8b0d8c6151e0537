import type { Selectable } from 'kysely'
import type { FeedPreview, TriedMapping } from '#contract/feeds/preview.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  passwordForgotten,
  type FeedFormat,
  type FeedSource,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { FeedFailure } from '#engine/failure.ts'
import { firstRows, type FirstRow } from '#engine/first-rows.ts'
import { lineAt, lookAtFile, type Look } from '#engine/look.ts'
import { suggest } from '#engine/mapping/suggest.ts'
import * as engine from '#engine/try-mapping.ts'
import type { Feed as FeedTable } from '#server/db/tables.ts'
import { hostKeysOf } from '#server/platform/host-keys.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { fetchFeed } from '../files/fetch-feed.ts'
import type { FetchedFile } from '../files/fetched-files.ts'
import { fileColumns } from './file-columns.ts'
import { uploadKeys } from '../files/old-files.ts'
import { openSource, shownSource } from './source-keys.ts'
import { keptFile, ownOfFurther } from './previewed-files.ts'

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
export async function previewFeed(ctx: Ctx, { params, body }: Parsed<'previewFeed'>): Promise<FeedPreview> {
  const feed = await ctx.db
    .selectFrom('feed')
    .select(columns)
    .where('feed_id', '=', params.feed_id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  if (body.further !== undefined) Object.assign(feed, await ownOfFurther(ctx, feed.feed_id, body.further))
  const savedSettings = { format: feedFormat.parse(feed.format), mapping: feedMapping.parse(feed.mapping) }
  let settings: ReadSettings = {
    format: body.format ?? savedSettings.format,
    mapping: body.mapping ?? savedSettings.mapping,
    rules: body.rules ?? feedRules.parse(feed.rules),
  }
  let file: FetchedFile | undefined
  let fileLook: Look | undefined
  try {
    file = await fetchFile(ctx, feed, body)
    fileLook = await lookAtFile(file.path, file.name, settings.format.encoding)
    if (body.detect || (!body.format && savedSettings.mapping.length === 0))
      settings = { ...settings, format: withDetected(settings.format, fileLook) }
    const { failure, ...rest } = await readPreview(file.path, settings, {
      count: body.rows,
      delimiter: fileLook.delimiter,
    })
    return {
      ...describeFile(file, fileLook),
      ...rest,
      failure: failure?.message ?? null,
      failure_code: failure?.code ?? null,
      failing_line: failure ? await failingLine(file, fileLook, failure, settings) : null,
    }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    return {
      ...describeFile(file, fileLook),
      ...unread(settings),
      failure: error.message,
      failure_code: error.code,
      failing_line: await failingLine(file, fileLook, error, settings),
    }
  } finally {
    await file?.remove()
  }
}

/** A person is waiting for it. */
const previewMs = 60_000

async function fetchFile(
  ctx: Ctx,
  feed: Row,
  { source: typedSource, source_secret, new_file, kept: usesKeptFile, further }: Body,
): Promise<FetchedFile> {
  const savedSource = shownSource(feed.source)
  const earlier =
    usesKeptFile && savedSource.kind !== 'upload' ? await keptFile(ctx.db, feed.feed_id, further) : undefined
  const source: FeedSource = usesKeptFile ? { kind: 'upload' } : (typedSource ?? savedSource)
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
    signal: AbortSignal.timeout(previewMs),
  })
  if (fetchedFile === 'not modified')
    throw new Error('The source responded “not modified” to an unconditional request')
  return fetchedFile
}

/** The format as detected, without the settings of another kind. */
const withDetected = (format: FeedFormat, { kind, header }: Look): FeedFormat => {
  const { quote, encoding } = format
  return { kind, header, quote, ...(encoding && { encoding }) }
}

const describeFile = (file: FetchedFile | undefined, fileLook: Look | undefined) => ({
  file: file ? { name: file.name, bytes: file.bytes, modified: file.modifiedTm || null } : null,
  detected: fileLook
    ? { kind: fileLook.kind, delimiter: fileLook.delimiter, sure: fileLook.sure, because: fileLook.because }
    : null,
  lines: fileLook?.lines ?? [],
})

const unread = (settings: ReadSettings) => ({
  format: settings.format,
  encoding: '',
  encoding_by: '',
  rows_counted: 0,
  rows_more: false,
  columns: [],
  rows: [],
  suggestion: { ...settings, mapping: [], confidence: {}, reasons: {}, notes: [] },
  preset: null,
  tried: { problem: null, rows: [], fields: [] },
})

/** How many rows a suggestion is made from. */
const suggestedByRows = 300

/** Without a mapping of its own, the file is read with the suggested one. */
async function readPreview(
  path: string,
  requestedSettings: ReadSettings,
  { count, delimiter }: { count: number; delimiter: string | null },
) {
  // a suggestion looks at more rows than are shown
  const plain = await firstRows(path, requestedSettings.format, Math.max(count, suggestedByRows))
  const { preset, ...suggestion } = suggest(
    plain.columns,
    requestedSettings,
    plain.rows.map((r) => r.cells),
    requestedSettings.format.delimiter ?? delimiter,
  )
  plain.rows.length = Math.min(plain.rows.length, count)
  const settings = requestedSettings.mapping.length ? requestedSettings : suggestion
  const read = settings === requestedSettings ? plain : await firstRows(path, settings.format, count)
  return {
    format: settings.format,
    encoding: read.encoding,
    encoding_by: read.encodingBy,
    rows_counted: read.rowCount,
    rows_more: read.hasMore,
    columns: [...read.columns],
    rows: shortenCells(read.rows),
    suggestion,
    preset: preset?.label ?? null,
    tried: engine.tryMapping(read, settings),
    failure: read.rows.length ? read.failure : new FeedFailure('empty', 'The file has no rows'),
  }
}

/** The text of the line that a failure names; a workbook has no lines. */
async function failingLine(
  file: FetchedFile | undefined,
  fileLook: Look | undefined,
  { line }: FeedFailure,
  { format }: ReadSettings,
): Promise<string | null> {
  if (!file || !fileLook || fileLook.kind === 'xlsx' || line === undefined) return null
  return lineAt(file.path, line, format.encoding).catch(() => null)
}

/** A preview is only for looking at: long cells and wide files are cut. */
const shownChars = 800_000
function shortenCells(rows: readonly FirstRow[]): FirstRow[] {
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0)
  const cellChars = Math.min(300, Math.floor(shownChars / Math.max(cells, 1)))
  return rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell.slice(0, cellChars)) }))
}
