import { count } from '../words.ts'

/** What an update of a store would do, and what the store shows before it. */
export interface UpdateCounts {
  /** Products that it sells: in stock and active. */
  selling: number
  /** Products that have a price there. */
  priced: number
  /** Of those it sells, products that it would no longer sell. */
  zeroed: number
  /** Prices that change by more than the bound. */
  price_beyond: number
}
/** In percent, as the store has them. */
export interface UpdateBounds {
  hold_zero_percent: number
  hold_price_percent: number
  price_bound_percent: number
}

/** What updates sent a store without approval, together with what one would send now. */
export interface SentSince {
  /** When the first of it was sent. */
  since: string
  /** Products that it sold then and no longer does because of them. */
  sunk: number
  /** Products that it sold then and would no longer sell. */
  zeroed: number
  /** Prices that would differ from those of then by more than the bound, and how many of these don't yet. */
  price_beyond: number
  price_tipped: number
}

/** Fewer products than this are no catalog accident, even if they are a large share of a small store. */
export const fewestHeld = 10

const isOver = (n: number, all: number, percent: number) =>
  n >= fewestHeld && n * 10_000 > all * Math.round(percent * 100)

/**
 * Why an update needs approval before it is sent; empty: it is sent (docs/domain/store-updates.md, Store updates).
 * @param sentBefore what counts together with it
 */
export function holdsUpdate(
  counts: UpdateCounts,
  bounds: UpdateBounds,
  sentBefore: SentSince | null = null,
): string[] {
  const { hold_zero_percent, hold_price_percent, price_bound_percent } = bounds
  const zero = (n: number, all: number, together = '') =>
    isOver(n, all, hold_zero_percent) &&
    `${count(n)} of ${count(all)} products in stock would sell out${together} (limit ${hold_zero_percent}%)`
  const price = (n: number, together = '') =>
    isOver(n, counts.priced, hold_price_percent) &&
    `${count(n)} of ${count(counts.priced)} prices would change by more than ${price_bound_percent}%${together} (limit ${hold_price_percent}%)`
  const sinceText = sentBefore && `, including changes sent since ${hourText(sentBefore.since)}`
  const reasons = [
    // an update that zeroes nothing itself is not held because earlier ones did
    zero(counts.zeroed, counts.selling) ||
      (sinceText &&
        counts.zeroed > 0 &&
        zero(sentBefore.zeroed, counts.selling + sentBefore.sunk, sinceText)),
    price(counts.price_beyond) ||
      (sinceText && sentBefore.price_tipped > 0 && price(sentBefore.price_beyond, sinceText)),
  ]
  return reasons.filter((reason) => typeof reason === 'string')
}

/** Of a moment of the last 24 hours, in ISO 8601. */
const hourText = (moment: string) => `${moment.slice(11, 16)} UTC`

/** Why a comparison isn't trusted that products are gone, as when a market answers with nothing; undefined: it is. */
export function doubtsGone(
  { gone: goneProducts, compared: comparedProducts }: { gone: number; compared: number },
  { hold_zero_percent: percent }: Pick<UpdateBounds, 'hold_zero_percent'>,
): string | undefined {
  if (!isOver(goneProducts, comparedProducts, percent)) return undefined
  const share = `${count(goneProducts)} of ${count(comparedProducts)} products`
  return `${share} are missing from the market (limit ${percent}%), so nothing was changed. If they really are missing, resend everything.`
}
