import { measureKind, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import { count, movedPercent, percent } from '../../ui/values.tsx'

/** The one measure that goes both ways: its values have a sign. */
const isSigned = (name: GateMeasure) => name === 'median_price'
/** What isn't a share of products: one is too many, so that it is counted. */
export const isCounted = (name: GateMeasure) => {
  const { hold, warn } = measureKind(name)
  return (hold.last ?? warn) === 0
}

const shareText = (name: GateMeasure, value: number) => {
  const text = isSigned(name) ? movedPercent(value) : percent(value)
  return measureKind(name).unit === 'points' ? `${text.slice(0, -1)} points` : text
}
export const valueText = ({ name, value, count: n }: JudgedMeasure): string =>
  isCounted(name) ? count(n) : shareText(name, value)

/** From the lowest to the highest of the feed's last good runs. */
export function usualText({ name, usual }: Pick<JudgedMeasure, 'name' | 'usual'>): string {
  if (!usual) return '—'
  if (isCounted(name)) return usual[1] === 0 ? '0' : '—'
  const [low, high] = [...new Set(usual.map((value) => shareText(name, value)))]
  return high === undefined ? low! : `${low!.replace(/ points$/, '')} to ${high}`
}

/** What a measure is compared with; one that never holds is only warned of. */
export function limitText({ name, hold, warn }: JudgedMeasure): string {
  if (isCounted(name)) return 'none'
  return percent(hold ?? warn ?? 0)
}

const sources = {
  floor: 'as for every feed',
  threshold: 'by the feed’s threshold',
  usual: 'by what is usual here',
  own: 'set for this feed',
  expected: 'expected',
  one_time: 'for this run only',
} as const
/** @param until the day until which it is expected, where that is known */
export function sourceText({ hold, by }: JudgedMeasure, until: string | undefined): string {
  if (hold === null) return 'only warns'
  return by === 'expected' && until ? `expected until ${until}` : sources[by]
}

/** How often a value has its limit in it; what may not be at all has no such figure. */
export function timesLimit({ value, hold, warn }: Pick<JudgedMeasure, 'value' | 'hold' | 'warn'>): number {
  const limit = hold ?? warn ?? 0
  const size = Math.abs(value)
  return limit === 0 ? (size === 0 ? 0 : Infinity) : size / limit
}

/** The kind of product changes among which a measure's rows are found. */
export function changeOf(name: GateMeasure): 'Created' | 'Updated' | 'Deleted' {
  if (name === 'lost' || name === 'part_lost') return 'Deleted'
  return name === 'renamed' || name === 'foreign' || name === 'new' ? 'Created' : 'Updated'
}

const fields: Partial<Record<GateMeasure, string>> = {
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
