import { expect, test } from 'vitest'
import { firstAddress, unsavedStore, withAddress } from './connect-form.ts'

const woo = { market_id: 57, market_name: 'WooCommerce', platform_name: null }
const amazon = { market_id: 9, market_name: 'Amazon', platform_name: null }
const passwords = { store_admin_password: 'secret', store_ftp_password: '', database_password: '' }

test('one typed address becomes both addresses and a name that no other store has', () => {
  const { store } = unsavedStore(1, woo)
  const typed = {
    address: 'shop.example.com/wp-admin',
    shop: 'woocommerce',
    names: ['Shop.example.com'],
  } as const
  expect(withAddress({ ...store, ...passwords }, typed)).toMatchObject({
    store: {
      store_url: 'https://shop.example.com',
      store_admin_url: 'https://shop.example.com',
      vendor_store_name: 'shop.example.com 2',
      protocol: 'api',
    },
  })
  expect(withAddress({ ...store, ...passwords }, { ...typed, address: 'nowhere' })).toEqual({
    fault: expect.stringContaining('your-shop.com'),
  })
})

test('a market with one address for all sellers begins with it, and is named after the seller', () => {
  const opened = unsavedStore(1, amazon)
  const address = firstAddress(opened)
  expect(address).toBe('https://sellingpartnerapi-na.amazon.com')
  const store = { ...opened.store, ...passwords, store_admin_login: 'A1B2' }
  expect(withAddress(store, { address, shop: 'amazon', names: [] })).toMatchObject({
    store: { store_url: '', store_admin_url: address, vendor_store_name: 'Amazon A1B2' },
  })
})
