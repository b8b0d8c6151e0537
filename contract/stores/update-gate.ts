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

const isOver = (n: number, all: number, percent: number) =>
  n >= fewestHeld && n * 10_000 > all * Math.round(percent * 100)

/**
 * Why an update asks a person before it is sent; none: it is sent (docs/domain.md, Store updates).
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
    `${count(n)} of ${count(all)} products in stock would go to 0${together}, more than ${hold_zero_percent}%`
  const price = (n: number, together = '') =>
    isOver(n, counts.priced, hold_price_percent) &&
    `${count(n)} of ${count(counts.priced)} prices would change by more than ${price_bound_percent}%${together}, more than ${hold_price_percent}% of them`
  const sinceText = sentBefore && ` with what was sent since ${hourText(sentBefore.since)}`
  const reasons = [
    // what does nothing of the kind itself isn't held for what others did
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

/** Why a comparison isn't believed that products are gone, as where a market answers with nothing; none: it is. */
export function doubtsGone(
  { gone: goneProducts, compared: comparedProducts }: { gone: number; compared: number },
  { hold_zero_percent: percent }: Pick<UpdateBounds, 'hold_zero_percent'>,
): string | undefined {
  if (!isOver(goneProducts, comparedProducts, percent)) return undefined
  const share = `${count(goneProducts)} of ${count(comparedProducts)} products, more than ${percent}%`
  return `Its market no longer shows ${share}: that is not believed. Look there; if they are gone, send everything.`
}
