import { expect, test } from 'vitest'
import { healthScore, troublesOf, type VendorFacts } from './health.ts'

const well: VendorFacts = {
  vendor_status_id: 1,
  billing_failures: 0,
  declined: null,
  disputed: 0,
  inquired: 0,
  subscription_count: 4,
  total_active_integrations: 2,
  total_frozen: 0,
  feeds: { failing: [], held: [], late: [], flaky: [] },
  own_feeds: { failing: [], held: [], late: [], flaky: [] },
  stopped: [],
  held: [],
  refused: 0,
  unsent: 0,
  auths_ended: [],
  auths_ending: [],
  updates: 40,
  failed_updates: 10,
  stuck: 0,
  unfilled: [],
  unfilled_markets: [],
  billed_monthly: '199.00',
  next_charge_date: '2026-12-01',
  has_account_manager: true,
}
const said = (change: Partial<VendorFacts>) =>
  troublesOf({ ...well, ...change }).map((t) => `${t.text} (${t.points})`)

test('a healthy vendor has no problems and 100 points', () => {
  expect(said({})).toEqual([])
  expect(healthScore(well)).toBe(100)
})

test.each<[Partial<VendorFacts>, string]>([
  [{ billing_failures: 1 }, 'Charge failed once (10)'],
  [
    { billing_failures: 2, declined: { amount: '149.00' } },
    'Charge failed twice; last charge of $149 declined (20)',
  ],
  [{ billing_failures: 9 }, 'Charge failed 9 times (40)'],
  [{ disputed: 1 }, 'A charge is disputed (15)'],
  [{ disputed: 3 }, '3 charges are disputed (30)'],
  [{ inquired: 1 }, 'A bank inquiry is open (5)'],
  [{ vendor_status_id: 2, billing_failures: 5 }, 'Billing suspended, stores not updated (50)'],
  [{ vendor_status_id: 3 }, 'Billing suspended, products removed from its stores (70)'],
  [{ feeds: { ...well.feeds, held: ['Alpine'] } }, 'Feed held for approval: Alpine (3)'],
  [{ feeds: { ...well.feeds, failing: ['A', 'B'] } }, 'Feeds failing: A and B (10)'],
  [{ feeds: { ...well.feeds, flaky: ['A', 'B', 'C'] } }, 'Feeds flaky: A, B and C (3)'],
  [{ feeds: { ...well.feeds, late: ['A', 'B', 'C', 'D', 'E', 'F'] } }, 'Feeds late: A, B, C and 3 more (15)'],
  [{ own_feeds: { ...well.feeds, failing: ['Alpine'] } }, 'Custom feed failing: Alpine (5)'],
  [{ own_feeds: { ...well.feeds, late: ['A', 'B'] } }, 'Custom feeds late: A and B (6)'],
  [{ stopped: ['Shop'] }, 'Store updates stopped: Shop (15)'],
  [{ stopped: ['A', 'B', 'C'] }, 'Store updates stopped: A, B and C (30)'],
  [{ held: ['Shop'] }, 'Store update held for approval: Shop (5)'],
  [{ held: ['A', 'B', 'C', 'D'] }, 'Store updates held for approval: A, B, C and 1 more (15)'],
  [{ unsent: 1 }, '1 active integration has no store (15)'],
  [{ unsent: 3 }, '3 active integrations have no store (15)'],
  [{ auths_ended: ['Amazon'] }, 'Authorization expired: Amazon (10)'],
  [{ auths_ended: ['A', 'B', 'C'] }, 'Authorizations expired: A, B and C (20)'],
  [{ auths_ending: ['Amazon'] }, 'Authorization expiring soon: Amazon (3)'],
  [{ auths_ending: ['A', 'B'] }, 'Authorizations expiring soon: A and B (3)'],
  [{ refused: 1 }, '1 product rejected by markets (5)'],
  [{ refused: 1200 }, '1,200 products rejected by markets (5)'],
  [{ unfilled_markets: ['Walmart'] }, 'Market settings incomplete: Walmart (5)'],
  [{ unfilled_markets: ['A', 'B', 'C', 'D'] }, 'Market settings incomplete: A, B, C and 1 more (15)'],
  [{ failed_updates: 11 }, '11 of 40 store updates failed in the last 3 days (10)'],
  [{ failed_updates: 37 }, '37 of 40 store updates failed in the last 3 days (25)'],
  [{ stuck: 1 }, 'An integration has been in onboarding for more than 5 days (10)'],
  [{ stuck: 3 }, '3 integrations have been in onboarding for more than 5 days (20)'],
  [{ total_active_integrations: 0 }, 'No active integrations (15)'],
  [{ subscription_count: 0, total_active_integrations: 0 }, 'Paying, but has no subscriptions (15)'],
  [{ unfilled: ['Alpine'] }, 'Configuration incomplete: Alpine (5)'],
  [
    { vendor_status_id: 0, unfilled: ['A', 'B', 'C', 'D'] },
    'Configuration incomplete: A, B, C and 1 more (15)',
  ],
  [{ next_charge_date: null }, 'Billed $199 a month, but no charge is scheduled (10)'],
  [{ has_account_manager: false }, 'No account manager (5)'],
])('a vendor with %o lists that problem', (change, text) => {
  expect(said(change)).toEqual([text])
})

test.each([{ vendor_status_id: 0 }, { billed_monthly: '0.00' }])(
  'a missing next charge is no problem with %o',
  (change) => {
    expect(said({ ...change, next_charge_date: null })).toEqual([])
  },
)

test('the worst problem is first, and all points are deducted', () => {
  const facts = { ...well, vendor_status_id: 3, stuck: 5, failed_updates: 40, has_account_manager: false }
  expect(troublesOf(facts).map((t) => t.points)).toEqual([70, 25, 20, 5])
  expect(healthScore(facts)).toBe(0)
  expect(healthScore({ ...well, stuck: 1, has_account_manager: false })).toBe(85)
})

test('every problem has its own code, and says where and how to fix it', () => {
  const ill = {
    ...well,
    billing_failures: 1,
    feeds: { failing: ['A'], held: ['B'], late: ['C'], flaky: ['D'] },
    failed_updates: 40,
    stuck: 1,
    total_active_integrations: 0,
    has_account_manager: false,
  }
  expect(troublesOf(ill).map((t) => `${t.code}: ${t.act} (${t.tab})`)).toEqual([
    'updates: View integrations (integrations)',
    'idle: View integrations (integrations)',
    'billing: View charges (billing_history)',
    'onboarding: View integrations (integrations)',
    'feeds_failing: View feeds (subscriptions)',
    'no_manager: Choose account manager (basic)',
    'feeds_held: View feeds (subscriptions)',
    'feeds_late: View feeds (subscriptions)',
    'feeds_flaky: View feeds (subscriptions)',
  ])
  const at = { code: 'no_supplier', tab: 'subscriptions', act: 'View subscriptions' }
  expect(troublesOf({ ...well, subscription_count: 0 })).toMatchObject([at])
})

test('a vendor that pays nothing needs no suppliers, and a canceled one has no score', () => {
  expect(said({ vendor_status_id: 0, subscription_count: 0, total_active_integrations: 0 })).toEqual([])
  expect(said({ vendor_status_id: 4, billing_failures: 5 })).toEqual([])
  expect(healthScore({ ...well, vendor_status_id: 4 })).toBe(null)
})
