import type { FeedRun } from '#contract/feeds/runs.ts'
import { count, many } from '#contract/words.ts'

/** What the figures of its impact count, and what isn't known. */
export function countedText(
  { updated, deleted, state }: Pick<FeedRun, 'updated' | 'deleted' | 'state'>,
  { integrations, listings }: Pick<NonNullable<FeedRun['impact']>, 'integrations' | 'listings'>,
): string {
  const vendors = 'Vendors are those who subscribe to the supplier; integrations, their active stores for it.'
  if (listings === 0)
    return `${vendors} ${integrations === 0 ? 'No store sells its products' : 'No product that a store may list is updated or gone'}: no listing is touched.`
  const each = `${many(updated + deleted, 'product')} updated or gone in each of ${many(integrations, 'integration')}`
  const when = state === 'held' || state === 'dry' ? ' yet' : ''
  return `${vendors} ${count(listings)} listings are ${each}; which of them a store has really listed isn’t known${when}.`
}
