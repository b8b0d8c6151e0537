import { productFields, type ReadSettings } from '#contract/feeds/settings.ts'
import { formats } from '#engine/formats/formats.ts'
import type { FileTraits } from '#engine/read.ts'
import type { Observation } from '#engine/gate/judge.ts'
import type { Comparison } from '../run/compare.ts'
import type { Issues } from '../runs/issues.ts'

/** What a run keeps of its file for the next one to be held beside. */
export interface FileFacts {
  columns: readonly string[]
  /** Its last record ends with a line end, as a whole file's does. */
  ended: boolean
  swallowed: number
  rejected: number
  repeated: number
  read: number
  /** Rows by what couldn't be read in them. */
  unreadable: Record<string, number>
  /** Of how many rows those are, where they are a further file's. */
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

/** Rows that can't be read for a reason, and of how many. */
export const unreadableIn = (facts: FileFacts, reason: string) => ({
  rows: facts.unreadable[reason] ?? 0,
  of: facts.unreadableOf?.[reason] ?? facts.read,
})

/** @param found products that the file lacks, and those that are new: only then does its end say anything */
export function observeFile(
  { format, mapping }: ReadSettings,
  now: FileFacts,
  before: FileFacts | undefined,
  traits: FileTraits,
  { deleted: lost, created }: Pick<Comparison, 'deleted' | 'created'>,
  rejectedFor: string | undefined,
): Observation[] {
  const window = before ? 'last' : 'first'
  const share = (part: number, total: number) => (total === 0 ? 0 : (part / total) * 100)
  const rise = (part: number, previous: number | undefined): number =>
    share(part, now.read) - (before ? share(previous ?? 0, before.read) : 0)
  const observations: Observation[] = [
    {
      name: 'rejected',
      window,
      count: now.rejected,
      of: now.read,
      value: rise(now.rejected, before?.rejected),
      words: reasonOf(rejectedFor),
    },
    {
      name: 'repeated',
      window,
      count: now.repeated,
      of: now.read,
      value: rise(now.repeated, before?.repeated),
    },
    ...Object.keys(now.unreadable).map((reason): Observation => {
      const { rows, of } = unreadableIn(now, reason)
      const previous = before && unreadableIn(before, reason)
      const value = share(rows, of) - (previous ? share(previous.rows, previous.of) : 0)
      return { name: 'unreadable', window, count: rows, of, value, words: { reason } }
    }),
  ]
  if (!before) return observations.filter((o) => o.count > 0)
  if (traits.swallowed && traits.swallowed.lines > before.swallowed)
    observations.push({
      name: 'swallowed',
      window,
      count: traits.swallowed.lines,
      of: now.read,
      words: { line: traits.swallowed.line },
    })
  // a file of other products ends as it likes
  if (before.ended && !now.ended && lost > 2 * created)
    observations.push({ name: 'cut', window, count: lost, of: now.read })
  // only where a header names them: elsewhere a rare element comes and goes
  if (formats[format.kind].fixedColumns && format.header) observations.push(...columns(mapping, now, before))
  return observations.filter((o) => o.count > 0 && (o.value ?? 1) > 0)
}

/** Of news of known products: rows that name others. A file of another supplier has nothing but those. */
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

/** What most rejected rows were rejected for, as a part of a sentence. */
export const reasonOf = (text: string | undefined): Record<string, string> =>
  text ? { reason: lower(text) } : {}
const lower = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text[0]!.toLowerCase() + text.slice(1))

function columns(mapping: ReadSettings['mapping'], now: FileFacts, before: FileFacts): Observation[] {
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
