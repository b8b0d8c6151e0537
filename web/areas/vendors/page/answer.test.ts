import { expect, test } from 'vitest'
import { answerOf, integrationsText, nextChargeText, owedText, storesText, suppliersText } from './answer.ts'
import type { Vendor } from './vendor.ts'

const canceled = {
  vendor_status_id: 4,
  deletion: null,
  troubles: [],
  subscription_count: 0,
  total_active_integrations: 0,
  next_charge_date: null,
  owed: false,
} as unknown as Vendor

test('a canceled vendor lists what is still open, or says that nothing is', () => {
  expect(answerOf(canceled)).toBe('Account canceled. Nothing is billed or sent.')
  expect(answerOf({ ...canceled, subscription_count: 2, next_charge_date: '2026-12-05', owed: true })).toBe(
    'Account canceled, but still open: 2 subscriptions, the charge on 12/5/26, and an unpaid charge.',
  )
  expect(answerOf({ ...canceled, total_active_integrations: 1 })).toBe(
    'Account canceled, but still open: 1 active integration.',
  )
})

test('integrations are counted by status, active ones first', () => {
  expect(integrationsText({ integration_states: [] })).toBe('None')
  expect(
    integrationsText({
      integration_states: [
        { status: 'Paused', number: 2 },
        { status: 'Active', number: 3 },
      ],
    }),
  ).toBe('3 active, 2 paused')
})

test('an unpaid charge shows its attempts and the next one, if known', () => {
  const declined = { amount: '149.00', tm: '2026-11-20T12:00:00Z', failed: false }
  expect(owedText({ declined, failures: 3, suspended: false, open: true }, '2026-12-05')).toBe(
    'A charge of $149 was declined on 11/20/26, tried 3 times. The next charge is on 12/5/26.',
  )
  expect(owedText({ declined, failures: 0, suspended: true, open: true }, null)).toBe(
    'A charge of $149 was declined on 11/20/26. Billing is suspended. The next attempt isn’t scheduled.',
  )
  expect(owedText({ declined: null, failures: 0, suspended: true, open: true }, null)).toMatch(
    /^Billing is suspended, but the unpaid charge/,
  )
  expect(owedText({ declined: null, failures: 1, suspended: false, open: true }, null)).toMatch(
    /^A charge failed once/,
  )
})
test('a suspended vendor has no next charge, and owes nothing if everything is written off', () => {
  const declined = { amount: '149.00', tm: '2026-11-20T12:00:00Z', failed: false }
  expect(owedText({ declined, failures: 5, suspended: true, open: true }, '2026-11-22')).toBe(
    'A charge of $149 was declined on 11/20/26, tried 5 times. Billing is suspended.',
  )
  expect(owedText({ declined: null, failures: 0, suspended: true, open: false }, '2026-11-22')).toBe(
    'Billing is suspended, but nothing is owed. Set the status to Active in Basic Info to resume.',
  )
})

test.each([
  [1, '12/5/26'],
  [2, '12/5/26, not billed'],
  [0, '12/5/26, not billed'],
])('the next charge of a vendor with status %i reads %s', (vendor_status_id, text) => {
  expect(nextChargeText({ vendor_status_id, next_charge_date: '2026-12-05' })).toBe(text)
  expect(nextChargeText({ vendor_status_id, next_charge_date: null })).toBe('—')
})

test('suppliers are counted as active ones of all, stores are named by their markets', () => {
  expect(suppliersText({ subscription_count: 11, active_subscription_count: 10 })).toBe('10 of 11')
  expect(suppliersText({ subscription_count: 3, active_subscription_count: 3 })).toBe('3')
  expect(storesText({ store_count: 0, store_markets: [] })).toBe('None')
  expect(storesText({ store_count: 2, store_markets: ['eBay', 'Shopify'] })).toBe('eBay, Shopify')
  expect(storesText({ store_count: 4, store_markets: ['Amazon US', 'eBay', 'Shopify'] })).toBe(
    '4 (Amazon US, eBay, 1 more)',
  )
})

test('a vendor without troubles has no sentence, one with several the worst', () => {
  const active = { ...canceled, vendor_status_id: 1 }
  expect(answerOf(active)).toBe('')
  const troubles = [{ text: 'No active integrations' }, { text: 'No account manager' }]
  expect(answerOf({ ...active, troubles } as unknown as Vendor)).toBe('No active integrations.')
})
