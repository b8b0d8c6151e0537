/** How what a market shows of a product differs from what it was told, and whether it is told again. */
export const differences = {
  price: { name: 'with a different price', mended: true },
  more: { name: 'with more stock than sent', mended: true },
  sold: { name: 'for sale though inactive', mended: true },
  list: { name: 'with a different list price', mended: true },
  missing: { name: 'missing', mended: true },
  less: { name: 'with less stock than sent', mended: false },
  hidden: { name: 'hidden in the store', mended: false },
  gone: { name: 'missing', mended: false },
} as const
export type Difference = keyof typeof differences

export interface ShownState {
  quantity: number | null
  price: string | null
  active: boolean | null
  /** As a market shows it: above the price alone. */
  list_price: string | null
}

/**
 * The most important known difference of a product; undefined: none. Selling what isn't there, or at a wrong
 * price, comes first; fewer in stock only means units were sold there since.
 * @param marketValues undefined: the market has no such product
 */
export function differenceOf(
  sentValues: ShownState,
  marketValues: Partial<ShownState> | undefined,
): Difference | undefined {
  if (!marketValues) return 'gone'
  const { quantity, price, list_price } = marketValues
  if (sentValues.active === false) {
    // a market that doesn't say whether it sells a product sells what it has in stock
    const isSold = marketValues.active ?? (quantity ?? 0) > 0
    return isSold ? 'sold' : undefined
  }
  if (sentValues.price !== null && price != null && Number(sentValues.price) !== Number(price)) return 'price'
  if (sentValues.quantity !== null && quantity != null && quantity > sentValues.quantity) return 'more'
  if (sentValues.active === true && marketValues.active === false) return 'hidden'
  if (
    sentValues.price !== null &&
    list_price !== undefined &&
    Number(sentValues.list_price) !== Number(list_price)
  )
    return 'list'
  if (sentValues.quantity !== null && quantity != null && quantity < sentValues.quantity) return 'less'
  return undefined
}
