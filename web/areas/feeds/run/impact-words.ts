import type { FeedRun } from '#contract/feeds/runs.ts'
import { count, many } from '#contract/words.ts'

/** What the figures of its impact count, and what isn't known. */
export function countedText(
  { updated, deleted, state, company }: Pick<FeedRun, 'updated' | 'deleted' | 'state' | 'company'>,
  {
    integrations,
    listings,
    closed = 0,
  }: Pick<NonNullable<FeedRun['impact']>, 'integrations' | 'listings' | 'closed'>,
): string {
  const vendors =
    company === null
      ? 'Vendors are those who subscribe to the supplier; integrations, their active stores for it.'
      : `It is the custom feed of ${company} alone; integrations are its active stores for the supplier.`
  if (listings === 0)
    return `${vendors} ${integrations === 0 ? 'No store sells its products' : 'No product that a store may list is updated or gone'}: no listing is touched.`
  const off =
    closed > 0
      ? `It is restricted: ${many(closed, 'product')} of the supplier that it doesn’t hold ${closed === 1 ? 'goes' : 'go'} off sale. `
      : ''
  const each = `${many(updated + deleted + closed, 'product')} updated or gone in each of ${many(integrations, 'integration')}`
  const when = state === 'held' || state === 'dry' ? ' yet' : ''
  return `${off}${vendors} ${count(listings)} listings are ${each}; which of them a store has really listed isn’t known${when}.`
}
