import { dayOf, dayText } from '../../time.ts'

interface Option {
  value: string
  label: string
}

interface FilterBasics {
  key: string
  label: string
}
interface Choices extends FilterBasics {
  kind: 'choice' | 'choices'
  options: Option[]
}
interface Span extends FilterBasics {
  kind: 'days' | 'range'
  from: string
  to: string
  /** For a range of other than whole numbers. */
  decimals?: number
}
/** A filter that only a link sets: it is shown and can be removed. */
interface LinkFilter extends FilterBasics {
  kind: 'given'
  text: string
}
/** What a list can be filtered by; the keys are those of the address. */
export type Filter = Choices | Span | LinkFilter

/** The address's keys of a filter. */
export const keysOf = (filter: Filter): readonly string[] =>
  'from' in filter ? [filter.from, filter.to] : [filter.key]
/** The values in the address; several choices are joined by commas. */
export type FilterValues = Readonly<Record<string, string | undefined>>

/** What a filter allows, in words; undefined: everything. */
export function chipText(filter: Filter, values: FilterValues): string | undefined {
  if ('options' in filter) {
    const choices = values[filter.key]?.split(',') ?? []
    const labels = choices.map((value) => filter.options.find((o) => o.value === value)?.label ?? value)
    return labels.join(', ') || undefined
  }
  if (filter.kind === 'given') return values[filter.key] === undefined ? undefined : filter.text
  const [from, to] = [values[filter.from], values[filter.to]]
  if (filter.kind === 'days') {
    const last = lastDays(from)
    if (last !== undefined) return last === 1 ? 'today' : `last ${last} days`
    if (from && from === to) return dayText(from)
    if (from && to) return `${dayText(from)} to ${dayText(to)}${to < from ? backwards : ''}`
    return from ? `since ${dayText(from)}` : to && `through ${dayText(to)}`
  }
  if (from && to) return `${from} to ${to}${Number(to) < Number(from) ? backwards : ''}`
  return from ? `at least ${from}` : to && `at most ${to}`
}

/** Nothing is within such a range: without this the list would only be empty. */
const backwards = ', end before start'

/** A range relative to today: `7d` is the last 7 days, including today. */
const lastDays = (value: string | undefined): number | undefined => {
  const [, days] = /^([1-9]\d{0,2})d$/.exec(value ?? '') ?? []
  return days === undefined ? undefined : Number(days)
}
export const isLastDays = (value: string | undefined) => lastDays(value) !== undefined

/** The first day of a range, in UTC; a fixed day is itself. */
export const dayFrom = (
  value: string | undefined,
  /** Whose days: most lists use those of UTC. */
  days: 'utc' | 'here' = 'utc',
  now = Date.now(),
): string | undefined => {
  const last = lastDays(value)
  if (last === undefined) return value
  const begins = now - (last - 1) * 86_400_000
  return days === 'here' ? dayOf(begins / 1000) : new Date(begins).toISOString().slice(0, 10)
}
