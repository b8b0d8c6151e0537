import { expect, test } from 'vitest'
import type { VendorStore } from '#contract/stores/stores.ts'
import { ownStoreState } from './own-stores.ts'

const well = {
  market_name: 'Shopify',
  unpaid: null,
  takes_file: true,
  stopped_reason: null,
  held_update_id: null,
  last_failure: null,
  refused: 0,
} as VendorStore

test('a store shows its worst problem, without the market’s own text', () => {
  expect(ownStoreState(well, true)).toEqual({ state: 'works', text: null })
  let store = well
  // each is worse than those before it
  for (const [more, state, text] of [
    [{ refused: 2 }, 'partly', 'Shopify rejected 2 products.'],
    [{ last_failure: { reason: 'ECONNREFUSED' } }, 'trouble', 'We’ll retry automatically.'],
    [{ held_update_id: 7 }, 'checking', 'Our team is reviewing it before we send it.'],
    [{ stopped_reason: '401 of Shopify' }, 'stopped', 'We need a new login or key.'],
    [{ takes_file: false }, 'off', 'This store isn’t connected yet.'],
    [{ unpaid: 'suspended' }, 'unpaid', 'Updates are stopped until your last bill is paid.'],
    [{ unpaid: 'delisted' }, 'unpaid', 'Our products stay off this store until your last bill is paid.'],
  ] as const) {
    store = { ...store, ...more } as unknown as VendorStore
    const alone = { ...well, ...more } as unknown as VendorStore
    for (const stands of [ownStoreState(alone, true), ownStoreState(store, true)]) {
      expect(stands).toMatchObject({ state, text: expect.stringContaining(text) })
      expect(stands.text).not.toMatch(/ECONN|401/)
    }
  }
})

test('a suspended customer who owes nothing isn’t asked to pay a bill', () => {
  const of = (unpaid: VendorStore['unpaid']) => ownStoreState({ ...well, unpaid }, false)
  expect(of('suspended')).toEqual({
    state: 'suspended',
    text: 'Updates are stopped until your account is active again.',
  })
  expect(of('delisted')).toEqual({
    state: 'suspended',
    text: 'Our products stay off this store until your account is active again.',
  })
  expect(of(null)).toEqual({ state: 'works', text: null })
})
