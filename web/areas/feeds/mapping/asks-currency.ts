import type { FeedMapping } from '#contract/feeds/settings.ts'

/** Prices are mapped, and neither the mapping, its suggestion nor the supplier says in which currency. */
export const asksForCurrency = (
  mapping: FeedMapping,
  suggestion: FeedMapping,
  supplierCurrency: string | null,
): boolean =>
  supplierCurrency === null &&
  mapping.some(({ field }) => field === 'wholesale_price') &&
  ![...mapping, ...suggestion].some(({ field }) => field === 'currency')
