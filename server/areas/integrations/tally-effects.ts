import type { StoreEffects } from '#contract/integrations/effects.ts'
import {
  sendablePart,
  type Listing,
  type NotSent,
  type SendSettings,
} from '#contract/integrations/listing.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { effectOf, shownAfter, type ShownProduct } from '#contract/stores/effects.ts'
import { sendableParts, type Part } from '#contract/stores/shops.ts'
import { holdsUpdate, type SentSince, type UpdateBounds } from '#contract/stores/update-gate.ts'

/** An integration's row, as far as it says what is sent. */
export type Setup = SendSettings & { is_activated: number; market_is_on: boolean }
/** A store that takes something, and what it shows of all suppliers. */
export interface TalliedStore extends UpdateBounds {
  vendor_store_id: number
  vendor_store_name: string
  market_id: number
  market_name: string
  by_interface: boolean
  store_admin_url: string
  shop_currency: string | null
  selling: number
  priced: number
  /** Since when updates told it something that nobody was asked about, and what went to 0 by that. */
  since: string | null
  sunk: number
  /** Prices of other suppliers that are beyond the bound by that. */
  beyond_elsewhere: number
}
/** What a store shows of a product. */
export interface StoreShows {
  in_store: boolean
  was_quantity: number | null
  was_price: string | null
  was_active: boolean | null
  /** What it cost there when the count of the gate began. */
  began_price: string | null
}

/** Counts, store by store, what it would show otherwise by other settings. */
export function newTally(stores: readonly TalliedStore[], set: Parameters<typeof whyStopped>[1]) {
  const tallies = new Map(
    stores.map((store) => [
      store.vendor_store_id,
      {
        ...startOf(store),
        gate: { zeroed: 0, price_beyond: 0, price_tipped: 0 },
        of: store,
        tells: sendableParts(store),
      },
    ]),
  )
  return {
    size: tallies.size,
    add(
      storeId: number,
      shows: StoreShows,
      keptListing: Listing | NotSent,
      typedListing: Listing | NotSent,
    ): void {
      const tally = tallies.get(storeId)
      if (!tally) return
      tally.effects.products++
      count(tally, shows, tellableParts(tally.tells, keptListing), tellableParts(tally.tells, typedListing))
    },
    effects: (): StoreEffects[] =>
      [...tallies.values()].map(({ effects, of: store, gate }) => ({
        ...effects,
        asks: asksFor(effects, store, gate),
        stops: whyStopped(store, set),
      })),
  }
}

const startOf = (store: TalliedStore): { effects: StoreEffects } => ({
  effects: {
    vendor_store_id: store.vendor_store_id,
    vendor_store_name: store.vendor_store_name,
    price_bound_percent: store.price_bound_percent,
    products: 0,
    selling: 0,
    zeroed: 0,
    hidden: 0,
    deleted: 0,
    restocked: 0,
    created: 0,
    dropped: 0,
    price_changed: 0,
    price_beyond: 0,
    list_price_changed: 0,
    quantity_changed: 0,
    content_changed: 0,
    silenced: 0,
    prices_left: 0,
    quantities_left: 0,
    contents_left: 0,
    asks: [],
    stops: null,
  },
})

/** The bounds are of the whole store, whatever of it this supplier's is. */
function asksFor(
  effects: StoreEffects,
  store: TalliedStore,
  { zeroed: zeroedNow, price_beyond, price_tipped }: GateCounts,
): string[] {
  const { selling, priced: pricedProducts, since: firstSent, sunk } = store
  const sentBefore =
    firstSent === null
      ? null
      : {
          since: firstSent,
          sunk,
          zeroed: sunk + zeroedNow,
          price_beyond: store.beyond_elsewhere + price_beyond,
          price_tipped,
        }
  return holdsUpdate(
    { selling, priced: pricedProducts, zeroed: zeroedNow, price_beyond: effects.price_beyond },
    store,
    sentBefore,
  )
}

/** What the gate counts: what isn't sold any more, and prices as they moved since it began to count. */
type GateCounts = Pick<SentSince, 'zeroed' | 'price_beyond' | 'price_tipped'>

const tellableParts = (tells: readonly Part[], listing: Listing | NotSent): Listing | null =>
  typeof listing === 'string' ? null : sendablePart(listing, tells)

function count(
  { effects, gate }: { effects: StoreEffects; gate: GateCounts },
  shows: StoreShows,
  keptListing: Listing | null,
  typedListing: Listing | null,
): void {
  if (!shows.in_store) {
    if (typedListing && !keptListing) effects.created++
    if (keptListing && !typedListing) effects.dropped++
    return
  }
  const bound = effects.price_bound_percent
  const shownProduct = shownNow(shows)
  const [before, after] = [shownAfter(shownProduct, keptListing), shownAfter(shownProduct, typedListing)]
  const effect = effectOf(before, after, { bound })
  if (effect.sold) effects.selling++
  const update = effectOf(shownProduct, after, { bound, began: shows.began_price })
  if (update.together_beyond) gate.price_beyond++
  if (update.together_tipped) gate.price_tipped++
  // what is sent nothing stays as it is
  if (!typedListing) {
    if (keptListing) effects.silenced++
    return
  }
  const isDeleted = typedListing.removed && !keptListing?.removed
  if (update.zeroed && (effect.zeroed || isDeleted)) gate.zeroed++
  if (isDeleted) effects.deleted++
  if (typedListing.removed) return
  if (effect.zeroed) effects[typedListing.active ? 'zeroed' : 'hidden']++
  else if (!effect.sold && effect.sells) effects.restocked++
  else if ((before.quantity ?? 0) !== (after.quantity ?? 0)) effects.quantity_changed++
  if (effect.price !== null) effects.price_changed++
  if (effect.price_beyond) effects.price_beyond++
  countParts(effects, keptListing, typedListing)
}

/** The parts that the typed settings don't send any more, and what else changes of those they do. */
function countParts(effects: StoreEffects, keptListing: Listing | null, typedListing: Listing): void {
  if (typedListing.content && JSON.stringify(keptListing?.content) !== JSON.stringify(typedListing.content))
    effects.content_changed++
  if (!keptListing) return
  if (keptListing.quantity !== null && typedListing.quantity === null) effects.quantities_left++
  if (keptListing.price !== null && typedListing.price === null) effects.prices_left++
  if (keptListing.content !== null && typedListing.content === null) effects.contents_left++
  if (typedListing.price !== null && keptListing.list_price !== typedListing.list_price)
    effects.list_price_changed++
}

const shownNow = ({ in_store, was_quantity, was_price, was_active }: StoreShows): ShownProduct => ({
  in_store,
  quantity: was_quantity,
  price: was_price,
  active: was_active,
})
