import { listingOf, type CatalogueProduct } from '#contract/integrations/listing.ts'
import { money } from '#contract/pricing/amounts.ts'
import type { Priced } from '#contract/pricing/price.ts'
import type { StoreEffect } from '#contract/pricing/price-rules.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { partsTold } from '#contract/stores/shops.ts'
import { holdsUpdate, movesBeyond, type UpdateBounds } from '#contract/stores/update-gate.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { SoldThrough } from '#server/areas/listings/public.ts'

export interface StoreFacts extends UpdateBounds {
  vendor_store_id: number
  vendor_store_name: string
  market_id: number
  market_name: string
  kind: string
  store_admin_url: string
  shop_currency: string | null
  stopped: boolean
  shown: number
  selling: number
  priced: number
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
      select count(*)::int as shown,
        (count(*) filter (where coalesce(sp.quantity, sp.last_quantity) > 0 and sp.active is not false))::int as selling,
        count(coalesce(sp.price, sp.last_price))::int as priced
      from store_product sp
      where sp.vendor_store_id = st.vendor_store_id and sp.in_store) has
    cross join lateral (
      select min(m.since) as since, (count(*) filter (where m.sank and not exists (
          select
          from store_product sp
          where sp.vendor_store_id = m.vendor_store_id
            and sp.product_id = m.product_id
            and sp.in_store
            and coalesce(sp.quantity, sp.last_quantity) > 0
            and sp.active is not false)))::int as sunk
      from store_moved m
      where m.vendor_store_id = st.vendor_store_id) moved
    where st.vendor_id = ${vendorId}
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 500`.execute(db)
  return rows
}

/** Its market, or its file, can be told prices. */
export const tellsPrice = ({ kind, ...market }: Pick<StoreFacts, 'kind' | 'market_id' | 'market_name'>) =>
  partsTold({ ...market, by_interface: kind === 'api' }).includes('price')

/** What of a product decides what a store is told of its price and quantity. */
export type Stocked = Pick<
  CatalogueProduct,
  'sku' | 'categories' | 'unspsc' | 'quantity' | 'active' | 'manufacturer'
>
/** What a store shows of a product, and what it cost there when the count of its gate began. */
export type Shown = readonly [
  price: string | null,
  quantity: number | null,
  active: boolean | null,
  cost: string | null,
]

/** Counts what a store would be told beside what it shows, as its next update would. */
export class StoreTally {
  readonly #store: StoreFacts
  readonly #tellsPrice: boolean
  #up = 0
  #down = 0
  #gained = 0
  #zeroed = 0
  #beyond = 0
  readonly #together = { price_beyond: 0, price_tipped: 0 }
  constructor(store: StoreFacts) {
    this.#store = store
    this.#tellsPrice = tellsPrice(store)
  }

  /** @param priced by the rules; undefined: there are none, and no price is sent */
  add(product: Stocked, by: SoldThrough, priced: Priced | undefined, was: Shown) {
    const [wasPrice, wasQuantity, wasActive, cost] = was
    const sent = { ...by, full_product_import: false }
    const listing = listingOf({ ...noContent, ...product }, sent, {
      known: true,
      shows: { quantity: wasQuantity, active: wasActive },
      taken: false,
      priced,
      needsPrice: false,
    })
    if (typeof listing === 'string') return
    const sold = (wasQuantity ?? 0) > 0 && wasActive !== false
    if (sold && (listing.removed || !listing.active || listing.quantity === 0)) this.#zeroed++
    if (listing.price === null || !this.#tellsPrice) return
    if (wasPrice === null) this.#gained++
    else this.#move(listing.price, wasPrice, cost ?? wasPrice)
  }

  #move(now: string, was: string, began: string) {
    const moved = money(now) - money(was)
    if (moved > 0n) this.#up++
    else if (moved < 0n) this.#down++
    const { price_bound_percent: bound } = this.#store
    if (movesBeyond(was, now, bound)) this.#beyond++
    if (!movesBeyond(began, now, bound)) return
    this.#together.price_beyond++
    if (!movesBeyond(began, was, bound)) this.#together.price_tipped++
  }

  /** @param set the rules that it would be told by */
  effect(set: Parameters<typeof whyStopped>[1]): StoreEffect {
    const { vendor_store_id, vendor_store_name, shown, selling, priced, kind, stopped, since, sunk } =
      this.#store
    const stops = whyStopped({ ...this.#store, by_interface: kind === 'api' }, set)
    const untold = kind === 'none' ? 'no_way' : stopped ? 'stopped' : null
    const counts = { selling, priced, zeroed: this.#zeroed, price_beyond: this.#beyond }
    const sent = since === null ? null : { ...this.#together, since, sunk, zeroed: sunk + this.#zeroed }
    return {
      vendor_store_id,
      vendor_store_name,
      products: shown,
      up: this.#up,
      down: this.#down,
      gained: this.#gained,
      zeroed: this.#zeroed,
      untold,
      asks: untold === null && stops === null ? holdsUpdate(counts, this.#store, sent) : [],
      stops,
    }
  }
}

const noContent: Omit<CatalogueProduct, keyof Stocked> = {
  title: null,
  description: null,
  images: null,
  weight: null,
  length: null,
  width: null,
  height: null,
  upc: null,
  ean: null,
  isbn: null,
  asin: null,
  options: null,
  parent_sku: null,
}
