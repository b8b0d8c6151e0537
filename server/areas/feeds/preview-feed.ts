import type { FeedPreview } from '#contract/feeds/preview.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  feedSource,
  type FeedFormat,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { RowChecker } from '#engine/check.ts'
import { FeedFailure } from '#engine/failure.ts'
import { detectFormat, formats } from '#engine/formats.ts'
import { suggest } from '#engine/presets.ts'
import { openRecords } from '#engine/read.ts'
import type { SourceRow } from '#engine/record.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { fetchFeed } from './fetch-feed.ts'

/**
 * The file's first rows as they are and as the mapping would make them. A file that can't be read is told
 * in `failure`.
 */
export async function previewFeed(ctx: Ctx, { params, body }: Parsed<'previewFeed'>): Promise<FeedPreview> {
  const feed = await ctx.db
    .selectFrom('feed')
    .select([
      'source',
      'source_secret',
      'upload_key',
      'upload_name',
      'upload_tm',
      'format',
      'mapping',
      'rules',
    ])
    .where('feed_id', '=', params.feed_id)
    .executeTakeFirst()
  if (!feed) throw notFound('feed')
  const saved = { format: feedFormat.parse(feed.format), mapping: feedMapping.parse(feed.mapping) }
  const given: ReadSettings = {
    format: body.format ?? saved.format,
    mapping: body.mapping ?? saved.mapping,
    rules: body.rules ?? feedRules.parse(feed.rules),
  }
  let done: (() => Promise<void>) | undefined
  try {
    const fetched = await fetchFeed(ctx.files, {
      source: feedSource.parse(feed.source),
      secret: feed.source_secret ? ctx.secrets.open(feed.source_secret) : undefined,
      upload: feed.upload_key
        ? { key: feed.upload_key, name: feed.upload_name ?? '', tm: feed.upload_tm ?? '' }
        : undefined,
      etag: undefined,
      lastModified: undefined,
      allowHosts: ctx.config.fetchAllowHosts,
      signal: AbortSignal.timeout(60_000),
    })
    if (fetched === 'not modified') throw new Error('Nothing was asked for that could be unmodified')
    done = fetched.done
    const kind =
      !body.format && saved.mapping.length === 0 && (await detectFormat(fetched.path, fetched.name))
    return await look(fetched.path, kind ? { ...given, format: { ...given.format, kind } } : given, body.rows)
  } catch (error) {
    if (error instanceof FeedFailure) return { ...nothing(given), failure: error.message }
    throw error
  } finally {
    await done?.()
  }
}

const nothing = (given: ReadSettings) => ({
  format: given.format,
  encoding: '',
  encoding_by: '',
  columns: [],
  rows: [],
  suggestion: { ...given, mapping: [] },
  preset: null,
  mapped: [],
})

/** Without a mapping of its own the file is read as is suggested. */
async function look(path: string, given: ReadSettings, count: number): Promise<FeedPreview> {
  const plain = await firstRows(path, given.format, count)
  const { preset, ...suggestion } = suggest(plain.columns, given)
  const settings = given.mapping.length ? given : suggestion
  const read = settings === given ? plain : await firstRows(path, settings.format, count)
  return {
    format: given.format,
    encoding: read.encoding,
    encoding_by: read.encodingBy,
    columns: [...read.columns],
    rows: read.rows.map((r) => ({ line: r.line, cells: r.cells.map((c) => c.slice(0, 300)) })),
    suggestion,
    preset: preset?.label ?? null,
    mapped: tryMapping(settings, read),
    failure: read.rows.length ? null : 'The file holds no rows',
  }
}

interface FirstRows {
  encoding: string
  encodingBy: string
  columns: readonly string[]
  rows: SourceRow[]
}
async function firstRows(path: string, format: FeedFormat, count: number): Promise<FirstRows> {
  const { encoding, encodingBy, batches } = await openRecords(path, format)
  const first: FirstRows = { encoding, encodingBy, columns: [], rows: [] }
  for await (const batch of batches) {
    first.columns = batch.columns
    first.rows.push(...batch.rows.slice(0, count - first.rows.length))
    if (first.rows.length >= count) break
  }
  return first
}

function tryMapping(
  { format, mapping, rules }: ReadSettings,
  { columns, rows }: FirstRows,
): FeedPreview['mapped'] {
  const checker = new RowChecker(mapping, rules)
  const at = (issue: { reason: string; column: string }) =>
    issue.column ? `${issue.reason} (${issue.column})` : issue.reason
  checker.columns(columns)
  return rows.map((row) => {
    const checked = checker.check(row, formats[format.kind].fixedColumns)
    if ('rejected' in checked)
      return { line: row.line, values: {}, issue: at(checked.rejected), warnings: [] }
    return {
      line: row.line,
      values: Object.fromEntries(checker.fields.map((f, i) => [f, checked.values[i] ?? null])),
      issue: null,
      warnings: (checked.warnings ?? []).map(at),
    }
  })
}
