interface Market {
  market_id: number
  market_name: string
}

const fixedPlatforms: Readonly<Record<number, string>> = { 34: 'Magento', 36: 'VirtueMart', 48: 'XCart' }
/** Shopping carts by the keyword in a market's name; the first that fits is the one. */
const platformKeywords = [
  [/x-?\s?cart/i, 'XCart'],
  [/magento/i, 'Magento'],
  [/virtue\s?mart/i, 'VirtueMart'],
  [/woo/i, 'WooCommerce'],
  [/big\s?commerce/i, 'BigCommerce'],
  [/shopify/i, 'Shopify'],
  [/presta/i, 'PrestaShop'],
  [/open\s?cart/i, 'OpenCart'],
  [/os\s?commerce/i, 'osCommerce'],
  [/zen\s?cart/i, 'Zen Cart'],
  [/volusion/i, 'Volusion'],
  [/3d\s?cart|shift4shop/i, 'Shift4Shop'],
] as const

/**
 * The shopping cart of a market, by its id or, where its name says that it is fed by XML or by an image
 * import, by a keyword in that name (docs/domain/stores.md, File drop).
 */
export function cartPlatformOf({ market_id, market_name }: Market): string | undefined {
  const fixed = fixedPlatforms[market_id]
  if (fixed !== undefined) return fixed
  if (!/xml|auto\s?image/i.test(market_name)) return undefined
  return platformKeywords.find(([keyword]) => keyword.test(market_name))?.[1]
}

/** What a market's platform is called: the platform's own name, or that of its shopping cart. */
export const platformNameOf = (market: Market & { platform_name: string | null }): string | null =>
  market.platform_name ?? cartPlatformOf(market) ?? null
