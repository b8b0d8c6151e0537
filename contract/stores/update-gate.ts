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

/** A price moves so far that the gate counts it. In units of the currency; `percent` of what it was. */
export const movesBeyond = (was: string | null, now: string, percent: number): boolean =>
  was !== null && Number(was) > 0 && Math.abs(Number(now) - Number(was)) * 100 > Number(was) * percent

/** Fewer than so many products are no accident of a catalogue, whatever share they are of a small store. */
export const fewestHeld = 10

/** Why an update asks a person before it is sent; none: it is sent (docs/domain.md, Store updates). */
export function holdsUpdate(of: UpdateCounts, bounds: UpdateBounds): string[] {
  const over = (n: number, all: number, percent: number) => n >= fewestHeld && n * 100 > all * percent
  const reasons: string[] = []
  if (over(of.zeroed, of.selling, bounds.hold_zero_percent))
    reasons.push(
      `${count(of.zeroed)} of ${count(of.selling)} products in stock would go to 0, more than ${bounds.hold_zero_percent} %`,
    )
  if (over(of.price_beyond, of.priced, bounds.hold_price_percent))
    reasons.push(
      `${count(of.price_beyond)} of ${count(of.priced)} prices would change by more than ${bounds.price_bound_percent} %, more than ${bounds.hold_price_percent} % of them`,
    )
  return reasons
}
