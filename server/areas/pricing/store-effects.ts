import { listingOf, noContent, sendablePart, type CatalogueProduct } from '#contract/integrations/listing.ts'
import type { PriceResult } from '#contract/pricing/price.ts'
import type { StoreEffect } from '#contract/pricing/price-rules.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { effectOf, shownAfter } from '#contract/stores/effects.ts'
import { sendableParts, type Part } from '#contract/stores/shops.ts'
import { holdsUpdate, type UpdateBounds } from '#contract/stores/update-gate.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { shownCounts, soldSql, type ShownCounts, type SoldThrough } from '#server/areas/listings/public.ts'

export interface StoreFacts extends UpdateBounds, ShownCounts {
  vendor_store_id: number
  vendor_store_name: string
  market_id: number
  market_name: string
  kind: string
  store_admin_url: string
  shop_currency: string | null
  stopped: boolean
  /** Since when updates told it something that nobody was asked about, and what went to 0 by that. */
  since: string | null
  sunk: number
}
/** A vendor's stores with what they show now, and from when on their updates ask first. */
export async function storesOf(db: Db, vendorId: number): Promise<StoreFacts[]> {
  const { rows } = await sql<StoreFacts>`
    select st.vendor_store_id, st.vendor_store_name, st.market_id, k.market_name,
      coalesce(st.drop_to ->> 'kind', 'none') as kind, st.stopped_reason is not null as stopped,
      st.store_admin_url, st.shop_currency,
      st.hold_zero_percent::float8 as hold_zero_percent,
      st.hold_price_percent::float8 as hold_price_percent,
      st.price_bound_percent::float8 as price_bound_percent, has.*, moved.*
    from vendor_store st
    join market k using (market_id)
    cross join lateral (
${shownCounts(sql`st.vendor_store_id`)}) has
    cross join lateral (
      select min(m.since) as since, (count(*) filter (where m.sank and not ${soldSql('sp')}))::int as sunk
      from store_moved m
      left join store_product sp using (vendor_store_id, product_id)
      where m.vendor_store_id = st.vendor_store_id) moved
    where st.vendor_id = ${vendorId}
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows
}

type StoreKind = Pick<StoreFacts, 'kind' | 'market_id' | 'market_name'>
/** What its market, or its file, can be sent. */
const partsOf = ({ kind, ...market }: StoreKind) => sendableParts({ ...market, by_interface: kind === 'api' })
export const tellsPrice = (store: StoreKind) => partsOf(store).includes('price')

/** What of a product decides what a store is told of its price and quantity. */
export type StockedProduct = Pick<
  CatalogueProduct,
  'sku' | 'categories' | 'unspsc' | 'quantity' | 'active' | 'manufacturer'
>
/** What a store shows of a product, and what it cost there when the count of its gate began. */
export type ShownValues = readonly [
  price: string | null,
  quantity: number | null,
  active: boolean | null,
  cost: string | null,
]

/** Counts what a store would be told beside what it shows, as its next update would. */
export class StoreTally {
  readonly #store: StoreFacts
  readonly #parts: readonly Part[]
  readonly #moves = { up: 0, down: 0, gained: 0 }
  #zeroed = 0
  #beyond = 0
  readonly #together = { price_beyond: 0, price_tipped: 0 }
  constructor(store: StoreFacts) {
    this.#store = store
    this.#parts = partsOf(store)
  }

  /** @param price by the rules; undefined: there are none, and no price is sent */
  add(
    product: StockedProduct,
    integration: SoldThrough,
    price: PriceResult | undefined,
    shownValues: ShownValues,
  ) {
    const [wasPrice, wasQuantity, wasActive, cost] = shownValues
    const settings = { ...integration, full_product_import: false }
    const wanted = listingOf({ ...noContent, ...product }, settings, {
      known: true,
      shows: { quantity: wasQuantity, active: wasActive },
      taken: false,
      priced: price,
      needsPrice: false,
    })
    const before = { in_store: true, quantity: wasQuantity, price: wasPrice, active: wasActive }
    const listing = typeof wanted === 'string' ? null : sendablePart(wanted, this.#parts)
    const bound = this.#store.price_bound_percent
    const effect = effectOf(before, shownAfter(before, listing), { bound, began: cost })
    if (effect.zeroed) this.#zeroed++
    if (effect.price !== null) this.#moves[effect.price]++
    if (effect.price_beyond) this.#beyond++
    if (effect.together_beyond) this.#together.price_beyond++
    if (effect.together_tipped) this.#together.price_tipped++
  }

  /** @param set the rules that it would be told by */
  effect(set: Parameters<typeof whyStopped>[1]): StoreEffect {
    const store = this.#store
    const { vendor_store_id, vendor_store_name, shown, selling, since: firstSent, sunk } = store
    const stops = whyStopped({ ...store, by_interface: store.kind === 'api' }, set)
    const untold = whyUntold(store)
    const counts = { selling, priced: store.priced, zeroed: this.#zeroed, price_beyond: this.#beyond }
    const together = { ...this.#together, sunk, zeroed: sunk + this.#zeroed }
    const sentBefore = firstSent === null ? null : { ...together, since: firstSent }
    return {
      vendor_store_id,
      vendor_store_name,
      products: shown,
      ...this.#moves,
      zeroed: this.#zeroed,
      untold,
      asks: untold === null && stops === null ? holdsUpdate(counts, store, sentBefore) : [],
      stops,
    }
  }
}

function whyUntold({ kind, stopped: isStopped }: StoreFacts): StoreEffect['untold'] {
  if (kind === 'none') return 'no_way'
  return isStopped ? 'stopped' : null
}
