import type { FeedRun } from '#contract/feeds/runs.ts'
import { count } from '#contract/words.ts'

type Impact = NonNullable<FeedRun['impact']>

/** Who is affected by a run, as figures. Listings are an upper limit: not every store lists every product. */
export function impactFacts(
  run: Pick<FeedRun, 'created' | 'updated' | 'deleted' | 'company'>,
  {
    vendors,
    integrations,
    listings,
    closed = 0,
  }: Pick<Impact, 'vendors' | 'integrations' | 'listings' | 'closed'>,
): (readonly [string, string])[] {
  return [
    ['New products', count(run.created)],
    ['Updated or removed', count(run.updated + run.deleted)],
    // a restricted custom feed: what is missing from it
    ...(closed > 0 ? ([['No longer sold', count(closed)]] as const) : []),
    run.company === null ? ['Subscribed vendors', count(vendors)] : ['Vendor', run.company],
    ['Active integrations', count(integrations)],
    ['Listings affected', listings === 0 ? '0' : `Up to ${count(listings)}`],
  ]
}

/** How many vendors are listed. */
const mostListed = 5
/** The vendors with the most affected listings, and what share of all their listings that is, in percent. */
export function touchedVendors(
  { updated, deleted }: Pick<FeedRun, 'updated' | 'deleted'>,
  { vendor_examples, closed = 0 }: Pick<Impact, 'vendor_examples' | 'closed'>,
) {
  const products = updated + deleted + closed
  if (products === 0) return []
  return vendor_examples
    .filter(({ integrations }) => integrations > 0)
    .map(({ listings, ...vendor }) => {
      const touchedListings = vendor.integrations * products
      // the catalog may have grown since its products were counted
      return {
        ...vendor,
        touched: touchedListings,
        share: listings ? Math.min(100, (touchedListings / listings) * 100) : null,
      }
    })
    .toSorted((a, b) => b.touched - a.touched || (b.share ?? 0) - (a.share ?? 0))
    .slice(0, mostListed)
}
