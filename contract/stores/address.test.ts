import { expect, test } from 'vitest'
import { readStoreAddress } from './address.ts'
import type { ShopKind } from './shops.ts'

const addresses = (typed: string, shop?: ShopKind) => {
  const result = readStoreAddress(typed, shop)
  return 'fault' in result
    ? result.fault
    : [result.store_url, result.store_admin_url, result.vendor_store_name]
}
const same = (address: string, name: string) => [address, address, name]

test.each([
  ['x.myshopify.com'],
  ['x'],
  ['https://x.myshopify.com'],
  ['http://x.myshopify.com/'],
  ['https://x.myshopify.com/admin'],
  ['https://x.myshopify.com/admin/products?selectedView=all#top'],
  ['https://admin.shopify.com/store/x/settings'],
  ['  X.MyShopify.com/collections/all  '],
])('%j is the shop x of Shopify', (typed) => {
  expect(addresses(typed, 'shopify')).toEqual(same('https://x.myshopify.com', 'x.myshopify.com'))
})

test.each([
  ['shop.example.com', 'https://shop.example.com', 'shop.example.com'],
  ['www.example.com/', 'https://www.example.com', 'example.com'],
  ['https://example.com/wp-admin/admin.php?page=wc-settings', 'https://example.com', 'example.com'],
  ['example.com/shop/wp-admin', 'https://example.com/shop', 'example.com'],
  ['https://example.com/shop/wp-json/wc/v3', 'https://example.com/shop', 'example.com'],
  ['example.com:8443', 'https://example.com:8443', 'example.com:8443'],
  [
    'http://127.0.0.1:8132/dev/markets/woocommerce/7',
    'http://127.0.0.1:8132/dev/markets/woocommerce/7',
    '127.0.0.1:8132',
  ],
  ['bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%j is the WooCommerce shop at %s', (typed, address, name) => {
  expect(addresses(typed, 'woocommerce')).toEqual(same(address, name))
})

test('a BigCommerce shop is found by the hash in its admin or API address', () => {
  const shop = [
    'https://store-abc123.mybigcommerce.com',
    'https://api.bigcommerce.com/stores/abc123',
    'store-abc123.mybigcommerce.com',
  ]
  for (const typed of [
    'store-abc123.mybigcommerce.com/manage/products',
    'https://api.bigcommerce.com/stores/abc123/v3/',
  ])
    expect(addresses(typed, 'bigcommerce')).toEqual(shop)
  expect(addresses('shop.example.com', 'bigcommerce')).toContain('store-abc123.mybigcommerce.com')
})

test.each([
  [''],
  ['ftp://example.com'],
  ['not an address'],
  ['example'],
  ['https://'],
  ['javascript:alert(1)'],
])('%j is no address, and the message has an example', (typed) => {
  expect(addresses(typed, 'woocommerce')).toBe('Enter an address such as your-shop.com')
  expect(addresses(typed)).toBe('Enter an address such as shop.example.com')
})
