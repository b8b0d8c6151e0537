import { addDays } from '../billing/days.ts'

/** Days after an invoice on which a card that was declined is asked again. */
export const retryDays = [1, 3, 5, 7] as const
/** So many days after it was suspended a vendor's products are taken out of its stores. */
export const delistAfterDays = 30
/** A card that the bank has written off is not asked again: the day counts, the customer is told. */
const hardDeclines: readonly string[] = ['lost_card', 'stolen_card', 'pickup_card']
export const isHardDecline = (declineCode: string | null): boolean =>
  declineCode !== null && hardDeclines.includes(declineCode)

/** The day of the next try after so many that failed; null: there is none, the vendor is suspended. */
export function nextTry(issuedOn: string, tries: number, today: string): string | null {
  const days = retryDays[tries - 1]
  if (days === undefined) return null
  const day = addDays(issuedOn, days)
  // a late one keeps the distance: no two tries on one day
  return day > today ? day : addDays(today, 1)
}

/** The day of the last try, when the next is on `next` and none of these pays: late ones keep their distance. */
export function lastTry(issuedOn: string, next: string, triesLeft: number): string {
  const tries = retryDays.length + 2 - triesLeft
  const followingTry = nextTry(issuedOn, tries, next)
  return followingTry === null ? next : lastTry(issuedOn, followingTry, triesLeft - 1)
}
