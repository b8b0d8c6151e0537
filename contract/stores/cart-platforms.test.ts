import { expect, test } from 'vitest'
import { cartPlatformOf, platformNameOf } from './cart-platforms.ts'

test.each([
  [48, 'Anything', 'XCart'],
  [34, 'Anything', 'Magento'],
  [36, 'Anything', 'VirtueMart'],
  [901, 'X-Cart XML', 'XCart'],
  [901, 'magento_autoimage', 'Magento'],
  [901, 'XML feed for VirtueMart', 'VirtueMart'],
  [901, 'Woo AutoImage', 'WooCommerce'],
  [901, 'Presta xml v2', 'PrestaShop'],
  [901, 'XML', undefined],
  [901, 'Magento Europe', undefined],
  [1, 'eBay', undefined],
])('market %i, named “%s”, has the shopping cart %s', (market_id, market_name, platform) => {
  expect(cartPlatformOf({ market_id, market_name })).toBe(platform)
})

test('a market’s own platform comes before the one that its name suggests', () => {
  const market = { market_id: 901, market_name: 'Magento XML' }
  expect(platformNameOf({ ...market, platform_name: 'Adobe Commerce' })).toBe('Adobe Commerce')
  expect(platformNameOf({ ...market, platform_name: null })).toBe('Magento')
  expect(platformNameOf({ market_id: 1, market_name: 'eBay', platform_name: null })).toBeNull()
})
