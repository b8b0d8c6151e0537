import type { Listing, NotSent } from '#contract/integrations/listing.ts'
import { mostExamples, type LiveExample, type LivePreview } from '#contract/integrations/live.ts'
import { moneyText } from '#contract/pricing/amounts.ts'
import { priceText, type PricedProduct, type PriceResult } from '#contract/pricing/price.ts'
import { PriceTally } from './price-tally.ts'

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
  readonly #prices = new PriceTally()
  readonly #leftOut: Partial<Record<NotSent, number>> = {}
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
    if (!result) return
    this.#prices.add(result)
    if (result.below_cost) this.#keepLoss(result, example)
  }

  #keepLoss({ price, cost }: PriceResult, example: LiveExample): void {
    const loss = Number((cost ?? 0n) - (price ?? 0n)) / Number(cost ?? 1n)
    const least = this.#losses.at(-1)
    if (least && this.#losses.length === mostExamples && least.loss >= loss) return
    this.#losses = [...this.#losses, { loss, example }]
      .toSorted((a, b) => b.loss - a.loss)
      .slice(0, mostExamples)
  }

  figures(): Figures {
    return {
      products: this.#products,
      added: this.#added,
      in_store: this.#inStore,
      left_out: this.#leftOut,
      ...this.#prices.figures(),
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
