import { expect, test } from 'vitest'
import { displayedStatus, statusInWords } from './status.ts'

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
])('a vendor of status %i is %s, whatever its billing and integrations', (vendor_status_id, status) => {
  const failing = { billing_failures: 3, total_active_integrations: 0, total_frozen: 1 }
  expect(displayedStatus({ ...active, vendor_status_id })).toBe(status)
  expect(displayedStatus({ ...active, ...failing, vendor_status_id })).toBe(status)
})

test.each([
  ['Active (1 CP, 2 FP, 13 F)', 'Active (1 cancel pending, 2 freeze pending, 13 frozen)'],
  ['Active (3 F)', 'Active (3 frozen)'],
  ['Active', 'Active'],
  ['Billing Failing (2 attempts)', 'Billing Failing (2 attempts)'],
  ['Billing Failing (1 attempts)', 'Billing Failing (1 attempt)'],
  ['Billing Suspended - DELIST PRODUCTS', 'Billing Suspended - DELIST PRODUCTS'],
])('%s is said as %s', (status, words) => expect(statusInWords(status)).toBe(words))
