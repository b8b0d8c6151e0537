import { expect, test } from 'vitest'
import type { LivePath } from '#contract/integrations/live.ts'
import { shownStep, stepStates } from './path-state.ts'

const supplier = {
  dropshipper_id: 1,
  dropshipper_name: 'Acme',
  active_products: 3,
  subscribed: true,
  no_access: false,
  lacks_custom_feed: false,
}
const store = {
  vendor_store_id: 2,
  vendor_store_name: 'example.com',
  market_id: 57,
  market_name: 'WooCommerce',
  connected: true,
  grant_until: null,
}
const integration = { vendor_market_map_id: 3, status: 'In Onboarding', open_fields: 0 } as const
const path = (more: Partial<LivePath> = {}): LivePath => ({
  closed: null,
  subscriptions: [],
  stores: [],
  supplier: null,
  store: null,
  integration: null,
  rules: { all: 0, covering: 0 },
  ...more,
})
const shown = (more: Partial<LivePath>, chosen?: number) => shownStep(stepStates(path(more)), chosen)
const covering = { all: 1, covering: 1 }

test('the first step that isn’t done is shown', () => {
  expect(shown({})).toBe(1)
  expect(shown({ supplier: { ...supplier, subscribed: false } })).toBe(1)
  expect(shown({ supplier })).toBe(2)
  expect(shown({ supplier, store, rules: covering })).toBe(2)
  expect(shown({ supplier, store: { ...store, connected: false }, integration })).toBe(2)
  expect(shown({ supplier, store, integration })).toBe(3)
  expect(shown({ supplier, store, integration, rules: covering })).toBe(4)
  const live = { ...integration, status: 'Active' as const }
  expect(shown({ supplier, store, integration: live, rules: covering })).toBe(5)
})

test('an address can lead back, but to no step before which something is missing', () => {
  expect(shown({ supplier, store, integration, rules: covering }, 1)).toBe(1)
  expect(shown({ supplier }, 5)).toBe(2)
  expect(shown({ supplier: { ...supplier, no_access: true } }, 4)).toBe(1)
  // where files are sent, prices are optional
  expect(shown({ supplier, store, integration }, 5)).toBe(5)
})
