/** The markets of Amazon that products are matched for. */
export const amazonMarkets = [9, 24, 44, 76] as const
export const defaultMarket = 9

/** Addresses of product pages by market. */
const sites: Readonly<Record<number, string>> = {
  9: 'www.amazon.com',
  24: 'www.amazon.de',
  44: 'www.amazon.co.uk',
  76: 'www.amazon.ca',
}
export const asinUrl = (marketId: number, asin: string): string =>
  `https://${sites[marketId] ?? 'www.amazon.com'}/dp/${asin}`
