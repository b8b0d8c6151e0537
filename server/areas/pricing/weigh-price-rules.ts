import type { Parsed } from '#contract/index.ts'
import { moneyText } from '#contract/pricing/amounts.ts'
import { priceText, type NoPrice, type PriceResult } from '#contract/pricing/price.ts'
import { changeEdges, type MovedPrice, type PricingEffects } from '#contract/pricing/price-rules.ts'
import { currencyCode } from '#contract/pricing/rules.ts'
import {
  readOwnFeeds,
  soldTables,
  type OwnFeed,
  feedsOf,
  integrationsBySupplier,
  pricedColumns,
  priceBy,
  readPriceSet,
  shownPrice,
  shownQuantity,
  type SoldProduct,
} from '#server/areas/listings/public.ts'
import { batchesOf } from '#server/platform/database/cursor.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { RuleTally } from './rule-tally.ts'
import { storesOf, StoreTally, type ShownValues, type StockedProduct } from './store-effects.ts'

const batchSize = 5000
const mostExamples = 10

/** What `savePriceRules` would do to all that the vendor sells, priced by the kept rules and by these. */
export async function weighPriceRules({ db }: Ctx, { params, body }: Parsed<'weighPriceRules'>) {
  const keptPrice = priceBy(await readPriceSet(db, params.vendor_id))
  const typedPrice = priceBy(body)
  const integrations = await integrationsBySupplier(db, params.vendor_id, body.integration)
  const stores = await storesOf(db, params.vendor_id)
  const ownFeeds = await readOwnFeeds(db, params.vendor_id)
  const tally = new Tally()
  const rules = new RuleTally(body.rules)
  const storeTallies = new Map(stores.map((store) => [store.vendor_store_id, new StoreTally(store)]))
  const inMarket = Map.groupBy(stores, (store) => store.market_id)
  const markets = new Set([...integrations.values()].flat().map(({ market_id }) => market_id))
  const isShown = (market: number) => inMarket.has(market)
  // rules that are made before any store is there are weighed all the same
  const counts_storeless = ![...markets].some(isShown)
  const isCounted = (market: number) => counts_storeless || isShown(market)
  const storeless = new Map([...markets].filter((id) => !isShown(id)).map((id) => [id, 0]))
  const query = () => soldAndShown([...integrations.keys()], ownFeeds, [...storeTallies.keys()])
  for await (const { rows } of integrations.size === 0 ? [] : batchesOf(db, query, batchSize))
    for (const { shown: shownByStore, ...product } of rows) {
      const productIntegrations = integrations.get(product.dropshipper_id) ?? []
      const after = productIntegrations.map((integration) => typedPrice(product, integration))
      if (product.active) {
        const countedMarkets = productIntegrations.flatMap((integration, i) => {
          const { market_id } = integration
          if (!isCounted(market_id)) return []
          const priceAfter = after[i] ?? typedPrice(product, integration)
          return [{ market_id, before: keptPrice(product, integration), after: priceAfter }]
        })
        if (countedMarkets.length > 0) tally.add(product, countedMarkets)
        rules.add(product, productIntegrations, after, isCounted)
      }
      productIntegrations.forEach((integration, i) => {
        const { market_id } = integration
        const result = body.rules.length > 0 ? after[i] : undefined
        for (const { vendor_store_id: id } of inMarket.get(market_id) ?? [])
          if (shownByStore?.[id]) storeTallies.get(id)?.add(product, integration, result, shownByStore[id])
        if (product.active && storeless.has(market_id))
          storeless.set(market_id, (storeless.get(market_id) ?? 0) + 1)
      })
    }
  return {
    ...tally.effects(),
    rules: rules.effects(),
    stores: [...storeTallies.values()].map((store) => store.effect(body)),
    storeless: [...storeless].map(([market_id, prices]) => ({ market_id, prices })),
    counts_storeless,
  }
}

type ShownProduct = SoldProduct & StockedProduct & { shown: Readonly<Record<number, ShownValues>> | null }
/** What a vendor is sold of suppliers, its custom feeds' products too, and what its stores show of it. */
const soldAndShown = (
  dropshipperIds: readonly number[],
  ownFeeds: readonly OwnFeed[],
  stores: number[],
) => sql<ShownProduct>`
  with ${soldTables(feedsOf(dropshipperIds), ownFeeds)},
  shown as (
    select product_id,
      jsonb_object_agg(vendor_store_id, jsonb_build_array(
        ${shownPrice('sp')}::text, ${shownQuantity('sp')}, active, m.price::text)) as shown
    from store_product sp
    left join store_moved m using (vendor_store_id, product_id)
    where vendor_store_id = any(${sql.val(stores)}::int[]) and in_store
    group by product_id)
  select p.product_id, p.sku, p.title, p.unspsc, p.quantity, p.active, s.shown, ${pricedColumns}
  from sold p
  left join shown s using (product_id)
  where p.active or s.shown is not null`

