/** A version of a market’s interface, and the day on which it ends or was last found to be the newest. */
interface MarketVersion {
  version: string
  /** The last day on which the market answers by it; undefined: it names none. */
  ends?: string
  /** When it was last compared with what the market publishes. */
  checked: string
}
/**
 * Every version that is named in a request, in one place. A test fails 90 days before one ends, and a year after one
 * without an end was checked.
 */
export const marketVersions = {
  // released 2026-10-01; each is answered for at least 12 months
  shopify: { version: '2026-10', ends: '2027-10-01', checked: '2026-11-27' },
  woocommerce: { version: 'v3', checked: '2026-11-27' },
  // announced 2026-09-15; WALMART_ITEM_VERSION replaces it
  walmartItems: { version: '5.0.20260803-17_50_56-api', checked: '2026-11-27' },
  // of the guide “Update promotional pricing for multiple items in bulk (New)”, 2026-06-03
  walmartPrices: { version: '2.0.20240126-12_25_52-api', checked: '2026-11-30' },
  amazonFeeds: { version: '2021-06-30', checked: '2026-11-27' },
  amazonListings: { version: '2021-08-01', checked: '2026-11-27' },
  amazonOrders: { version: '2026-01-01', checked: '2026-11-27' },
} as const satisfies Record<string, MarketVersion>
