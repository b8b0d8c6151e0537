import type { TriedMapping } from '#contract/feeds/preview.ts'
import {
  isFed,
  type FeedMapping,
  type FeedRules,
  type ProductField,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import { joinedCells, RowChecker, unreadQuantity } from './check.ts'
import type { FirstRow, FirstRows } from './first-rows.ts'
import { formats } from './formats/formats.ts'
import { betterTransforms } from './mapping/fewest-transforms.ts'
import { compileTransforms, type CellBeside } from './transforms.ts'

type Entry = FeedMapping[number]
/** The outcome of one field in one row. */
interface TriedCell {
  value: string | null
  refusal?: string
  warning?: string
}
const shownSamples = 3

/** What a mapping makes of some rows, field by field; a refused value keeps what its cell holds. */
export function tryMapping(
  { columns, rows }: Pick<FirstRows, 'columns' | 'rows'>,
  { format, mapping, rules }: ReadSettings,
): TriedMapping {
  const fields = mapping.map((entry) => tryField(entry, columns, rows, rules))
  const width = new RowChecker([], rules)
  width.columns(columns)
  return {
    problem: mapping.some((m) => m.field === 'sku' && isFed(m)) ? null : 'No SKU is mapped yet',
    rows: rows.map((row, index) => {
      const cells = fields.flatMap(({ summary: { field }, triedCells }) => {
        const cell = triedCells[index]
        return cell ? [{ field, ...cell }] : []
      })
      const whole = width.check(asRecord(row), formats[format.kind].fixedColumns)
      return {
        line: row.line,
        values: Object.fromEntries(cells.map((cell) => [cell.field, cell.value])),
        issue: 'rejected' in whole ? { field: null, reason: whole.rejected.reason } : firstRefusal(cells),
        warnings: cells.flatMap(({ field, warning }) => (warning ? [{ field, reason: warning }] : [])),
      }
    }),
    fields: fields.map((f) => f.summary),
  }
}

function firstRefusal(cells: readonly (TriedCell & { field: ProductField })[]) {
  for (const { field, refusal } of cells) if (refusal !== undefined) return { field, reason: refusal }
  return null
}

const asRecord = ({ line, cells, fault }: FirstRow) => ({
  line,
  cells,
  hashA: 0,
  hashB: 0,
  ...(fault && { fault }),
})

function tryField(entry: Entry, columns: readonly string[], rows: readonly FirstRow[], rules: FeedRules) {
  const checker = new RowChecker([entry], rules)
  checker.columns(columns)
  const positions = [entry.from, ...(entry.also ?? [])].map((name) => columns.indexOf(name))
  const cells = rows.map((row) => cellAt(row.cells, positions))
  const triedCells = rows.map((row): TriedCell => {
    const checkedRow = checker.check(asRecord({ ...row, fault: null }), false)
    if ('rejected' in checkedRow)
      return { value: checkedRow.rejected.value || null, refusal: checkedRow.rejected.reason }
    const warning = checkedRow.warnings?.[0]?.reason
    const value = checkedRow.values[0] ?? null
    return { value: value === unreadQuantity ? null : value, ...(warning && { warning }) }
  })
  const filledCells = cells.filter((c) => c.trim() !== '')
  const shown = shownSample(triedCells.map((tried, i) => ({ tried, cell: cells[i] ?? '', row: rows[i] })))
  const cellBeside: CellBeside = (column) => shown?.row?.cells[columns.indexOf(column)]
  const summary = {
    field: entry.field,
    filled: rows.length ? triedCells.filter((t) => t.value !== null && !t.refusal).length / rows.length : 0,
    samples: [...new Set(filledCells)].slice(0, shownSamples),
    steps: shown ? stepsOf(entry, shown, cellBeside) : [],
    reason: shown ? (shown.tried.refusal ?? shown.tried.warning ?? null) : null,
    refused: triedCells.filter((t) => t.refusal !== undefined).length,
    better: betterTransforms(entry.field, entry.transforms, filledCells) ?? null,
  }
  return { triedCells, summary }
}

interface Sample {
  tried: TriedCell
  cell: string
  row: FirstRow | undefined
}
/** The sample that says most: a refused cell, else one that is warned of, else any. */
const shownSample = (samples: readonly Sample[]): Sample | undefined =>
  samples.find(({ tried, cell }) => tried.refusal !== undefined && cell !== '') ??
  samples.find(({ tried, cell }) => tried.warning !== undefined && cell !== '') ??
  samples.find(({ cell }) => cell.trim() !== '') ??
  samples.find(({ tried }) => tried.value !== null)

/** A single column keeps its blanks. */
function cellAt(cells: readonly string[], [first, ...others]: readonly number[]): string {
  if (first === undefined) return ''
  return others.length === 0 ? (cells[first] ?? '') : joinedCells(cells, [first, ...others])
}

/** A value as it comes, after each transform, and as it is kept. */
function stepsOf(
  { transforms }: Entry,
  { cell, tried: { value, refusal } }: Sample,
  cellBeside: CellBeside,
): string[] {
  const steps = [cell]
  let step = cell
  for (const transform of transforms) {
    step = compileTransforms([transform], cellBeside)?.(step) ?? step
    steps.push(step)
  }
  return [...steps, refusal ? step : (value ?? '')]
}