type WeighedBeside = 'rules' | 'stores' | 'storeless' | 'counts_storeless'
type Kind = keyof PricingEffects['examples']
interface Example {
  weight: number
  movedPrice: MovedPrice
}

/** What a product costs in a market, by the kept rules and by these. */
interface InMarket {
  market_id: number
  before: PriceResult
  after: PriceResult
}
/** Counts products and their prices before and after, and keeps those that moved most. */
class Tally {
  #products = 0
  #prices = 0
  #same = 0
  #neither = 0
  #up = 0
  #down = 0
  #gained = 0
  #lost = 0
  #bands = Array.from({ length: changeEdges.length + 1 }, () => 0)
  #before = new Standing()
  #after = new Standing()
  readonly #unrated = new Set<string>()
  #examples: Record<Kind, Example[]> = { up: [], down: [], below_cost: [], lost: [] }

  add(product: SoldProduct, markets: readonly InMarket[]) {
    this.#products++
    this.#before.add(markets.map(({ before }) => before))
    this.#after.add(markets.map(({ after }) => after))
    for (const market of markets) this.#count(product, market)
  }

  #count(product: SoldProduct, market: InMarket) {
    const { before, after } = market
    this.#prices++
    if (after.why === 'rate') this.#unrated.add(currencyCode(product.currency ?? ''))
    if (after.below_cost) this.#keep('below_cost', lossOf(after), product, market)
    if (before.price === null && after.price === null) this.#neither++
    if (before.price === after.price) this.#same++
    else if (before.price === null) this.#gained++
    else if (after.price === null) {
      this.#lost++
      this.#keep('lost', Number(before.price), product, market)
    } else {
      const percent = (Number(after.price - before.price) / Number(before.price)) * 100
      const band = bandOf(percent)
      this.#bands[band] = (this.#bands[band] ?? 0) + 1
      if (percent > 0) this.#up++
      else this.#down++
      this.#keep(percent > 0 ? 'up' : 'down', Math.abs(percent), product, market)
    }
  }

  #keep(kind: Kind, weight: number, p: SoldProduct, { market_id, before, after }: InMarket) {
    const examples = this.#examples[kind]
    const [priceBefore, now] = [priceText(before), priceText(after)]
    const elsewhere = examples.find(
      ({ movedPrice }) =>
        movedPrice.product_id === p.product_id &&
        movedPrice.before === priceBefore &&
        movedPrice.after === now,
    )
    if (elsewhere) {
      elsewhere.movedPrice.market_ids.push(market_id)
      return
    }
    const least = examples.at(-1)
    if (least && examples.length === mostExamples && least.weight >= weight) return
    const movedPrice = {
      product_id: p.product_id,
      sku: p.sku,
      title: p.title,
      dropshipper_id: p.dropshipper_id,
      market_ids: [market_id],
      before: priceBefore,
      after: now,
      cost: after.cost === null ? null : moneyText(after.cost),
    }
    const place = examples.findIndex((example) => example.weight < weight)
    examples.splice(place < 0 ? examples.length : place, 0, { weight, movedPrice })
    if (examples.length > mostExamples) examples.pop()
  }

  effects(): Omit<PricingEffects, WeighedBeside> {
    const examples = (kind: Kind) => this.#examples[kind].map(({ movedPrice }) => movedPrice)
    return {
      products: this.#products,
      prices: this.#prices,
      before: this.#before.shown(),
      after: this.#after.shown(),
      rates_missing: [...this.#unrated].toSorted(),
      same: this.#same,
      neither: this.#neither,
      up: this.#up,
      down: this.#down,
      gained: this.#gained,
      lost: this.#lost,
      bands: this.#bands,
      examples: {
        up: examples('up'),
        down: examples('down'),
        below_cost: examples('below_cost'),
        lost: examples('lost'),
      },
    }
  }
}

class Standing {
  #priced = 0
  #belowCost = 0
  #without: Record<NoPrice, number> = { rule: 0, cost: 0, msrp: 0, rate: 0, zero: 0, large: 0 }
  /** One product in its markets. */
  add(markets: readonly PriceResult[]) {
    const withoutPrice = markets.find(({ price }) => price === null)
    if (!withoutPrice) this.#priced++
    else if (withoutPrice.why !== null) this.#without[withoutPrice.why]++
    if (markets.some(({ below_cost }) => below_cost)) this.#belowCost++
  }
  shown = () => ({ priced: this.#priced, below_cost: this.#belowCost, without: this.#without })
}

const lossOf = ({ cost, price }: PriceResult) => Number((cost ?? 0n) - (price ?? 0n)) / Number(cost ?? 1n)
const bandOf = (percent: number) => {
  const band = changeEdges.findIndex((edge) => percent < edge)
  return band < 0 ? changeEdges.length : band
}
