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
export function shownAfter(product: ShownProduct, sending: SentProduct | null): ShownProduct {
  if (sending === null) return product
  return {
    in_store: !sending.removed,
    quantity: sending.quantity ?? product.quantity,
    price: sending.price ?? product.price,
    // whether it is active is sent with the quantity
    active: sending.quantity === null ? product.active : sending.active,
  }
}

/**
 * A price moves further than the bound, in percent of what it was. Exact, as the database counts it.
 * Server: `beyondSql`.
 */
export function movesBeyond(previous: string | null, now: string | null, percent: number): boolean {
  if (previous === null || now === null || money(previous) <= 0n) return false
  const change = money(now) - money(previous)
  return (change < 0n ? -change : change) * 10_000n > money(previous) * BigInt(Math.round(percent * 100))
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
 * What becomes of a product in a store (docs/domain/store-updates.md, Store updates): the one place that says so, for plans and
 * their previews. Its twin in SQL is server/areas/listings/effects.ts.
 * @param began what it cost when the gate began to count; null: what it costs before
 */
export function effectOf(
  before: ShownProduct,
  after: ShownProduct,
  { bound, began = null }: { bound: number; began?: string | null },
): Effect {
  const [isSoldBefore, sells] = [isSold(before), isSold(after)]
  const start = began ?? before.price
  const together_beyond = movesBeyond(start, after.price, bound)
  return {
    sold: isSoldBefore,
    sells,
    zeroed: isSoldBefore && !sells,
    price: changeOf(before.price, after.price),
    price_beyond: movesBeyond(before.price, after.price, bound),
    together_beyond,
    together_tipped: together_beyond && !movesBeyond(start, before.price, bound),
  }
}

function changeOf(previous: string | null, now: string | null): Effect['price'] {
  if (now === null) return null
  if (previous === null) return 'gained'
  const change = money(now) - money(previous)
  if (change === 0n) return null
  return change > 0n ? 'up' : 'down'
}
