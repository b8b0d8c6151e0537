import { count } from '../words.ts'

/** What an update of a store would do, and what the store shows before it. */
export interface UpdateCounts {
  /** Products that it sells: in stock and active. */
  selling: number
  /** Products that have a price there. */
  priced: number
  /** Of those it sells, what it wouldn't any more. */
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

/** What updates told a store without a person having been asked, with what one would tell now. */
export interface SentSince {
  /** When the first of it was told. */
  since: string
  /** Products that it sold then and doesn't now, by what was told. */
  sunk: number
  /** Products that it sold then, and wouldn't any more. */
  zeroed: number
  /** Prices that would differ from those of then by more than the bound, and of them those that don't now. */
  price_beyond: number
  price_tipped: number
}

/** Fewer than so many products are no accident of a catalogue, whatever share they are of a small store. */
export const fewestHeld = 10

const over = (n: number, all: number, percent: number) =>
  n >= fewestHeld && n * 10_000 > all * Math.round(percent * 100)

/**
 * Why an update asks a person before it is sent; none: it is sent (docs/domain.md, Store updates).
 * @param sent what counts together with it
 */
export function holdsUpdate(of: UpdateCounts, bounds: UpdateBounds, sent: SentSince | null = null): string[] {
  const { hold_zero_percent, hold_price_percent, price_bound_percent } = bounds
  const zero = (n: number, all: number, together = '') =>
    over(n, all, hold_zero_percent) &&
    `${count(n)} of ${count(all)} products in stock would go to 0${together}, more than ${hold_zero_percent}%`
  const price = (n: number, together = '') =>
    over(n, of.priced, hold_price_percent) &&
    `${count(n)} of ${count(of.priced)} prices would change by more than ${price_bound_percent}%${together}, more than ${hold_price_percent}% of them`
  const since = sent && ` with what was sent since ${hourText(sent.since)}`
  const reasons = [
    // what does nothing of the kind itself isn't held for what others did
    zero(of.zeroed, of.selling) ||
      (since && of.zeroed > 0 && zero(sent.zeroed, of.selling + sent.sunk, since)),
    price(of.price_beyond) || (since && sent.price_tipped > 0 && price(sent.price_beyond, since)),
  ]
  return reasons.filter((one) => typeof one === 'string')
}

/** Of a moment of the last 24 hours, in ISO 8601. */
const hourText = (moment: string) => `${moment.slice(11, 16)} UTC`

/** Why a comparison isn't believed that products are gone, as where a market answers with nothing; none: it is. */
export function doubtsGone(
  { gone, compared }: { gone: number; compared: number },
  { hold_zero_percent: percent }: Pick<UpdateBounds, 'hold_zero_percent'>,
): string | undefined {
  if (!over(gone, compared, percent)) return undefined
  const share = `${count(gone)} of ${count(compared)} products, more than ${percent}%`
  return `Its market no longer shows ${share}: that is not believed. Look there; if they are gone, send everything.`
}
