import type { FeedFormat } from '#contract/feeds/settings.ts'
import { formats } from './formats/formats.ts'
import type { RecordBatch, SourceRow } from './record.ts'

/** The rows of a longer group are passed on, and its first row takes no more images. */
const heldRows = 1000
const imagesChars = 100_000

/**
 * Groups rows with the same value in the group's column: blank cells take the values of the first row, and a row
 * with nothing but a further image is merged into the first.
 */
export async function* groupRows(
  batches: AsyncGenerator<RecordBatch>,
  { kind, group = '' }: FeedFormat,
): AsyncGenerator<RecordBatch> {
  let columns: readonly string[] = []
  let name: string | undefined
  let head: readonly string[] = []
  let open: SourceRow[] = []
  for await (const batch of batches) {
    ;({ columns } = batch)
    const position = columns.indexOf(group)
    const rows: SourceRow[] = []
    for (const row of batch.rows) {
      const value = row.cells[position] ?? ''
      const isContinued = value === '' && name !== undefined && name !== '' && leavesName(row.cells, columns)
      if (!isContinued && (value === '' || value !== name)) {
        rows.push(...open)
        open = [row]
        ;[head, name] = [row.cells, value]
        continue
      }
      // a row of the wrong width is left for the check to report
      const whole = row.cells.length === columns.length || !formats[kind].fixedColumns
      if (whole && isImage(row.cells, columns, position)) {
        if (open[0]) open[0].cells = withImages(open[0].cells, row.cells, columns)
        continue
      }
      if (whole)
        row.cells = columns.map((name, i) => row.cells[i] || (inherits.test(name) ? (head[i] ?? '') : ''))
      if (open.length === 0) rows.push(row)
      else if (open.push(row) > heldRows) {
        rows.push(...open)
        open = []
      }
    }
    const { leftOut } = batch
    if (rows.length > 0 || batch.rows.length === 0 || leftOut)
      yield { columns, rows, ...(leftOut && { leftOut }) }
  }
  if (open.length > 0) yield { columns, rows: open }
}

/** Columns that belong to the product rather than to a variant. */
const inherits = /title|body|vendor|brand|type|tags|description|category|name$/i
const names = /^(?:title|name)$|(?:title|name)$/i
/** A variant's row below its product's, which leaves the product's name blank and has a code of its own. */
const leavesName = (cells: readonly string[], columns: readonly string[]): boolean =>
  columns.some((name, i) => names.test(name) && !cells[i]) &&
  columns.some((name, i) => /sku/i.test(name) && cells[i])
const ofImages = /image|picture|photo/i
/** Columns that describe an image but don't hold its address. */
const describesImage = /position|alt|text|order/i

const isImage = (cells: readonly string[], columns: readonly string[], group: number): boolean =>
  cells.every((cell, i) => i === group || cell === '' || ofImages.test(columns[i] ?? '')) &&
  cells.some((cell, i) => i !== group && cell !== '')

const withImages = (
  cells: readonly string[],
  otherCells: readonly string[],
  columns: readonly string[],
): readonly string[] =>
  columns.map((name, i) => {
    const [cell = '', otherCell = ''] = [cells[i], otherCells[i]]
    const takes = ofImages.test(name) && !describesImage.test(name) && cell.length < imagesChars
    return takes ? [cell, otherCell].filter(Boolean).join('|') : cell
  })
