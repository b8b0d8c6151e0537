/** How what a market shows of a product differs from what it was told, and whether it is told again. */
export const differences = {
  price: { name: 'at another price', mended: true },
  more: { name: 'more in stock than told', mended: true },
  sold: { name: 'sold though inactive', mended: true },
  list: { name: 'at another list price', mended: true },
  missing: { name: 'not there any more', mended: true },
  less: { name: 'fewer in stock than told', mended: false },
  hidden: { name: 'hidden in the shop', mended: false },
  gone: { name: 'not there any more', mended: false },
} as const
export type Difference = keyof typeof differences

export interface Stands {
  quantity: number | null
  price: string | null
  active: boolean | null
  /** As a market shows it: above the price alone. */
  list_price: string | null
}

/**
 * What of a product differs most, of what is known of both; undefined: nothing. What would sell what there
 * isn't, or at a wrong price, comes first; fewer in stock are what was sold there since it was told.
 * @param shown undefined: the market has no such product
 */
export function differenceOf(told: Stands, shown: Partial<Stands> | undefined): Difference | undefined {
  if (!shown) return 'gone'
  const { quantity, price, list_price } = shown
  if (told.active === false) {
    // a market that doesn't say whether it is sold sells what it has
    const sold = shown.active ?? (quantity ?? 0) > 0
    return sold ? 'sold' : undefined
  }
  if (told.price !== null && price != null && Number(told.price) !== Number(price)) return 'price'
  if (told.quantity !== null && quantity != null && quantity > told.quantity) return 'more'
  if (told.active === true && shown.active === false) return 'hidden'
  if (told.price !== null && list_price !== undefined && Number(told.list_price) !== Number(list_price))
    return 'list'
  if (told.quantity !== null && quantity != null && quantity < told.quantity) return 'less'
  return undefined
}
