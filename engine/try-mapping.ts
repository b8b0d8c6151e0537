import type { TriedMapping } from '#contract/feeds/preview.ts'
import {
  isFed,
  type FeedMapping,
  type FeedRules,
  type ProductField,
  type ReadSettings,
} from '#contract/feeds/settings.ts'
import { joinedCells, RowChecker } from './check.ts'
import type { FirstRow, FirstRows } from './first-rows.ts'
import { formats } from './formats/formats.ts'
import { betterTransforms } from './suggest.ts'
import { compileTransforms } from './transforms.ts'

type Entry = FeedMapping[number]
/** What became of one field in one row. */
interface TriedCell {
  value: string | null
  refusal?: string
  warning?: string
}
const shownSamples = 3

/** What a mapping makes of some rows, field by field: one that is refused keeps what it holds. */
export function tryMapping(
  { columns, rows }: Pick<FirstRows, 'columns' | 'rows'>,
  { format, mapping, rules }: ReadSettings,
): TriedMapping {
  const fields = mapping.map((entry) => tryField(entry, columns, rows, rules))
  const width = new RowChecker([], rules)
  width.columns(columns)
  const toIssue = (field: ProductField | null, reason: string) => ({ field, reason })
  return {
    problem: mapping.some((m) => m.field === 'sku' && isFed(m)) ? null : 'No SKU is mapped yet',
    rows: rows.map((row, index) => {
      const all = mapping.map((m, i) => ({ field: m.field, ...fields[i]!.tried[index]! }))
      const refusedField = all.find((f) => f.refusal !== undefined)
      const whole = width.check(asRecord(row), formats[format.kind].fixedColumns)
      return {
        line: row.line,
        values: Object.fromEntries(all.map((f) => [f.field, f.value])),
        issue:
          'rejected' in whole
            ? toIssue(null, whole.rejected.reason)
            : refusedField
              ? toIssue(refusedField.field, refusedField.refusal!)
              : null,
        warnings: all.flatMap((f) => (f.warning ? [toIssue(f.field, f.warning)] : [])),
      }
    }),
    fields: fields.map((f) => f.told),
  }
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
  const cells = rows.map((row) =>
    positions.length > 1 ? joinedCells(row.cells, positions) : (row.cells[positions[0]!] ?? ''),
  )
  const triedCells = rows.map((row): TriedCell => {
    const checkedRow = checker.check(asRecord({ ...row, fault: null }), false)
    if ('rejected' in checkedRow)
      return { value: checkedRow.rejected.value || null, refusal: checkedRow.rejected.reason }
    const warning = checkedRow.warnings?.[0]?.reason
    return { value: checkedRow.values[0] ?? null, ...(warning && { warning }) }
  })
  const filledCells = cells.filter((c) => c.trim() !== '')
  const first = (predicate: (t: TriedCell, cell: string) => boolean) =>
    triedCells.findIndex((t, i) => predicate(t, cells[i]!))
  const shownIndex = [
    first((t, c) => t.refusal !== undefined && c !== ''),
    first((t, c) => t.warning !== undefined && c !== ''),
    first((_, c) => c.trim() !== ''),
    first((t) => t.value !== null),
  ].find((i) => i >= 0)
  const summary = {
    field: entry.field,
    filled: rows.length ? triedCells.filter((t) => t.value !== null && !t.refusal).length / rows.length : 0,
    samples: [...new Set(filledCells)].slice(0, shownSamples),
    steps: shownIndex === undefined ? [] : stepsOf(entry, cells[shownIndex]!, triedCells[shownIndex]!),
    reason:
      shownIndex === undefined
        ? null
        : (triedCells[shownIndex]!.refusal ?? triedCells[shownIndex]!.warning ?? null),
    refused: triedCells.filter((t) => t.refusal !== undefined).length,
    better: betterTransforms(entry.field, entry.transforms, filledCells) ?? null,
  }
  return { tried: triedCells, told: summary }
}

/** A value as it comes, after each transform, and as it is kept. */
function stepsOf({ transforms }: Entry, cell: string, { value, refusal }: TriedCell): string[] {
  const steps = [cell]
  for (const transform of transforms) steps.push(compileTransforms([transform])!(steps.at(-1)!))
  return [...steps, refusal ? steps.at(-1)! : (value ?? '')]
}
