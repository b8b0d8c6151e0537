import type { Listing, NotSent } from '#contract/integrations/listing.ts'
import {
  marginEdges,
  mostExamples,
  priceEdges,
  type LiveExample,
  type LivePreview,
} from '#contract/integrations/live.ts'
import { moneyText } from '#contract/pricing/amounts.ts'
import { priceText, type PricedProduct, type PriceResult } from '#contract/pricing/price.ts'

/** A product as the preview reads it. */
export interface LiveRow extends PricedProduct {
  product_id: number
  sku: string
  title: string | null
  unspsc: string | null
  quantity: number
  active: boolean
  add_out_of_stock: boolean
  in_store: boolean
  taken: boolean
  was_quantity: number | null
  was_active: boolean | null
}

type Figures = Omit<LivePreview, 'complete' | 'currency_id' | 'restricted' | 'other_stores' | 'stops'>

/** Counts what a first update adds, with its prices and margins. */
export class LiveTally {
  #products = 0
  #added = 0
  #inStore = 0
  #belowCost = 0
  #priced = 0
  #lowest: bigint | undefined
  #highest: bigint | undefined
  #sums = { price: 0n, cost: 0n }
  readonly #leftOut: Partial<Record<NotSent, number>> = {}
  readonly #prices = Array.from({ length: priceEdges.length + 1 }, () => 0)
  readonly #margins = Array.from({ length: marginEdges.length + 1 }, () => 0)
  readonly #examples: LiveExample[] = []
  #losses: { loss: number; example: LiveExample }[] = []

  add(row: LiveRow, listing: Listing | NotSent, result: PriceResult | undefined): void {
    if (row.active) this.#products++
    if (row.in_store) {
      this.#inStore++
      return
    }
    if (typeof listing === 'string') {
      this.#leftOut[listing] = (this.#leftOut[listing] ?? 0) + 1
      return
    }
    this.#added++
    const example = exampleOf(row, listing, result)
    if (this.#examples.length < mostExamples) this.#examples.push(example)
    if (result?.price === undefined || result.price === null) return
    this.#countPrice(result.price)
    if (result.cost !== null) this.#countMargin(result.price, result.cost)
    if (result.below_cost) this.#keepLoss(result, example)
  }

  #countPrice(price: bigint): void {
    this.#priced++
    if (this.#lowest === undefined || price < this.#lowest) this.#lowest = price
    if (this.#highest === undefined || price > this.#highest) this.#highest = price
    plusOne(this.#prices, bandOf(priceEdges, Number(price) / 10_000))
  }

  #countMargin(price: bigint, cost: bigint): void {
    this.#sums.price += price
    this.#sums.cost += cost
    plusOne(this.#margins, bandOf(marginEdges, (Number(price - cost) / Number(price)) * 100))
  }

  #keepLoss({ price, cost }: PriceResult, example: LiveExample): void {
    this.#belowCost++
    const loss = Number((cost ?? 0n) - (price ?? 0n)) / Number(cost ?? 1n)
    const least = this.#losses.at(-1)
    if (least && this.#losses.length === mostExamples && least.loss >= loss) return
    this.#losses = [...this.#losses, { loss, example }]
      .toSorted((a, b) => b.loss - a.loss)
      .slice(0, mostExamples)
  }

  figures(): Figures {
    const { price, cost } = this.#sums
    return {
      products: this.#products,
      added: this.#added,
      in_store: this.#inStore,
      left_out: this.#leftOut,
      below_cost: this.#belowCost,
      priced: this.#priced,
      lowest: this.#lowest === undefined ? null : moneyText(this.#lowest),
      highest: this.#highest === undefined ? null : moneyText(this.#highest),
      margin: price === 0n ? null : (Number(price - cost) / Number(price)) * 100,
      prices: this.#prices,
      margins: this.#margins,
      examples: this.#examples,
      below_cost_examples: this.#losses.map(({ example }) => example),
    }
  }
}

const exampleOf = (row: LiveRow, listing: Listing, result: PriceResult | undefined): LiveExample => ({
  product_id: row.product_id,
  sku: row.sku,
  title: row.title,
  quantity: listing.quantity ?? 0,
  cost: result?.cost === undefined || result.cost === null ? null : moneyText(result.cost),
  price: result ? priceText(result) : null,
})

/** The first band is below the first edge, the last from the last edge on. */
const bandOf = (edges: readonly number[], value: number): number => {
  const band = edges.findIndex((edge) => value < edge)
  return band < 0 ? edges.length : band
}
const plusOne = (bands: number[], band: number): void => {
  bands[band] = (bands[band] ?? 0) + 1
}
