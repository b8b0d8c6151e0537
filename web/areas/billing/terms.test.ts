import { expect, test } from 'vitest'
import type { BillingView } from '#contract/billing/billing.ts'
import { billMoves, planSentence, unbilledText } from './terms.ts'

test('an expiring plan says whether it applies to the next charge or has already expired', () => {
  const on = (today: string, bill_date: string) =>
    planSentence({
      plan: 'Pro',
      plans: [{ vendor_plan_type_id: 2, name: 'Plus', monthly_fee: '99.00' }],
      has_custom_billing_plan: true,
      billing_plan: {
        monthly_fee: '150.50',
        custom_billing_plan_start_tm: '2026-11-01',
        billing_plan_will_expire: true,
        billing_plan_expiration_date: '2026-12-01',
        billing_plan_default_id: 2,
      },
      today,
      bill_date,
    } as unknown as BillingView)
  expect(on('2026-11-25', '2026-11-30')).toBe('On a custom plan until 12/1/26, then Plus.')
  expect(on('2026-11-30', '2026-12-01')).toBe(
    'The custom plan expires on 12/1/26. The next charge uses Plus.',
  )
  expect(on('2026-12-01', '2026-12-22')).toBe('The custom plan expired on 12/1/26. Now on Plus.')
})

test('changing the plan before an earlier charge credits the unused days', () => {
  const pro = { vendor_plan_type_id: 1, name: 'Pro', monthly_fee: '49.00', families: [] }
  const plus = { vendor_plan_type_id: 2, name: 'Plus', monthly_fee: '199.00', families: [] }
  const view = {
    plans: [pro, plus],
    vendor_plan_type_id: 1,
    has_custom_billing_plan: false,
    billing_plan: null,
    billing_extras: [],
    promos: [],
    pending: [],
    credit_available: '0.00',
    frozen_suppliers: 0,
    periods: [
      {
        starts: '2030-01-31',
        ends: '2030-02-28',
        plan_name: 'Pro',
        plan_fee: '49.00',
        beside: '0.00',
        by_hand: false,
        invoice_id: 7,
        kept: '49.00',
      },
    ],
    today: '2030-01-31',
    next_charge_date: '2030-02-14',
    bill_date: '2030-02-14',
    due: { total: '24.50', lines: [] },
  } as unknown as BillingView
  expect(billMoves(view, { plan: plus })).toBe(
    'The next charge, on 2/14/30, is $249.50 instead of $24.50.' +
      ' Plus instead of Pro, 28 days until 2/28/30: $150. Plus, 14 unused days until 2/28/30: -$99.50.',
  )
  const dearer = { ...view.periods[0]!, plan_name: 'Plus', plan_fee: '199.00', kept: '199.00' }
  expect(billMoves({ ...view, vendor_plan_type_id: 2, periods: [dearer] }, { plan: pro })).toBe(
    'The next charge, on 2/14/30, is $0 instead of $24.50.' +
      ' Pro instead of Plus, 28 days until 2/28/30: -$150. Pro, 14 unused days until 2/28/30: -$24.50.' +
      ' $125.50 is added to credit.',
  )
  expect(billMoves(view, { extras: [{ billing_extra_name: 'Extra', billing_extra_cost: '5.00' }] })).toBe(
    'The next charge, on 2/14/30, is $29.50 instead of $24.50.',
  )
  // what is kept all the same is no news of this change
  const kept = {
    ...view,
    periods: [],
    pending: [{ kind: 'proration', text: 'Plus', amount: '-100.00', of_invoice: null, kept: null }],
    due: { total: '0.00', lines: [{ kind: 'kept', text: 'Added to credit', amount: '51.00' }] },
  } as unknown as BillingView
  expect(billMoves(kept, { plan: pro })).toBe('The next charge, on 2/14/30, stays $0.')
})

test('a status that prevents billing says so', () => {
  expect([0, 1, 2, 3, 4].map(unbilledText)).toEqual([
    'Not billed: the account is Free.',
    null,
    'Billing stops until the balance is paid or the account is reactivated.',
    'Billing stops until the balance is paid or the account is reactivated.',
    'Not billed: the account is Canceled.',
  ])
})
