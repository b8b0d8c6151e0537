import { productFields, type ReadSettings } from '#contract/feeds/settings.ts'
import { midSentence } from '#contract/words.ts'
import { formats } from '#engine/formats/formats.ts'
import type { FileTraits } from '#engine/read.ts'
import type { Observation } from '#engine/gate/observation.ts'
import type { Comparison } from '../run/compare.ts'
import type { Issues } from '../runs/issues.ts'

/** What a run keeps of its file, for the next file to be compared with. */
export interface FileFacts {
  columns: readonly string[]
  /** Whether the last record ends with a line end, as it does in a complete file. */
  ended: boolean
  swallowed: number
  rejected: number
  repeated: number
  read: number
  /** Rows by what could not be read in them. */
  unreadable: Record<string, number>
  /** Out of how many rows, if they are a further file's. */
  unreadableOf?: Record<string, number>
}

export function factsOf(traits: FileTraits, issues: Issues, read: number, repeatedRows: number): FileFacts {
  const unreadable = [...issues.groups.values()].filter(
    (g) => g.severity === 'warning' && g.reason.startsWith('Unreadable'),
  )
  const others = unreadable.flatMap((g) => (g.source ? [[g.reason, g.source.read] as const] : []))
  return {
    columns: traits.columns.slice(0, 300).map((name) => name.slice(0, 200)),
    ended: traits.ended,
    swallowed: traits.swallowed?.lines ?? 0,
    rejected: issues.rejected - repeatedRows,
    repeated: repeatedRows,
    read,
    unreadable: Object.fromEntries(unreadable.map((g) => [g.reason, g.rows])),
    ...(others.length > 0 && { unreadableOf: Object.fromEntries(others) }),
  }
}

/** How many rows can't be read for a reason, and out of how many. */
export const unreadableIn = (facts: FileFacts, reason: string) => ({
  part: facts.unreadable[reason] ?? 0,
  total: facts.unreadableOf?.[reason] ?? facts.read,
})

interface FileChange {
  now: FileFacts
  before: FileFacts | undefined
  traits: FileTraits
  /** Only a file that lacks products can have been cut off. */
  comparison: Pick<Comparison, 'deleted' | 'created'>
  rejectedFor: string | undefined
}

export function observeFile({ format, mapping }: ReadSettings, change: FileChange): Observation[] {
  const { now, before, traits, comparison } = change
  const rows = observeRows(change)
  if (!before) return rows.filter((o) => o.count > 0)
  const observations = [...rows]
  if (traits.swallowed && traits.swallowed.lines > before.swallowed)
    observations.push({
      name: 'swallowed',
      window: 'last',
      count: traits.swallowed.lines,
      of: now.read,
      words: { line: traits.swallowed.line },
    })
  // the end of a file of other products says nothing
  if (before.ended && !now.ended && comparison.deleted > 2 * comparison.created)
    observations.push({ name: 'cut', window: 'last', count: comparison.deleted, of: now.read })
  // only if a header names the columns: elsewhere rare elements come and go
  if (formats[format.kind].fixedColumns && format.header)
    observations.push(...observeColumns(mapping, now, before))
  return observations.filter((o) => o.count > 0 && (o.value ?? 1) > 0)
}

const percentOf = ({ part, total }: { part: number; total: number }) =>
  total === 0 ? 0 : (part / total) * 100

function observeRows({ now, before, rejectedFor }: FileChange): Observation[] {
  const window = before ? 'last' : 'first'
  const observe = (name: 'rejected' | 'repeated'): Observation => {
    const percentBefore = before ? percentOf({ part: before[name], total: before.read }) : 0
    const value = percentOf({ part: now[name], total: now.read }) - percentBefore
    return { name, window, count: now[name], of: now.read, value }
  }
  return [
    { ...observe('rejected'), words: reasonOf(rejectedFor) },
    observe('repeated'),
    ...Object.keys(now.unreadable).map((reason): Observation => {
      const share = unreadableIn(now, reason)
      const value = percentOf(share) - (before ? percentOf(unreadableIn(before, reason)) : 0)
      return { name: 'unreadable', window, count: share.part, of: share.total, value, words: { reason } }
    }),
  ]
}

/** Rows of unknown products in a feed of known ones. A file of another supplier has only such rows. */
export function observeUnknown(
  now: FileFacts,
  skippedRows: number,
  before: { facts: FileFacts | undefined; skipped: number },
): Observation[] {
  if (skippedRows === 0 || !before.facts) return []
  const { read } = before.facts
  const value = (skippedRows / now.read - (read === 0 ? 0 : before.skipped / read)) * 100
  return value > 0 ? [{ name: 'unknown', window: 'last', count: skippedRows, of: now.read, value }] : []
}

/** Why most rejected rows were rejected, as part of a sentence. */
export const reasonOf = (text: string | undefined): Record<string, string> =>
  text ? { reason: midSentence(text) } : {}

function observeColumns(mapping: ReadSettings['mapping'], now: FileFacts, before: FileFacts): Observation[] {
  const goneColumns = before.columns.filter((name) => !now.columns.includes(name))
  const fresh = now.columns.filter((name) => !before.columns.includes(name))
  const commonColumns = now.columns.filter((name) => before.columns.includes(name))
  const order = before.columns.filter((name) => commonColumns.includes(name))
  const isReordered = commonColumns.some((name, i) => name !== order[i])
  const count = goneColumns.length + fresh.length + (isReordered ? 1 : 0)
  if (count === 0) return []
  const goneMappings = mapping
    .flatMap((m) => [m.from, ...(m.also ?? [])].map((from) => ({ field: m.field, from })))
    .filter((m) => goneColumns.includes(m.from))
  const list = (names: readonly string[]) =>
    names
      .slice(0, 5)
      .map((name) => `“${name.slice(0, 60)}”`)
      .join(', ')
  const words = {
    gone: goneMappings.length
      ? goneMappings.map((m) => `“${m.from.slice(0, 60)}” (${productFields[m.field].label})`).join(', ')
      : list(goneColumns),
    new: list(fresh),
    moved: isReordered ? 1 : 0,
  }
  const name = goneMappings.length ? 'column_gone' : 'columns'
  return [
    {
      name,
      window: 'last',
      count,
      of: now.columns.length,
      value: share100(count, now.columns.length),
      words,
    },
  ]
}
const share100 = (part: number, total: number) => (total === 0 ? 100 : (part / total) * 100)
