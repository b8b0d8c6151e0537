import { feedFormat, feedMapping, feedRules, feedSource, type FeedFormat } from '#contract/feeds/settings.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import type { Parsed } from '#contract/index.ts'
import { RowChecker } from '#engine/check.ts'
import { FeedFailure } from '#engine/failure.ts'
import { presets, suggestMapping } from '#engine/presets.ts'
import { openRecords } from '#engine/read.ts'
import type { SourceRow } from '#engine/record.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { fetchFeed } from './fetch-feed.ts'

/** The file's first rows as they are and as the mapping would make them. A file that can't be read is told in `failure`. */
export async function previewFeed(ctx: Ctx, { params, body }: Parsed<'previewFeed'>): Promise<FeedPreview> {
  const feed = await ctx.db.selectFrom('feed').selectAll().where('feed_id', '=', params.feed_id).executeTakeFirst()
  if (!feed) throw notFound('feed')
  const rules = body.rules ?? feedRules.parse(feed.rules)
  let format = body.format ?? feedFormat.parse(feed.format)
  const nothing = { format, encoding: '', encoding_by: '', columns: [], rows: [], suggestion: [], preset: null, mapped: [] }
  let done: (() => Promise<void>) | undefined
  try {
    const fetched = await fetchFeed(ctx.files, {
      source: feedSource.parse(feed.source),
      secret: feed.source_secret ? ctx.secrets.open(feed.source_secret) : undefined,
      upload: feed.upload_key ? { key: feed.upload_key, name: feed.upload_name ?? '', tm: feed.upload_tm ?? '' } : undefined,
      etag: undefined,
      lastModified: undefined,
      allowHosts: ctx.config.fetchAllowHosts,
      signal: AbortSignal.timeout(60_000),
    })
    if (fetched === 'not modified') throw new Error('Nothing was asked for that could be unmodified')
    done = fetched.done
    if (!body.format && feedMapping.parse(feed.mapping).length === 0) format = likelyFormat(fetched.name, format)
    const records = await openRecords(fetched.path, format)
    let columns: readonly string[] = []
    const rows: SourceRow[] = []
    for await (const batch of records.batches) {
      columns = batch.columns
      rows.push(...batch.rows.slice(0, body.rows - rows.length))
      if (rows.length >= body.rows) break
    }
    await records.batches.return(undefined)
    const saved = body.mapping ?? feedMapping.parse(feed.mapping)
    const preset = presets.find(
      (p) => p.format.kind === format.kind && p.mapping.filter((m) => columns.includes(m.from)).length >= Math.min(4, p.mapping.length),
    )
    const suggestion = preset ? preset.mapping.filter((m) => columns.includes(m.from)) : suggestMapping(columns)
    return {
      ...nothing,
      format,
      encoding: records.encoding,
      encoding_by: records.encodingBy,
      columns: [...columns],
      rows: rows.map((r) => ({ line: r.line, cells: r.cells.map((c) => c.slice(0, 300)) })),
      suggestion,
      preset: preset?.name ?? null,
      mapped: tryMapping(saved.length ? saved : suggestion, rules, columns, rows, format),
      failure: rows.length ? null : 'The file holds no rows',
    }
  } catch (error) {
    if (error instanceof FeedFailure) return { ...nothing, format, failure: error.message }
    throw error
  } finally {
    await done?.()
  }
}

function tryMapping(
  mapping: ReturnType<typeof feedMapping.parse>,
  rules: ReturnType<typeof feedRules.parse>,
  columns: readonly string[],
  rows: SourceRow[],
  format: FeedFormat,
): FeedPreview['mapped'] {
  const checker = new RowChecker(mapping, rules)
  checker.columns(columns)
  return rows.map((row) => {
    const checked = checker.check(row, format.kind === 'csv')
    if ('rejected' in checked)
      return { line: row.line, values: {}, issue: `${checked.rejected.reason}${checked.rejected.column ? ` (${checked.rejected.column})` : ''}`, warnings: [] }
    return {
      line: row.line,
      values: Object.fromEntries(checker.fields.map((f, i) => [f, checked.values[i] ?? null])),
      issue: null,
      warnings: (checked.warnings ?? []).map((w) => `${w.reason} (${w.column})`),
    }
  })
}

function likelyFormat(name: string, otherwise: FeedFormat): FeedFormat {
  const end =
    name
      .toLowerCase()
      .replace(/\.(gz|zip)$/, '')
      .split('.')
      .at(-1) ?? ''
  const kind = (
    {
      csv: 'csv',
      tsv: 'csv',
      txt: 'csv',
      xml: 'xml',
      yml: 'xml',
      rss: 'xml',
      json: 'json',
      jsonl: 'jsonl',
      ndjson: 'jsonl',
      xlsx: 'xlsx',
      edi: 'x12',
      x12: 'x12',
    } as const
  )[end]
  return kind ? { ...otherwise, kind } : otherwise
}
