import { marginEdges, priceEdges, type IntegrationMargins } from '#contract/integrations/live.ts'
import { moneyText } from '#contract/pricing/amounts.ts'
import type { PriceResult } from '#contract/pricing/price.ts'

type Figures = Omit<IntegrationMargins, 'complete' | 'currency_id' | 'products'>

/** Counts products by price and margin. */
export class PriceTally {
  #belowCost = 0
  #priced = 0
  #lowest: bigint | undefined
  #highest: bigint | undefined
  #sums = { price: 0n, cost: 0n }
  readonly #prices = Array.from({ length: priceEdges.length + 1 }, () => 0)
  readonly #margins = Array.from({ length: marginEdges.length + 1 }, () => 0)

  add({ price, cost, below_cost }: PriceResult): void {
    if (price === null) return
    this.#priced++
    if (below_cost) this.#belowCost++
    if (this.#lowest === undefined || price < this.#lowest) this.#lowest = price
    if (this.#highest === undefined || price > this.#highest) this.#highest = price
    plusOne(this.#prices, bandOf(priceEdges, Number(price) / 10_000))
    if (cost === null) return
    this.#sums.price += price
    this.#sums.cost += cost
    plusOne(this.#margins, bandOf(marginEdges, (Number(price - cost) / Number(price)) * 100))
  }

  figures(): Figures {
    const { price, cost } = this.#sums
    return {
      below_cost: this.#belowCost,
      priced: this.#priced,
      lowest: this.#lowest === undefined ? null : moneyText(this.#lowest),
      highest: this.#highest === undefined ? null : moneyText(this.#highest),
      margin: price === 0n ? null : (Number(price - cost) / Number(price)) * 100,
      prices: this.#prices,
      margins: this.#margins,
    }
  }
}

/** The first band is below the first edge, the last from the last edge on. */
const bandOf = (edges: readonly number[], value: number): number => {
  const band = edges.findIndex((edge) => value < edge)
  return band < 0 ? edges.length : band
}
const plusOne = (bands: number[], band: number): void => {
  bands[band] = (bands[band] ?? 0) + 1
}
