import { productFields, type FeedRules, type ProductField } from '#contract/feeds/settings.ts'

/** A catalogue as counts. `filled` counts non-blank values a field. */
export interface CatalogueCounts {
  products: number
  in_stock: number
  filled: Partial<Record<ProductField, number>>
}
export interface Measure {
  name: string
  label: string
  before: number
  after: number
  /** How far it moved, in percent of before; for a fill rate in percentage points. */
  moved: number
  warn: number
  hold: number
  verdict: 'ok' | 'warn' | 'hold'
}
export interface Decision {
  verdict: 'apply' | 'hold'
  /** The threshold that was in force, percent. */
  threshold: number
  one_time: boolean
  first_load: boolean
  measures: Measure[]
}

/**
 * Apply or hold (docs/domain.md, Feeds: decision): how far each measure moved, against the feed's thresholds.
 * A first load has nothing to be compared with.
 */
export function decide(
  before: CatalogueCounts,
  after: CatalogueCounts,
  pricesChanged: number,
  rules: FeedRules,
  oneTimePercent: number | null,
): Decision {
  const hold = oneTimePercent ?? rules.threshold_percent
  const warn = Math.min(rules.warn_percent, hold)
  const firstLoad = before.products === 0
  const measures: Measure[] = []
  const add = (name: string, label: string, b: number, a: number, moved: number) => {
    const size = Math.abs(moved)
    measures.push({
      name,
      label,
      before: b,
      after: a,
      moved: round(moved),
      warn,
      hold,
      verdict: firstLoad ? 'ok' : size > hold ? 'hold' : size > warn ? 'warn' : 'ok',
    })
  }
  add('products', 'Products', before.products, after.products, change(before.products, after.products))
  add('in_stock', 'In stock', before.in_stock, after.in_stock, change(before.in_stock, after.in_stock))
  add('prices', 'Prices changed', 0, pricesChanged, share(pricesChanged, before.products))
  for (const field of Object.keys(after.filled) as ProductField[]) {
    const b = round(share(before.filled[field] ?? 0, before.products))
    const a = round(share(after.filled[field] ?? 0, after.products))
    if (field !== 'sku')
      add(
        `fill:${field}`,
        `${productFields[field].label} filled`,
        b,
        a,
        before.filled[field] === undefined ? 0 : a - b,
      )
  }
  return {
    verdict: measures.some((m) => m.verdict === 'hold') ? 'hold' : 'apply',
    threshold: hold,
    one_time: oneTimePercent !== null,
    first_load: firstLoad,
    measures,
  }
}

const change = (before: number, after: number) =>
  before === 0 ? (after === 0 ? 0 : 100) : ((after - before) / before) * 100
const share = (part: number, of: number) => (of === 0 ? 0 : (part / of) * 100)
const round = (n: number) => Math.round(n * 10) / 10
