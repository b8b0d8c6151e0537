import { expect, test } from 'vitest'
import { displayedStatus, statusInWords, statusWord } from './status.ts'
import { asksWhy, statusEffects } from './status-effects.ts'

const active = {
  vendor_status_id: 1,
  deleted_tm: null,
  billing_failures: 0,
  total_active_integrations: 2,
  total_cancel_pending: 0,
  total_freeze_pending: 0,
  total_frozen: 0,
}

test.each([
  [{}, 'Active'],
  [{ total_active_integrations: 0 }, 'Active'],
  [{ billing_failures: 2 }, 'Billing Failing (2 attempts)'],
  [{ billing_failures: 1, total_frozen: 1 }, 'Billing Failing (1 attempts)'],
  [{ total_active_integrations: 0, total_cancel_pending: 1 }, 'All Cancel Pending'],
  [{ total_active_integrations: 0, total_cancel_pending: 1, total_frozen: 1 }, 'All Cancel Pending'],
  [{ total_active_integrations: 0, total_freeze_pending: 1 }, 'All Freeze Pending'],
  [{ total_active_integrations: 0, total_freeze_pending: 1, total_frozen: 1 }, 'All Freeze Pending'],
  [{ total_active_integrations: 0, total_frozen: 3 }, 'All Frozen'],
  [{ total_cancel_pending: 1, total_freeze_pending: 2, total_frozen: 3 }, 'Active (1 CP, 2 FP, 3 F)'],
  [{ total_frozen: 3 }, 'Active (3 F)'],
])('the status of an active vendor with %o is %s', (change, status) => {
  expect(displayedStatus({ ...active, ...change })).toBe(status)
})

test.each([
  [0, 'Free'],
  [2, 'Billing Suspended'],
  [3, 'Billing Suspended - DELIST PRODUCTS'],
  [4, 'Canceled'],
  [9, 'Unknown'],
])('a vendor with status %i shows %s, whatever its billing and integrations', (vendor_status_id, status) => {
  const failing = { billing_failures: 3, total_active_integrations: 0, total_frozen: 1 }
  expect(displayedStatus({ ...active, vendor_status_id })).toBe(status)
  expect(displayedStatus({ ...active, ...failing, vendor_status_id })).toBe(status)
})

test.each([
  ['Active (1 CP, 2 FP, 13 F)', 'Active (1 cancel pending, 2 freeze pending, 13 frozen)'],
  ['Active (3 F)', 'Active (3 frozen)'],
  ['Active', 'Active'],
  ['Billing Failing (2 attempts)', 'Billing Failing (2 attempts)'],
  ['Billing Suspended - DELIST PRODUCTS', 'Billing Suspended - DELIST PRODUCTS'],
])('%s is written out as %s', (status, words) => expect(statusInWords(status)).toBe(words))

test('a reason is required only if the new status suspends or cancels', () => {
  const asked = [0, 1, 2, 3, 4].map((after) => asksWhy(3, after))
  expect(asked).toEqual([false, false, true, false, true])
})

test('a status change says what stops and what continues', () => {
  const of = {
    subscription_count: 2,
    total_active_integrations: 1,
    store_count: 1,
    has_login: true,
    next_charge: 'Dec 5, 2026',
    charge_taken: false,
    vendor_status_id: 1,
  }
  expect(statusEffects(4, of)).toEqual([
    'Subscriptions: 2 subscriptions unchanged, and no supplier can be added.',
    'Charges: paused until the status is Active again, including the one on Dec 5, 2026. Clear the next charge to cancel it.',
    'Stores: 1 active integration keeps syncing. Freeze or remove the subscriptions to stop updates. Listings stay.',
    'Sign-in: unchanged. Delete the account to end it.',
    'No longer counted as an active user. No health score.',
  ])
  const bare = {
    subscription_count: 0,
    total_active_integrations: 0,
    store_count: 1,
    has_login: false,
    next_charge: null,
    charge_taken: false,
    vendor_status_id: 0,
  }
  expect(statusEffects(3, bare)).toEqual([
    'Subscriptions: none.',
    'Charges: none scheduled.',
    'Stores: the next update removes all our products. They return once the status is Active again.',
    'Sign-in: no logins.',
    'Health score 70 points lower.',
  ])
  expect(statusEffects(2, { ...of, vendor_status_id: 3, charge_taken: true }).slice(-2)).toEqual([
    'Sign-in: unchanged.',
    'Health score 20 points higher.',
  ])
  expect(statusEffects(2, of)[2]).toBe(
    'Stores: updates stop until the status is Active again. Listings stay. After 30 days the products are removed.',
  )
  expect(statusEffects(4, { ...of, vendor_status_id: 3 })[2]).toMatch(/All products are sent again\.$/)
  expect(statusEffects(2, { ...of, vendor_status_id: 4 }).at(-1)).toBe(
    'Health score returns, 50 points lower because of the status.',
  )
  expect(statusEffects(4, { ...of, next_charge: null, charge_taken: true })[0]).toMatch(
    /Pending cancellations and freezes happen now\.$/,
  )
})

test('the head of a page shows a status without its counts', () => {
  expect(statusWord('Active (2 CP, 1 F)')).toBe('Active')
  expect(statusWord('Billing Failing (3 attempts)')).toBe('Billing Failing')
  expect(statusWord('Billing Suspended - DELIST PRODUCTS')).toBe('Billing Suspended - DELIST PRODUCTS')
})
