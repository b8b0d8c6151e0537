import type { FeedRun } from '#contract/feeds/runs.ts'
import { count, many } from '#contract/words.ts'

/** What the impact figures count, and what is not known. */
export function countedText(
  run: Pick<FeedRun, 'updated' | 'deleted' | 'state' | 'company'>,
  {
    integrations,
    listings,
    closed: closedProducts = 0,
  }: Pick<NonNullable<FeedRun['impact']>, 'integrations' | 'listings' | 'closed'>,
): string {
  const vendors =
    run.company === null
      ? 'Vendors are those who subscribe to the supplier; integrations, their active stores for it.'
      : `It is the custom feed of ${run.company} alone; integrations are its active stores for the supplier.`
  if (listings === 0)
    return `${vendors} ${integrations === 0 ? 'No store sells its products' : 'No product that a store may list is updated or gone'}: no listing is touched.`
  const go = closedProducts === 1 ? 'goes' : 'go'
  const closedText =
    closedProducts > 0
      ? `It is restricted: ${many(closedProducts, 'product')} of the supplier that it doesn’t hold ${go} off sale. `
      : ''
  const perIntegration = `${many(run.updated + run.deleted + closedProducts, 'product')} updated or gone in each of ${many(integrations, 'integration')}`
  const timeHint = run.state === 'held' || run.state === 'dry' ? ' yet' : ''
  return `${closedText}${vendors} ${count(listings)} listings are ${perIntegration}; which of them a store has really listed isn’t known${timeHint}.`
}
