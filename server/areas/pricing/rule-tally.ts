import { rulesOver, type NoPrice, type Priced } from '#contract/pricing/price.ts'
import type { RuleEffect } from '#contract/pricing/price-rules.ts'
import type { PriceRule } from '#contract/pricing/rules.ts'
import type { SoldProduct, SoldThrough } from '#server/areas/listings/public.ts'

interface Counts {
  priced: number
  own: number
  covers: number
  why: Map<NoPrice, number>
  first: Map<number, number>
  storeless: number
}

/** Counts how many products each rule prices, and what takes them from one that prices none. */
export class RuleTally {
  readonly #over: ReturnType<typeof rulesOver>
  readonly #rules: Counts[]
  constructor(rules: readonly PriceRule[]) {
    this.#over = rulesOver(rules)
    this.#rules = rules.map(() => ({
      priced: 0,
      own: 0,
      covers: 0,
      storeless: 0,
      why: new Map(),
      first: new Map(),
    }))
  }

  /** One product in all markets that it is sold in: it counts once for a rule, by those that are counted. */
  add(
    product: SoldProduct,
    through: readonly SoldThrough[],
    priced: readonly Priced[],
    isCounted: (market: number) => boolean,
  ) {
    const covering = new Set<number>()
    const storeless = new Set<number>()
    const own = new Map<number, NoPrice | null>()
    through.forEach(({ market_id }, i) => {
      const places = this.#over(product, market_id)
      const [first] = places
      if (first === undefined) return
      if (!isCounted(market_id)) {
        for (const at of places) storeless.add(at)
        return
      }
      const { why } = priced[i]!
      if (own.get(first) !== null) own.set(first, why)
      for (const at of places) {
        covering.add(at)
        if (at !== first) plusOne(this.#rules[at]!.first, first)
      }
    })
    for (const at of covering) this.#rules[at]!.covers++
    for (const at of storeless.difference(covering)) this.#rules[at]!.storeless++
    for (const [at, why] of own) {
      const rule = this.#rules[at]!
      rule.own++
      if (why === null) rule.priced++
      else plusOne(rule.why, why)
    }
  }

  effects = (): RuleEffect[] =>
    this.#rules.map(({ why, first, ...counted }) => ({
      ...counted,
      why: mostOften(why)[0] ?? null,
      first: mostOften(first),
    }))
}

const plusOne = <K>(of: Map<K, number>, key: K) => of.set(key, (of.get(key) ?? 0) + 1)
const mostOften = <K>(of: ReadonlyMap<K, number>): K[] =>
  [...of].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
