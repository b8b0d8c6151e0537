import type { CustomFeedView, VendorCustomFeed } from '#contract/custom-feeds/custom-feeds.ts'
import { bringsText } from '#contract/custom-feeds/acts.ts'
import { sentence } from '#contract/sentence.ts'
import { count, many } from '#contract/words.ts'

type SetUp = Pick<
  VendorCustomFeed,
  | 'is_restricted'
  | 'custom_price'
  | 'add_out_of_stock_product'
  | 'dynamic_pricing_tier'
  | 'dynamic_restricted_access'
>
/** How a custom feed changes what its vendor is sold, in a few words. */
export const setUpText = (f: SetUp): string =>
  [
    f.custom_price && 'Custom prices',
    f.is_restricted && 'Restricted',
    f.add_out_of_stock_product && 'Includes out of stock',
    f.dynamic_pricing_tier && `Tier ${f.dynamic_pricing_tier}`,
    f.dynamic_restricted_access && 'Grants access',
  ]
    .filter(Boolean)
    .join(', ') || 'Stock only'

/** A custom feed's status and effect in a sentence or two; problems come first. */
export function answerOf(view: CustomFeedView): string {
  if (view.closed) return view.closed
  const brings = bringsText(view)
  const subscriptionNotice = view.subscribed
    ? ''
    : ' The vendor isn’t subscribed to this supplier, so nothing is sold.'
  // the second sentence already says if it is off or has never run
  const stands = view.active && view.standing !== 'never_ran' ? `${sentence(view.standing_reason)} ` : ''
  return `${stands}${brings}${subscriptionNotice}`
}

type ProductCounts = Pick<
  CustomFeedView,
  'current_run_id' | 'products' | 'own_products' | 'supplier_products'
>
interface Means {
  active: boolean
  is_restricted: boolean
}
/** How many products of the supplier the vendor is sold. */
function soldBy(feed: ProductCounts, { active, is_restricted }: Means): number {
  if (!active || feed.current_run_id === null) return feed.supplier_products
  return is_restricted ? feed.products : feed.supplier_products + feed.own_products
}

/** How a change affects the number of products sold to the vendor; null if it does not. */
export function soldAfterChange(feed: ProductCounts & Means, change: Means): string | null {
  const [currentCount, newCount] = [soldBy(feed, feed), soldBy(feed, change)]
  if (newCount === currentCount) return null
  return newCount < currentCount
    ? `After saving, the vendor sells ${count(newCount)} of ${many(currentCount, 'product')}. The others show as sold out in its stores.`
    : `After saving, the vendor sells ${many(newCount, 'product')} instead of ${count(currentCount)}.`
}
