import { expect, test } from 'vitest'
import { emptyStore } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { moveSecrets, splitSecret, toForm } from './store-form.ts'

test.each([
  [
    'https://ann:s%40fe@shop.example/a?x=1',
    { address: 'https://shop.example/a?x=1', login: 'ann', password: 's@fe' },
  ],
  [
    'https://shop.example/?x=1&api_key=a%20b',
    { address: 'https://shop.example/?x=1', login: '', password: 'a b' },
  ],
  ['https://ann@shop.example/?token=t', { address: 'https://shop.example/', login: 'ann', password: 't' }],
])('%s leaves its address, login and password', (typed, parts) => {
  expect(splitSecret(typed)).toEqual(parts)
})

test.each([
  'https://shop.example/?x=1',
  'not an address',
  // which of them the password is can't be known
  'https://shop.example/?token=a&secret=b',
  'https://ann:pw@shop.example/?token=a',
])('%s stays as it is typed', (typed) => {
  expect(splitSecret(typed)).toBeUndefined()
})

const store = { ...emptyStore, market_id: 1, store_admin_url: 'https://ann:pw@shop.example/' }
const openedWith = (fields: object[]) => ({ store, fields, values: {}, set: [] }) as unknown as StoreView

test('a login typed into a store’s own field moves to its own fields', () => {
  const opened = openedWith([])
  expect(moveSecrets(toForm(opened), opened)?.store).toMatchObject({
    store_admin_url: 'https://shop.example/',
    store_admin_login: 'ann',
    store_admin_password: 'pw',
  })
})
