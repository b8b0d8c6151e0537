import type { CostCell } from '#contract/feeds/cost-cell.ts'
import {
  feedFormat,
  feedMapping,
  feedRules,
  isFed,
  type FeedFormat,
  type FeedMapping,
  type FeedRules,
} from '#contract/feeds/settings.ts'
import type { Parsed } from '#contract/index.ts'
import { joinedCells, RowChecker } from '#engine/check.ts'
import { FeedFailure } from '#engine/failure.ts'
import { formats } from '#engine/formats/formats.ts'
import { openRecords } from '#engine/read.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { endedBy, keepFile } from '../files/fetched-files.ts'
import { mendedFormat } from './mended-rows.ts'
import { keptBytes } from '../settings/previewed-files.ts'

const lookMs = 60_000
const mostChars = 300

/** A file that a run read, with its settings. */
interface KeptFile {
  run_id: number
  format: FeedFormat
  mapping: FeedMapping
  key: string | null
  bytes: number
}

/** Looks up a product's cost in the file of the run that changed it last, else in that of the current run. */
export async function getCostCell(ctx: Ctx, { params, query }: Parsed<'getCostCell'>): Promise<CostCell> {
  const product = await ctx.db
    .selectFrom('product')
    .innerJoin('feed', 'feed.feed_id', 'product.feed_id')
    .select(['sku', 'updated_run_id', 'current_run_id', 'rules'])
    .where('product_id', '=', query.product_id)
    .where('product.feed_id', '=', params.feed_id)
    .executeTakeFirst()
  if (!product) throw notFound('product')
  const { sku, updated_run_id, current_run_id } = product
  const files = await filesOf(ctx.db, params.feed_id, [updated_run_id, current_run_id ?? updated_run_id])
  const rules = feedRules.parse(product.rules)
  const unseen: CostCell = { column: null, text: null, run_id: null, not_seen: 'no_column' }
  let blank: CostCell | undefined
  for (const { key, bytes, ...file } of files) {
    const cost = file.mapping.find((entry) => entry.field === 'wholesale_price' && entry.from !== '')
    if (!cost) continue
    unseen.column ??= cost.from
    if (key === null || bytes > keptBytes) {
      unseen.not_seen = key === null ? 'not_kept' : 'too_large'
      continue
    }
    const { run_id } = file
    const from = [cost.from, ...(cost.also ?? [])]
    const text = await cellOf(ctx, { ...file, key }, { rules, sku, from })
    if (typeof text !== 'string') {
      unseen.not_seen = text ? 'unread' : 'not_there'
      continue
    }
    const cell = { column: cost.from, text: text.slice(0, mostChars), run_id, not_seen: null }
    if (text.trim() !== '') return cell
    // the run's next file may fill it
    blank ??= cell
  }
  return blank ?? unseen
}

/** The files that these runs read; further files come before the main file, whose values they override. */
async function filesOf(db: Db, feedId: number, runIds: readonly number[]): Promise<KeptFile[]> {
  const { rows } = await sql<
    Omit<KeptFile, 'format' | 'mapping'> & { format: unknown; mapping: unknown; mended: boolean }
  >`
    select r.feed_run_id as run_id, f.format, f.mapping, r.file_key as key,
      coalesce(r.file_bytes, 0)::float8 as bytes, r.mends_run_id is not null as mended,
      array_position(${runIds}::bigint[], r.feed_run_id) as first, -1 as position
    from feed_run r
    join feed f using (feed_id)
    where r.feed_id = ${feedId} and r.feed_run_id = any(${runIds}::bigint[])
    union all
    select r.feed_run_id, x.format, x.mapping, file.file_key, coalesce(file.file_bytes, 0)::float8, false,
      array_position(${runIds}::bigint[], r.feed_run_id), x.position
    from feed_run r
    join feed_run_file file using (feed_run_id)
    join feed_file x using (feed_file_id)
    where r.feed_id = ${feedId} and r.feed_run_id = any(${runIds}::bigint[])
    order by first, position desc`.execute(db)
  return rows.map(({ format, mapping, mended: isMended, ...row }) => ({
    ...row,
    format: isMended ? mendedFormat : feedFormat.parse(format),
    mapping: feedMapping.parse(mapping),
  }))
}

interface CellQuery {
  rules: FeedRules
  sku: string
  /** The columns to read. */
  from: readonly string[]
}

/** What a SKU's row has in these columns; undefined: there is no such row or column; a failure: it can't be read. */
async function cellOf(
  { files }: Ctx,
  { key, format, mapping }: Pick<KeptFile, 'format' | 'mapping'> & { key: string },
  { rules, sku, from }: CellQuery,
): Promise<string | FeedFailure | undefined> {
  const checker = new RowChecker(
    mapping.filter((entry) => entry.field === 'sku' && isFed(entry)),
    rules,
  )
  const signal = AbortSignal.timeout(lookMs)
  let keptCopy: Awaited<ReturnType<typeof keepFile>> | undefined
  let text: string | undefined
  try {
    keptCopy = await keepFile(await files.open(key), signal)
    const { batches } = await openRecords(keptCopy.path, format)
    for await (const { columns, rows } of batches) {
      if (signal.aborted) throw endedBy(signal)
      checker.columns(columns)
      const positions = from.map((name) => columns.indexOf(name)).filter((i) => i >= 0)
      if (positions.length === 0) return undefined
      for (const row of rows) {
        const checkedRow = checker.check(row, formats[format.kind].fixedColumns)
        if ('rejected' in checkedRow || checkedRow.values[0] !== sku) continue
        text = joinedOrSingle(row.cells, positions)
        if (rules.repeated_sku === 'first') return text
      }
    }
  } catch (error) {
    if (!(error instanceof FeedFailure)) throw error
    return text ?? error
  } finally {
    await keptCopy?.remove()
  }
  return text
}

/** A single column keeps its blanks. */
function joinedOrSingle(cells: readonly string[], [first, ...others]: readonly number[]): string {
  if (first === undefined) return ''
  return others.length === 0 ? (cells[first] ?? '') : joinedCells(cells, [first, ...others])
}
