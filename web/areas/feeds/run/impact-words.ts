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
