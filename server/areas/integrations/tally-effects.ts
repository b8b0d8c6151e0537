import type { StoreEffects } from '#contract/integrations/effects.ts'
import { tellable, type Listing, type NotSent, type SentBy } from '#contract/integrations/listing.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { effectOf, shownAfter, type ShownProduct } from '#contract/stores/effects.ts'
import { partsTold, type Part } from '#contract/stores/shops.ts'
import { holdsUpdate, type SentSince, type UpdateBounds } from '#contract/stores/update-gate.ts'

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
      { ...startOf(of), gate: { zeroed: 0, price_beyond: 0, price_tipped: 0 }, of, tells: partsTold(of) },
    ]),
  )
  return {
    size: counted.size,
    add(storeId: number, shows: StoreShows, kept: Listing | NotSent, typed: Listing | NotSent): void {
      const into = counted.get(storeId)
      if (!into) return
      into.effects.products++
      count(into.effects, into.gate, shows, only(into.tells, kept), only(into.tells, typed))
    },
    effects: (): StoreEffects[] =>
      [...counted.values()].map(({ effects, of, gate }) => ({
        ...effects,
        asks: asksFor(effects, of, gate),
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
function asksFor(
  effects: StoreEffects,
  of: Of,
  { zeroed, price_beyond, price_tipped }: GateCounts,
): string[] {
  const { selling, priced, since, sunk } = of
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

/** What the gate counts: what isn't sold any more, and prices as they moved since it began to count. */
type GateCounts = Pick<SentSince, 'zeroed' | 'price_beyond' | 'price_tipped'>

const only = (tells: readonly Part[], listing: Listing | NotSent): Listing | null =>
  typeof listing === 'string' ? null : tellable(listing, tells)

function count(
  into: StoreEffects,
  gate: GateCounts,
  was: StoreShows,
  kept: Listing | null,
  typed: Listing | null,
): void {
  if (!was.in_store) {
    if (typed && !kept) into.created++
    if (kept && !typed) into.dropped++
    return
  }
  const bound = into.price_bound_percent
  const shown = shownNow(was)
  const [before, after] = [shownAfter(shown, kept), shownAfter(shown, typed)]
  const effect = effectOf(before, after, { bound })
  if (effect.sold) into.selling++
  const update = effectOf(shown, after, { bound, began: was.began_price })
  if (update.together_beyond) gate.price_beyond++
  if (update.together_tipped) gate.price_tipped++
  // what is sent nothing stays as it is
  if (!typed) {
    if (kept) into.silenced++
    return
  }
  const isDeleted = typed.removed && !kept?.removed
  if (update.zeroed && (effect.zeroed || isDeleted)) gate.zeroed++
  if (isDeleted) into.deleted++
  if (typed.removed) return
  if (effect.zeroed) into[typed.active ? 'zeroed' : 'hidden']++
  else if (!effect.sold && effect.sells) into.restocked++
  else if ((before.quantity ?? 0) !== (after.quantity ?? 0)) into.quantity_changed++
  if (effect.price !== null) into.price_changed++
  if (effect.price_beyond) into.price_beyond++
  countParts(into, kept, typed)
}

/** The parts that the typed settings don't send any more, and what else changes of those they do. */
function countParts(into: StoreEffects, kept: Listing | null, typed: Listing): void {
  if (typed.content && JSON.stringify(kept?.content) !== JSON.stringify(typed.content)) into.content_changed++
  if (!kept) return
  if (kept.quantity !== null && typed.quantity === null) into.quantities_left++
  if (kept.price !== null && typed.price === null) into.prices_left++
  if (kept.content !== null && typed.content === null) into.contents_left++
  if (typed.price !== null && kept.list_price !== typed.list_price) into.list_price_changed++
}

const shownNow = ({ in_store, was_quantity, was_price, was_active }: StoreShows): ShownProduct => ({
  in_store,
  quantity: was_quantity,
  price: was_price,
  active: was_active,
})
