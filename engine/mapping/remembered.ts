import type { FeedMapping, Transform } from '#contract/feeds/settings.ts'
import { hash64, hashHigh, hashText } from '../hash.ts'
import { confirm } from './confirmed.ts'
import { fieldOrder, type SuggestedMapping } from './suggest-mapping.ts'
import { TableSample, type Values } from './table-sample.ts'

type Entry = FeedMapping[number]

/** With fewer headings, files of different suppliers are alike by chance. */
const fewestHeadings = 4

const plainHeading = (heading: string) => heading.toLowerCase().replace(/\s+/g, ' ').trim()

/** The same for files with the same headings, whatever their case, blanks and order; undefined: too few of them. */
export function headingsKey(columns: readonly string[]): string | undefined {
  const headings = new Set(columns.map(plainHeading).filter(Boolean))
  if (headings.size < fewestHeadings) return undefined
  const orderedHeadings = [...headings].toSorted((a, b) => (a < b ? -1 : 1))
  return hash64(hashText(orderedHeadings.join('\n')), hashHigh)
}

/**
 * A suggestion that follows the mapping of a feed whose file has the same headings. Only columns are taken over, and
 * what values can't tell: constants, such as a brand or a currency, belong to the other supplier, and how numbers are
 * written belongs to the file. A column whose values contradict its field is left to the file's own suggestion.
 * @param because why a field has its column, as people read it
 */
export function followRemembered(
  own: SuggestedMapping,
  sample: { columns: readonly string[]; rows: readonly Values[] },
  remembered: FeedMapping,
  because: string,
): SuggestedMapping {
  const table = new TableSample(sample.columns, sample.rows)
  const spellings = new Map(sample.columns.map((c) => [plainHeading(c), c]))
  const spellingOf = (column: string) => spellings.get(plainHeading(column)) ?? column
  const followedEntries = remembered.flatMap((entry) => {
    const from = spellings.get(plainHeading(entry.from))
    if (!from || confirm(entry.field, table.values(from)).trust < 0.5) return []
    const also = entry.also?.map(spellingOf)
    const likeOwn = own.mapping.find((m) => m.field === entry.field && m.from === from)
    return [takeOver({ ...entry, from, ...(also && { also }) }, likeOwn, spellingOf)]
  })
  const usedColumns = new Set(followedEntries.flatMap((m) => [m.from, ...(m.also ?? [])]))
  const isFollowed = (m: Entry) => followedEntries.some((f) => f.field === m.field)
  // a currency next to the prices is the file's own
  const rest = own.mapping.filter(
    (m) => !isFollowed(m) && (m.field === 'currency' || (m.from !== '' && !usedColumns.has(m.from))),
  )
  const wereMapped = new Set(remembered.map((m) => m.field))
  const mapping = [
    ...followedEntries,
    ...rest.filter((m) => m.field === 'currency' || wereMapped.has(m.field)),
  ]
  const confidence = { ...own.confidence }
  const reasons = { ...own.reasons }
  for (const { field } of followedEntries) {
    confidence[field] = Math.max(confidence[field] ?? 0, followedSure)
    reasons[field] = because
  }
  return {
    ...own,
    mapping: mapping.toSorted((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field)),
    confidence,
    reasons,
  }
}
const followedSure = 0.95

/** What a person decides, whatever the values are. */
const personalTransforms: ReadonlySet<Transform['kind']> = new Set([
  'unit',
  'divide',
  'divide_by',
  'pattern',
  'when',
  'lookup',
])
/** What belongs to the other supplier: its words for blanks, and its rate of a day. */
const supplierTransforms: ReadonlySet<Transform['kind']> = new Set(['default', 'exchange'])

/** @param spellingOf the file's own spelling of a heading */
function takeOver(entry: Entry, own: Entry | undefined, spellingOf: (column: string) => string): Entry {
  const transforms = entry.transforms
    .filter((t) => !supplierTransforms.has(t.kind))
    .map((t) => (t.kind === 'divide_by' ? { ...t, column: spellingOf(t.column) } : t))
  const isDecided = transforms.some((t) => personalTransforms.has(t.kind))
  return { ...entry, transforms: isDecided || !own ? transforms : own.transforms }
}
