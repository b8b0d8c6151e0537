import type { CustomFeedView, VendorCustomFeed } from '#contract/custom-feeds/custom-feeds.ts'
import { bringsText } from '#contract/custom-feeds/acts.ts'
import { sentence } from '#contract/sentence.ts'

type SetUp = Pick<
  VendorCustomFeed,
  | 'is_restricted'
  | 'custom_price'
  | 'add_out_of_stock_product'
  | 'dynamic_pricing_tier'
  | 'dynamic_restricted_access'
>
/** What of a custom feed changes what its vendor is sold, in a few words. */
export const setUpText = (f: SetUp): string =>
  [
    f.custom_price && 'Own prices',
    f.is_restricted && 'Restricted',
    f.add_out_of_stock_product && 'Out of stock too',
    f.dynamic_pricing_tier && `Tier ${f.dynamic_pricing_tier}`,
    f.dynamic_restricted_access && 'Grants access',
  ]
    .filter(Boolean)
    .join(', ') || 'Quantities alone'

/** How it stands and what of it counts, in a sentence or two; what is wrong comes first. */
export function answerOf(view: CustomFeedView): string {
  if (view.closed) return view.closed
  const brings = bringsText(view)
  const without = view.subscribed ? '' : ' This user isn’t subscribed to the supplier: nothing of it is sold.'
  // that it is switched off is said by what it brings
  const stands = view.active ? `${sentence(view.standing_reason)} ` : ''
  return `${stands}${brings}${without}`
}
