import { addDays } from '../billing/days.ts'

/** Days after an invoice on which a declined card is charged again. */
export const retryDays = [1, 3, 5, 7] as const
/** How many days after the suspension a vendor's products are taken out of its stores. */
export const delistAfterDays = 30
/** Decline codes of a card that its bank has written off. It isn't charged again, but the day counts and the customer is told. */
const hardDeclines: readonly string[] = ['lost_card', 'stolen_card', 'pickup_card']
export const isHardDecline = (declineCode: string | null): boolean =>
  declineCode !== null && hardDeclines.includes(declineCode)

/** The day of the next try after this many failed ones; null: none is left, the vendor is suspended. */
export function nextTry(issuedOn: string, tries: number, today: string): string | null {
  const days = retryDays[tries - 1]
  if (days === undefined) return null
  const day = addDays(issuedOn, days)
  // a late try still comes a day later: no two tries on one day
  return day > today ? day : addDays(today, 1)
}

/** The day of the last try if the next one is on `next` and all fail; late tries stay a day apart. */
export function lastTry(issuedOn: string, next: string, triesLeft: number): string {
  const tries = retryDays.length + 2 - triesLeft
  const followingTry = nextTry(issuedOn, tries, next)
  return followingTry === null ? next : lastTry(issuedOn, followingTry, triesLeft - 1)
}
