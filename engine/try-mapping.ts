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
interface Tried {
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
  const told = (field: ProductField | null, reason: string) => ({ field, reason })
  return {
    problem: mapping.some((m) => m.field === 'sku' && isFed(m)) ? null : 'No SKU is mapped yet',
    rows: rows.map((row, at) => {
      const all = mapping.map((m, i) => ({ field: m.field, ...fields[i]!.tried[at]! }))
      const refused = all.find((f) => f.refusal !== undefined)
      const whole = width.check(asRecord(row), formats[format.kind].fixedColumns)
      return {
        line: row.line,
        values: Object.fromEntries(all.map((f) => [f.field, f.value])),
        issue:
          'rejected' in whole
            ? told(null, whole.rejected.reason)
            : refused
              ? told(refused.field, refused.refusal!)
              : null,
        warnings: all.flatMap((f) => (f.warning ? [told(f.field, f.warning)] : [])),
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
  const at = [entry.from, ...(entry.also ?? [])].map((name) => columns.indexOf(name))
  const cells = rows.map((row) => (at.length > 1 ? joinedCells(row.cells, at) : (row.cells[at[0]!] ?? '')))
  const tried = rows.map((row): Tried => {
    const checked = checker.check(asRecord({ ...row, fault: null }), false)
    if ('rejected' in checked)
      return { value: checked.rejected.value || null, refusal: checked.rejected.reason }
    const warning = checked.warnings?.[0]?.reason
    return { value: checked.values[0] ?? null, ...(warning && { warning }) }
  })
  const filled = cells.filter((c) => c.trim() !== '')
  const first = (has: (t: Tried, cell: string) => boolean) => tried.findIndex((t, i) => has(t, cells[i]!))
  const shown = [
    first((t, c) => t.refusal !== undefined && c !== ''),
    first((t, c) => t.warning !== undefined && c !== ''),
    first((_, c) => c.trim() !== ''),
    first((t) => t.value !== null),
  ].find((i) => i >= 0)
  const told = {
    field: entry.field,
    filled: rows.length ? tried.filter((t) => t.value !== null && !t.refusal).length / rows.length : 0,
    samples: [...new Set(filled)].slice(0, shownSamples),
    steps: shown === undefined ? [] : stepsOf(entry, cells[shown]!, tried[shown]!),
    reason: shown === undefined ? null : (tried[shown]!.refusal ?? tried[shown]!.warning ?? null),
    refused: tried.filter((t) => t.refusal !== undefined).length,
    better: betterTransforms(entry.field, entry.transforms, filled) ?? null,
  }
  return { tried, told }
}

/** A value as it comes, after each transform, and as it is kept. */
function stepsOf({ transforms }: Entry, cell: string, { value, refusal }: Tried): string[] {
  const steps = [cell]
  for (const transform of transforms) steps.push(compileTransforms([transform])!(steps.at(-1)!))
  return [...steps, refusal ? steps.at(-1)! : (value ?? '')]
}
