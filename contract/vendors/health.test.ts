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
  [{ billing_failures: 1 }, 'A charge failed once (10)'],
  [
    { billing_failures: 2, declined: { amount: '149.00', tm: '' } },
    'A charge failed twice; the last charge of $149 was declined (20)',
  ],
  [{ billing_failures: 9 }, 'A charge failed 9 times (40)'],
  [{ disputed: 1 }, 'A charge is disputed (15)'],
  [{ disputed: 3 }, '3 charges are disputed (30)'],
  [{ inquired: 1 }, 'A bank asks about a charge (5)'],
  [{ vendor_status_id: 2, billing_failures: 5 }, 'Suspended for billing, its stores aren’t updated (50)'],
  [{ vendor_status_id: 3 }, 'Suspended, its products are taken out of its stores (70)'],
  [{ feeds: { ...well.feeds, held: ['Alpine'] } }, 'The feed of Alpine is held for a decision (3)'],
  [{ feeds: { ...well.feeds, failing: ['A', 'B'] } }, 'The feeds of A and B are failing (10)'],
  [{ feeds: { ...well.feeds, flaky: ['A', 'B', 'C'] } }, 'The feeds of A, B and C are flaky (3)'],
  [
    { feeds: { ...well.feeds, late: ['A', 'B', 'C', 'D', 'E', 'F'] } },
    'The feeds of A, B, C and 3 more are late (15)',
  ],
  [{ own_feeds: { ...well.feeds, failing: ['Alpine'] } }, 'The custom feed of Alpine is failing (5)'],
  [{ own_feeds: { ...well.feeds, late: ['A', 'B'] } }, 'The custom feeds of A and B are late (6)'],
  [{ stopped: ['Shop'] }, 'The updates of Shop are stopped (15)'],
  [{ stopped: ['A', 'B', 'C'] }, 'The updates of A, B and C are stopped (30)'],
  [{ held: ['Shop'] }, 'An update of Shop waits for a decision (5)'],
  [{ held: ['A', 'B', 'C', 'D'] }, 'Updates of A, B, C and 1 more wait for a decision (15)'],
  [{ unsent: 1 }, 'Nothing is sent for 1 active integration: no store of its market takes anything (15)'],
  [{ unsent: 3 }, 'Nothing is sent for 3 active integrations: no store of their markets takes anything (15)'],
  [{ auths_ended: ['Amazon'] }, 'The authorization of Amazon has ended (10)'],
  [{ auths_ended: ['A', 'B', 'C'] }, 'The authorizations of A, B and C have ended (20)'],
  [{ auths_ending: ['Amazon'] }, 'The authorization of Amazon ends soon (3)'],
  [{ auths_ending: ['A', 'B'] }, 'The authorizations of A and B end soon (3)'],
  [{ refused: 1 }, 'Markets refuse 1 product (5)'],
  [{ refused: 1200 }, 'Markets refuse 1,200 products (5)'],
  [{ unfilled_markets: ['Walmart'] }, 'What Walmart asks isn’t filled in (5)'],
  [{ unfilled_markets: ['A', 'B', 'C', 'D'] }, 'What A, B, C and 1 more ask isn’t filled in (15)'],
  [{ failed_updates: 11 }, '11 of 40 updates of its stores failed in three days (10)'],
  [{ failed_updates: 37 }, '37 of 40 updates of its stores failed in three days (25)'],
  [{ stuck: 1 }, 'An integration has been in set-up for more than 5 days (10)'],
  [{ stuck: 3 }, '3 integrations have been in set-up for more than 5 days (20)'],
  [{ total_active_integrations: 0 }, 'No active integrations (15)'],
  [{ subscription_count: 0, total_active_integrations: 0 }, 'Paying, but has no subscriptions (15)'],
  [{ unfilled: ['Alpine'] }, 'The configuration of Alpine isn’t filled in (5)'],
  [
    { vendor_status_id: 0, unfilled: ['A', 'B', 'C', 'D'] },
    'The configuration of A, B, C and 1 more isn’t filled in (15)',
  ],
  [{ next_charge_date: null }, 'It is billed $199 a month, and no charge is to come (10)'],
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
  const at = { code: 'no_supplier', tab: 'subscriptions', act: 'View subscriptions' }
  expect(troublesOf({ ...well, subscription_count: 0 })).toMatchObject([at])
})

test('a vendor that pays nothing needs no suppliers, and a canceled one has no score', () => {
  expect(said({ vendor_status_id: 0, subscription_count: 0, total_active_integrations: 0 })).toEqual([])
  expect(said({ vendor_status_id: 4, billing_failures: 5 })).toEqual([])
  expect(healthScore({ ...well, vendor_status_id: 4 })).toBe(null)
})
