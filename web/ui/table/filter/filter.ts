import { dayOf, dayText } from '../../time.ts'

interface Option {
  value: string
  label: string
}

interface Named {
  key: string
  label: string
}
interface Choices extends Named {
  kind: 'choice' | 'choices'
  options: Option[]
}
interface Span extends Named {
  kind: 'days' | 'range'
  from: string
  to: string
  /** Of a range of other than whole numbers. */
  decimals?: number
}
/** What only a link sets: it is said and can be taken away. */
interface Given extends Named {
  kind: 'given'
  text: string
}
/** What a list can be filtered by; the keys are those of the address. */
export type Filter = Choices | Span | Given

/** The address's keys of a filter. */
export const keysOf = (filter: Filter): readonly string[] =>
  'from' in filter ? [filter.from, filter.to] : [filter.key]
/** What stands in the address; several choices are joined by commas. */
export type FilterValues = Readonly<Record<string, string | undefined>>

/** What a filter lets through, in words; undefined: everything. */
export function chipText(filter: Filter, values: FilterValues): string | undefined {
  if ('options' in filter) {
    const chosen = values[filter.key]?.split(',') ?? []
    const labels = chosen.map((value) => filter.options.find((o) => o.value === value)?.label ?? value)
    return labels.join(', ') || undefined
  }
  if (filter.kind === 'given') return values[filter.key] === undefined ? undefined : filter.text
  const [from, to] = [values[filter.from], values[filter.to]]
  if (filter.kind === 'days') {
    const last = lastDays(from)
    if (last !== undefined) return last === 1 ? 'today' : `last ${last} days`
    if (from && to)
      return from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}${to < from ? backwards : ''}`
    return from ? `since ${dayText(from)}` : to && `until ${dayText(to)}`
  }
  if (from && to) return `${from} to ${to}${Number(to) < Number(from) ? backwards : ''}`
  return from ? `at least ${from}` : to && `at most ${to}`
}

/** Nothing is within it: it is said where the list would only be empty. */
const backwards = ', which ends before it begins'

/** A span that moves along with today: `7d` is the last 7 days, today among them. */
const lastDays = (value: string | undefined): number | undefined => {
  const [, days] = /^([1-9]\d{0,2})d$/.exec(value ?? '') ?? []
  return days === undefined ? undefined : Number(days)
}
export const isLastDays = (value: string | undefined) => lastDays(value) !== undefined

/** The day that a span begins with, in UTC; a day is itself. */
export const dayFrom = (
  value: string | undefined,
  /** Whose days: the address's of most lists are those of UTC. */
  days: 'utc' | 'here' = 'utc',
  now = Date.now(),
): string | undefined => {
  const last = lastDays(value)
  if (last === undefined) return value
  const begins = now - (last - 1) * 86_400_000
  return days === 'here' ? dayOf(begins / 1000) : new Date(begins).toISOString().slice(0, 10)
}
