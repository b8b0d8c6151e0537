import { expect, test } from 'vitest'
import type { PromoCode } from '#contract/promo-codes/promo-codes.ts'
import { blankForm, toBody, toForm, validate, type PromoCodeForm } from './promo-code-form.ts'

const form = (more: Partial<PromoCodeForm> = {}): PromoCodeForm => ({
  ...blankForm('standard'),
  promo_code: 'SPRING20',
  discount: '20',
  ...more,
})

test('values of hidden fields aren’t saved', () => {
  const all = form({
    plan: 'Specific',
    billing_plan_id: 3,
    bills: 'several',
    recurring_billing_cycles: '6',
    type: 'partner',
    promo_code_partner_id: 2,
    vendor_affiliate_id: 9,
  })
  expect(toBody(all)).toMatchObject({
    billing_plan_id: 3,
    plan_only: null,
    is_recurring: true,
    recurring_billing_cycles: 6,
    promo_code_partner_id: 2,
    vendor_affiliate_id: null,
  })
  expect(toBody({ ...all, plan: 'Pro', bills: 'first', type: 'affiliates' })).toMatchObject({
    billing_plan_id: null,
    plan_only: 'Pro',
    is_recurring: false,
    recurring_billing_cycles: null,
    promo_code_partner_id: null,
    vendor_affiliate_id: 9,
  })
})

test('errors show beside their fields, worded like the server’s', () => {
  expect(validate(form())).toEqual({})
  expect(validate(blankForm('standard'))).toEqual({
    promo_code: 'Enter a code',
    discount: 'Enter a discount such as 12.50',
  })
  expect(validate(form({ discount: '101' }))).toEqual({ discount: 'Enter at most 100%' })
  expect(validate(form({ discount: '101', percentage_based: false }))).toEqual({})
  expect(validate(form({ bills: 'several', recurring_billing_cycles: '2.5' }))).toEqual({
    recurring_billing_cycles: 'Enter a whole number',
  })
  for (const cycles of ['x', ''])
    expect(validate(form({ bills: 'several', recurring_billing_cycles: cycles }))).toEqual({
      recurring_billing_cycles: 'Enter a whole number',
    })
  expect(validate(form({ usage_limit: '0' }))).toEqual({
    usage_limit: 'Enter a whole number from 1 to 1,000,000',
  })
  expect(validate(form({ plan: 'Specific' }))).toEqual({ billing_plan_id: 'Choose a plan' })
  expect(validate(form({ type: 'affiliates' }))).toEqual({ vendor_affiliate_id: 'Choose an affiliate' })
  expect(validate(form({ type: 'partner' }))).toEqual({ promo_code_partner_id: 'Choose a partner' })
})

test('a saved code opens with the same values', () => {
  const reopened = (kept: PromoCodeForm) => toForm({ ...toBody(kept), discount: '20.00' } as PromoCode)
  for (const [bills, recurring_billing_cycles] of [
    ['first', ''],
    ['several', '3'],
    ['every', ''],
  ] as const) {
    const kept = form({ plan: 'VIP', bills, recurring_billing_cycles, ends_on: '2030-01-01' })
    expect(reopened(kept)).toEqual({ ...kept, discount: '20.00' })
  }
})
