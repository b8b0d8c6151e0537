import { findCoveringRules, type NoPrice, type PriceResult } from '#contract/pricing/price.ts'
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
  readonly #over: ReturnType<typeof findCoveringRules>
  readonly #rules: Counts[]
  constructor(rules: readonly PriceRule[]) {
    this.#over = findCoveringRules(rules)
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
    integrations: readonly SoldThrough[],
    prices: readonly PriceResult[],
    isCounted: (market: number) => boolean,
  ) {
    const covering = new Set<number>()
    const storeless = new Set<number>()
    const reasons = new Map<number, NoPrice | null>()
    integrations.forEach(({ market_id }, i) => {
      const places = this.#over(product, market_id)
      const [first] = places
      if (first === undefined) return
      if (!isCounted(market_id)) {
        for (const place of places) storeless.add(place)
        return
      }
      const reason = prices[i]?.why ?? null
      if (reasons.get(first) !== null) reasons.set(first, reason)
      for (const place of places) {
        covering.add(place)
        if (place !== first) plusOne(this.#rule(place).first, first)
      }
    })
    for (const place of covering) this.#rule(place).covers++
    for (const place of storeless.difference(covering)) this.#rule(place).storeless++
    for (const [place, reason] of reasons) {
      const rule = this.#rule(place)
      rule.own++
      if (reason === null) rule.priced++
      else plusOne(rule.why, reason)
    }
  }

  #rule(place: number): Counts {
    const rule = this.#rules[place]
    if (!rule) throw new Error(`No rule at position ${place}`)
    return rule
  }

  effects = (): RuleEffect[] =>
    this.#rules.map(({ why: reasons, first, ...counts }) => ({
      ...counts,
      why: mostOften(reasons)[0] ?? null,
      first: mostOften(first),
    }))
}

const plusOne = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
const mostOften = <K>(counts: ReadonlyMap<K, number>): K[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key)
