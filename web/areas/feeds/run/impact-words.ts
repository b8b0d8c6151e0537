import type { FeedRun } from '#contract/feeds/runs.ts'
import { many } from '#contract/words.ts'

/** What the impact figures count, and what is not known. */
export function countedText(
  run: Pick<FeedRun, 'updated' | 'deleted' | 'company'>,
  {
    integrations,
    listings,
    closed: closedProducts = 0,
  }: Pick<NonNullable<FeedRun['impact']>, 'integrations' | 'listings' | 'closed'>,
): string {
  const vendors =
    run.company === null
      ? 'Vendors subscribe to the supplier; integrations are their active stores.'
      : `Only ${run.company} uses this custom feed; integrations are its active stores for the supplier.`
  if (listings === 0)
    return `${vendors} ${integrations === 0 ? 'No store sells its products' : 'No listed products are updated or removed'}, so no listings change.`
  const closedText =
    closedProducts > 0
      ? `Restricted: ${many(closedProducts, 'supplier product')} missing from this feed will no longer be sold. `
      : ''
  const perIntegration = `${many(run.updated + run.deleted + closedProducts, 'product')} updated or removed in each of ${many(integrations, 'integration')}`
  return `${closedText}${vendors} Up to ${many(listings, 'listing')}: ${perIntegration}.`
}
