import { expect, test } from 'vitest'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import { integrationTrouble } from '#contract/integrations/standing.ts'
import { answerOf, inTheWay, missingOf, nextActOf, updatable } from './answer.ts'

function shop(more: object = {}) {
  const works = {
    takes_file: true,
    stopped_reason: null,
    unpaid: null,
    held_update_id: null,
    held_reasons: [],
    last_failure: null,
    kept_back: 0,
    kept_back_by: null,
  }
  return { vendor_store_id: 1, vendor_store_name: 'Shop', behind_since: null, ...works, ...more }
}
const active = {
  closed: null,
  dropshipper_name: 'Acme',
  market_name: 'Shopify',
  status: 'Active',
  step: null,
  overdue: false,
  tools_pending: false,
  no_access: false,
  next_charge_date: null,
  trouble: null,
  feeds: [],
  stores: [shop()],
  active_products: 2014,
  sent_products: 1000,
  last_update: { job_id: 1, tm: '2026-11-01T00:00:00Z', failure: null },
  configs: { open: 0 },
  integration: {
    vendor_id: 7,
    vendor_market_map_id: 9,
    is_activated: 1,
    market_is_on: true,
    store_synchronize: true,
  },
} as unknown as IntegrationView
const view = (change: object) => {
  const of = { ...active, ...change } as IntegrationView
  return { ...of, trouble: integrationTrouble(of.status, of.stores) }
}

const heldFeed = {
  feed_id: 5,
  dropshipper_id: 2,
  supplier_name: 'Acme',
  vendor_custom_feed_id: null,
  standing: 'held',
  run_id: 1506,
  since_tm: '2026-11-01T08:39:00Z',
}
test.each([
  [
    { feeds: [heldFeed] },
    /^Active: 1,000 of 2,014 active products sent\. The feed from Acme has been held for approval since .+8:39 am\.$/,
    'View run',
  ],
  [{}, /^Active: 1,000 of 2,014 active products sent, up to date\.$/, undefined],
  [
    { stores: [shop({ behind_since: '2026-11-01T00:00:00Z' })] },
    /newer changes are sent with the next update/,
    'Update now',
  ],
  [{ last_update: null, sent_products: 0 }, /hasn’t been updated yet/, 'Update now'],
  [{ configs: { open: 2 } }, /2 required values in the configuration are missing/, 'Complete configuration'],
  [
    { stores: [shop({ last_failure: 'No such host.' })] },
    /^The last update for Shop failed: No such host\.$/,
    'View failure',
  ],
  [
    { stores: [shop({ kept_back: 12, kept_back_by: 34 })] },
    /^Active: 1,000 of 2,014 active products sent\. 12 products withheld from Shop: update 34 was rejected or rolled back\.$/,
    'View withheld products',
  ],
  [
    { stores: [shop({ unpaid: 'suspended' })] },
    /^No updates: the vendor is suspended for billing\./,
    'View billing',
  ],
  [
    { integration: { store_synchronize: false } },
    /“Synchronize the store” is off/,
    'Turn on synchronization',
  ],
  [{ stores: [] }, /^Not sending: no store in Shopify yet\.$/, 'Add store'],
  [{ stores: [shop({ takes_file: false })] }, /^Shop isn’t connected yet\.$/, 'Connect store'],
  [
    { stores: [shop({ stopped_reason: 'It refuses the login.' })] },
    /^Updates for Shop are stopped: It refuses the login\.$/,
    'View store',
  ],
  [
    { stores: [shop({ held_update_id: 5, held_reasons: ['908 of 973 prices would change'] })] },
    /^The update for Shop is held for approval: 908 of 973 prices would change\.$/,
    'Review update',
  ],
  [
    { stores: [shop(), shop({ takes_file: false, behind_since: '2026-11-01T00:00:00Z' })] },
    /up to date\. Shop isn’t connected yet\.$/,
    undefined,
  ],
  [{ no_access: true }, /Acme is restricted/, 'View restricted access'],
  [{ status: 'Paused' }, /^Paused\. Nothing is sent/, 'Resume…'],
  [{ status: 'Connection Released' }, /Activate it to start sending/, 'Activate'],
  [
    { status: 'In Onboarding', step: 4, overdue: true, tools_pending: true },
    /^In onboarding for more than 5 days\. Next: set up settings.*requires a custom feed/,
    'View custom feeds',
  ],
  [{ status: 'In Onboarding', step: 2 }, /^Next: confirm the vendor’s account/, 'Go live'],
  [{ status: 'In Onboarding', step: 5 }, /^Next: release the connection/, 'Activate'],
  [
    { status: 'Cancel Pending', next_charge_date: '2026-12-06' },
    /ends on 12\/6\/26\. This integration ends with it/,
    'View subscription',
  ],
  [{ status: 'Frozen' }, /is frozen\. Settings are saved/, 'View subscription'],
  [{ status: 'No Active Subscription' }, /isn’t subscribed to Acme/, 'View subscription'],
  [{ status: 'Paused', closed: 'This account is deleted.' }, /^This account is deleted\.$/, undefined],
])('an integration with %o reads %s and links to %s', (change, text, label) => {
  expect(answerOf(view(change))).toMatch(text)
  expect(nextActOf(view(change))?.label).toBe(label)
})

test('an inactive integration lists what is missing', () => {
  const lacking = { subscribed: false, stores: [], configs: { open: 1 }, integration: { is_activated: 0 } }
  expect(missingOf(view(lacking))).toHaveLength(3)
  expect(missingOf(view({ ...lacking, integration: { is_activated: 1 } }))).toEqual([])
})

test('problems link to where they can be fixed, the most serious first', () => {
  const held = shop({ vendor_store_id: 2, held_update_id: 5, held_reasons: ['Too much'] })
  const stopped = shop({ vendor_store_id: 3, stopped_reason: 'No login' })
  expect(inTheWay(view({ stores: [held, stopped] })).map(({ act, grave }) => [act.to, grave])).toEqual([
    ['/vendors/view/7/stores/3', true],
    ['/vendors/view/7/stores/2?update=5', true],
  ])
})

test('an update is offered only for stores that it would send something to', () => {
  const stores = [shop(), shop({ vendor_store_id: 2, takes_file: false })]
  const names = (change: object) => updatable(view({ stores, ...change })).map((s) => s.vendor_store_id)
  expect(names({})).toEqual([1])
  expect(names({ status: 'Cancel Pending' })).toEqual([1])
  expect(names({ status: 'In Onboarding' })).toEqual([])
  expect(names({ no_access: true })).toEqual([])
  expect(names({ integration: { ...active.integration, store_synchronize: false } })).toEqual([])
})
