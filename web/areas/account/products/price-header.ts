/** Names a column of prices: its market matters only where there are several. */
export const priceHeader = (marketName: string, marketCount: number): string =>
  marketCount > 1 ? `${marketName} price` : 'Your price'
