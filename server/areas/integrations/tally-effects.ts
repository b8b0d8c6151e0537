import type { StoreEffects } from '#contract/integrations/effects.ts'
import { tellable, type Listing, type NotSent, type SentBy } from '#contract/integrations/listing.ts'
import { money } from '#contract/pricing/amounts.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { partsTold, type Part } from '#contract/stores/shops.ts'
import { holdsUpdate, movesBeyond, type SentSince, type UpdateBounds } from '#contract/stores/update-gate.ts'

/** An integration's row, as far as it says what is sent. */
export type Setup = SentBy & { is_activated: number; market_is_on: boolean }
/** A store that takes something, and what it shows of all suppliers. */
export interface Of extends UpdateBounds {
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
export function newTally(stores: readonly Of[], set: Parameters<typeof whyStopped>[1]) {
  const counted = new Map(
    stores.map((of) => [
      of.vendor_store_id,
      { ...startOf(of), together: { price_beyond: 0, price_tipped: 0 }, of, tells: partsTold(of) },
    ]),
  )
  return {
    size: counted.size,
    add(storeId: number, shows: StoreShows, kept: Listing | NotSent, typed: Listing | NotSent): void {
      const into = counted.get(storeId)
      if (!into) return
      into.effects.products++
      const then = only(into.tells, typed)
      count(into.effects, shows, only(into.tells, kept), then)
      countTogether(into.together, shows, then, into.of.price_bound_percent)
    },
    effects: (): StoreEffects[] =>
      [...counted.values()].map(({ effects, of, together }) => ({
        ...effects,
        asks: asksFor(effects, of, together),
        stops: whyStopped(of, set),
      })),
  }
}

const startOf = (of: Of): { effects: StoreEffects } => ({
  effects: {
    vendor_store_id: of.vendor_store_id,
    vendor_store_name: of.vendor_store_name,
    price_bound_percent: of.price_bound_percent,
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
function asksFor(effects: StoreEffects, of: Of, { price_beyond, price_tipped }: Together): string[] {
  const { selling, priced, since, sunk } = of
  const zeroed = effects.zeroed + effects.hidden + effects.deleted
  const sent =
    since === null
      ? null
      : {
          since,
          sunk,
          zeroed: sunk + zeroed,
          price_beyond: of.beyond_elsewhere + price_beyond,
          price_tipped,
        }
  return holdsUpdate({ selling, priced, zeroed, price_beyond: effects.price_beyond }, of, sent)
}

/** Prices that are beyond the bound with what was sent before, and of them those that aren't without this. */
type Together = Pick<SentSince, 'price_beyond' | 'price_tipped'>
function countTogether(into: Together, was: StoreShows, told: Listing | null, bound: number): void {
  const [now, shown] = [priceOf(was, told), priceOf(was, null)]
  if (!was.in_store || now === null || shown === null) return
  const began = was.began_price ?? shown
  if (!movesBeyond(began, now, bound)) return
  into.price_beyond++
  if (!movesBeyond(began, shown, bound)) into.price_tipped++
}

const only = (tells: readonly Part[], listing: Listing | NotSent): Listing | null =>
  typeof listing === 'string' ? null : tellable(listing, tells)

function count(into: StoreEffects, was: StoreShows, kept: Listing | null, typed: Listing | null): void {
  if (!was.in_store) {
    if (typed && !kept) into.created++
    if (kept && !typed) into.dropped++
    return
  }
  const sold = sells(was, kept)
  if (sold) into.selling++
  // what is told nothing stays as it is
  if (!typed) {
    if (kept) into.silenced++
    return
  }
  if (typed.removed) {
    if (!kept?.removed) into.deleted++
    return
  }
  const sellsThen = sells(was, typed)
  if (sold && !sellsThen) into[typed.active ? 'zeroed' : 'hidden']++
  else if (!sold && sellsThen) into.restocked++
  else if (quantityOf(was, kept) !== quantityOf(was, typed)) into.quantity_changed++
  if (kept && kept.quantity !== null && typed.quantity === null) into.quantities_left++
  if (kept && kept.price !== null && typed.price === null) into.prices_left++
  if (kept && kept.content !== null && typed.content === null) into.contents_left++
  if (kept && typed.price !== null && kept.list_price !== typed.list_price) into.list_price_changed++
  const [before, after] = [priceOf(was, kept), priceOf(was, typed)]
  if (before !== after && after !== null) {
    into.price_changed++
    const { price_bound_percent: bound } = into
    if (movesBeyond(before, after, bound)) into.price_beyond++
  }
  if (typed.content && JSON.stringify(kept?.content) !== JSON.stringify(typed.content)) into.content_changed++
}

/** It is sold in the store, as it is told or, where it isn't told, as it is. */
const sells = (was: StoreShows, told: Listing | null): boolean =>
  (told ? told.active && !told.removed : was.was_active !== false) && quantityOf(was, told) > 0
const quantityOf = (was: StoreShows, told: Listing | null) => told?.quantity ?? was.was_quantity ?? 0
const priceOf = (was: StoreShows, told: Listing | null): string | null => {
  const price = told?.price ?? was.was_price
  return price === null ? null : String(money(price))
}
