import { expectedText } from '#contract/feeds/expectations.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { measureKind, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import { count, limitPercent, movedPercent, percent } from '../../../ui/values.tsx'

/** The only measure that can go both ways: its values have a sign. */
export const isSigned = (name: GateMeasure) => name === 'median_price'
/** Measures that are counted instead of shown as a share, because one product is too many. */
export const isCounted = (name: GateMeasure) => {
  const { hold, warn } = measureKind(name)
  return (hold.last ?? warn) === 0
}

const shareText = (name: GateMeasure, value: number) =>
  isSigned(name) ? movedPercent(value) : percent(value)
export const valueText = ({ name, value, count: n }: JudgedMeasure): string =>
  isCounted(name) ? count(n) : shareText(name, value)

/** The range over the feed's last good runs. */
export function usualText({ name, usual }: Pick<JudgedMeasure, 'name' | 'usual'>): string {
  if (!usual) return '—'
  if (isCounted(name)) return usual[1] === 0 ? '0' : '—'
  const [low = '', high] = [...new Set(usual.map((value) => shareText(name, value)))]
  return high === undefined ? low : `${low} to ${high}`
}

/** The limit of a measure; one that never holds has only a warning. */
export function limitText({ name, hold, warn }: JudgedMeasure): string {
  if (isCounted(name)) return 'none'
  return percent(hold ?? warn ?? 0)
}

const windows = {
  first: 'This file only',
  last: 'Last run',
  week: 'A week ago',
  agreed: 'Last approval',
} as const
/** What a measure is compared with. One in points counts what was added since the last run. */
export const againstText = ({ name, window }: Pick<JudgedMeasure, 'name' | 'window'>): string =>
  measureKind(name).unit === 'points' && window === 'last' ? 'Increase since last run' : windows[window]

/** What is not held for some days. */
export const expectedUpTo = (expectation: FeedRun['expected'][number]): string =>
  `“${expectedText(expectation)}” is expected${isCounted(expectation.measure) ? '' : ` up to ${limitPercent(expectation.limit)}`}`

/** Whether a measure is about rows of the file, which are in the list of issues. */
export const isOfRows = (name: GateMeasure) =>
  name === 'rejected' || name === 'unreadable' || name === 'repeated'

const sources = {
  floor: 'default',
  threshold: 'from this feed’s threshold',
  usual: 'from this feed’s history',
  own: 'set for this feed',
  expected: 'expected',
  one_time: 'for this run only',
} as const
/** @param expectedUntil the last day on which it is expected, if known */
export function sourceText(m: JudgedMeasure, expectedUntil: string | undefined): string {
  const { hold, by: limitSource, value, count: n, verdict } = m
  if (hold === null) return 'warning only'
  // beyond its limit, but still fine
  if (verdict !== 'hold' && Math.abs(value) > hold) return `too few to hold (${count(n)})`
  return limitSource === 'expected' && expectedUntil
    ? `expected until ${expectedUntil}`
    : sources[limitSource]
}

/** The value as a multiple of its limit; infinite if the limit is zero. */
export function timesLimit({ value, hold, warn }: Pick<JudgedMeasure, 'value' | 'hold' | 'warn'>): number {
  const limit = hold ?? warn ?? 0
  const size = Math.abs(value)
  if (limit === 0) return size === 0 ? 0 : Infinity
  return size / limit
}

/** The kind of product changes among which a measure's rows are found. */
export function changeOf(name: GateMeasure): 'Created' | 'Updated' | 'Deleted' {
  if (name === 'lost' || name === 'part_lost') return 'Deleted'
  return name === 'renamed' || name === 'foreign' || name === 'new' ? 'Created' : 'Updated'
}

const fields: Partial<Record<GateMeasure, string>> = {
  renamed: 'sku',
  left_stock: 'quantity',
  part_left_stock: 'quantity',
  quantity_scaled: 'quantity',
  quantity_moved: 'quantity',
  title_emptied: 'title',
  brand_changed: 'manufacturer',
  currency: 'currency',
}
/** The field whose values a measure's rows show. */
export const fieldOf = ({ field, name }: JudgedMeasure): string => field ?? fields[name] ?? 'wholesale_price'
