import { money } from '../pricing/amounts.ts'

/** What a store shows of a product. A quantity or price that isn't known now is the last one that was. */
export interface ShownProduct {
  in_store: boolean
  quantity: number | null
  price: string | null
  /** null: unknown, so it counts as active. */
  active: boolean | null
}
/** What a store would be sent of a product: null leaves what the store shows. */
export interface SentProduct {
  quantity: number | null
  price: string | null
  active: boolean
  removed: boolean
}

/** In stock and active in the store. Server: `soldSql`. */
export const isSold = ({ in_store, quantity, active }: ShownProduct): boolean =>
  in_store && (quantity ?? 0) > 0 && active !== false

/** What a store shows of a product once it was sent this. */
export function shownAfter(shown: ShownProduct, sent: SentProduct | null): ShownProduct {
  if (sent === null) return shown
  return {
    in_store: !sent.removed,
    quantity: sent.quantity ?? shown.quantity,
    price: sent.price ?? shown.price,
    // whether it is active is sent with the quantity
    active: sent.quantity === null ? shown.active : sent.active,
  }
}

/**
 * A price moves further than the bound, in percent of what it was. Exact, as the database counts it.
 * Server: `beyondSql`.
 */
export function movesBeyond(was: string | null, now: string | null, percent: number): boolean {
  if (was === null || now === null || money(was) <= 0n) return false
  const moved = money(now) - money(was)
  return (moved < 0n ? -moved : moved) * 10_000n > money(was) * BigInt(Math.round(percent * 100))
}

/** What an update does to a product that its store has, as the gate of updates counts it. */
export interface Effect {
  /** It is sold before, and after. */
  sold: boolean
  sells: boolean
  /** It is sold before and not after: out of stock, inactive or removed. */
  zeroed: boolean
  /** How its price changes; null: it doesn't, or it has none after. */
  price: 'up' | 'down' | 'gained' | null
  price_beyond: boolean
  /** After it, the price differs by more than the bound from what it was when the gate began to count… */
  together_beyond: boolean
  /** …and didn't before. */
  together_tipped: boolean
}

/**
 * What becomes of a product in a store (docs/domain.md, Store updates): the one place that says so, for plans and
 * their previews. Its twin in SQL is server/areas/listings/effects.ts.
 * @param began what it cost when the gate began to count; null: what it costs before
 */
export function effectOf(
  before: ShownProduct,
  after: ShownProduct,
  { bound, began = null }: { bound: number; began?: string | null },
): Effect {
  const [sold, sells] = [isSold(before), isSold(after)]
  const start = began ?? before.price
  const together_beyond = movesBeyond(start, after.price, bound)
  return {
    sold,
    sells,
    zeroed: sold && !sells,
    price: changeOf(before.price, after.price),
    price_beyond: movesBeyond(before.price, after.price, bound),
    together_beyond,
    together_tipped: together_beyond && !movesBeyond(start, before.price, bound),
  }
}

function changeOf(was: string | null, now: string | null): Effect['price'] {
  if (now === null) return null
  if (was === null) return 'gained'
  const moved = money(now) - money(was)
  if (moved === 0n) return null
  return moved > 0n ? 'up' : 'down'
}
