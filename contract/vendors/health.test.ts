import { expect, test } from 'vitest'
import { healthScore, troublesOf, type VendorFacts } from './health.ts'

const well: VendorFacts = {
  vendor_status_id: 1,
  billing_failures: 0,
  declined: null,
  subscription_count: 4,
  total_active_integrations: 2,
  total_frozen: 0,
  feeds: { failing: [], held: [], late: [], flaky: [] },
  updates: 40,
  failed_updates: 10,
  stuck: 0,
  has_account_manager: true,
}
const said = (change: Partial<VendorFacts>) =>
  troublesOf({ ...well, ...change }).map((t) => `${t.text} (${t.points})`)

test('nothing is wrong with a vendor that is well: 100 points', () => {
  expect(said({})).toEqual([])
  expect(healthScore(well)).toBe(100)
})

test.each<[Partial<VendorFacts>, string]>([
  [{ billing_failures: 1 }, 'A charge failed once (10)'],
  [
    { billing_failures: 2, declined: { amount: '149.00', tm: '' } },
    'A charge failed twice; the last charge of $149 was declined (20)',
  ],
  [{ billing_failures: 9 }, 'A charge failed 9 times (40)'],
  [{ vendor_status_id: 2, billing_failures: 5 }, 'Suspended for billing (50)'],
  [{ vendor_status_id: 3 }, 'Suspended, its products are delisted (70)'],
  [{ feeds: { ...well.feeds, held: ['Alpine'] } }, 'The feed of Alpine is held for a decision (3)'],
  [{ feeds: { ...well.feeds, failing: ['A', 'B'] } }, 'The feeds of A and B are failing (10)'],
  [{ feeds: { ...well.feeds, flaky: ['A', 'B', 'C'] } }, 'The feeds of A, B and C are flaky (3)'],
  [
    { feeds: { ...well.feeds, late: ['A', 'B', 'C', 'D', 'E', 'F'] } },
    'The feeds of A, B, C and 3 more are late (15)',
  ],
  [{ failed_updates: 11 }, '11 of 40 updates of its stores failed in three days (10)'],
  [{ failed_updates: 37 }, '37 of 40 updates of its stores failed in three days (25)'],
  [{ stuck: 1 }, 'An integration has been set up for more than 5 days (10)'],
  [{ stuck: 3 }, '3 integrations have been set up for more than 5 days (20)'],
  [{ total_active_integrations: 0 }, 'None of its integrations is active (15)'],
  [{ subscription_count: 0, total_active_integrations: 0 }, 'It pays and is subscribed to no supplier (15)'],
  [{ has_account_manager: false }, 'Nobody is its account manager (5)'],
])('with %o it says what is wrong', (change, text) => {
  expect(said(change)).toEqual([text])
})

test('the worst comes first, and the points are taken together', () => {
  const facts = { ...well, vendor_status_id: 3, stuck: 5, failed_updates: 40, has_account_manager: false }
  expect(troublesOf(facts).map((t) => t.points)).toEqual([70, 25, 20, 5])
  expect(healthScore(facts)).toBe(0)
  expect(healthScore({ ...well, stuck: 1, has_account_manager: false })).toBe(85)
})

test('each trouble has its own name, and says where it is mended and how', () => {
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
    'updates: See the integrations (integrations)',
    'idle: See the integrations (integrations)',
    'billing: See the charges (billing_history)',
    'onboarding: See the integrations (integrations)',
    'feeds_failing: See the feeds (subscriptions)',
    'no_manager: Choose an account manager (basic)',
    'feeds_held: See the feeds (subscriptions)',
    'feeds_late: See the feeds (subscriptions)',
    'feeds_flaky: See the feeds (subscriptions)',
  ])
  const at = { code: 'no_supplier', tab: 'subscriptions', act: 'See the subscriptions' }
  expect(troublesOf({ ...well, subscription_count: 0 })).toMatchObject([at])
})

test('a vendor that pays nothing may do without suppliers, and a canceled one has no health', () => {
  expect(said({ vendor_status_id: 0, subscription_count: 0, total_active_integrations: 0 })).toEqual([])
  expect(said({ vendor_status_id: 4, billing_failures: 5 })).toEqual([])
  expect(healthScore({ ...well, vendor_status_id: 4 })).toBe(null)
})
