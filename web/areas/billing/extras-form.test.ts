import { expect, test } from 'vitest'
import type { BillingView } from '#contract/billing/billing.ts'
import { costFault, priceFault, toForm, validate } from './extras-form.ts'

test('a price is validated while typing by the same rules as on saving', () => {
  for (const [text, fault] of [
    ['12.34', undefined],
    [' 999999.99 ', undefined],
    ['', 'Enter an amount such as 12.50'],
    ['1.234', 'Enter an amount such as 12.50'],
    ['1000000', 'At most $999,999.99'],
  ] as const)
    expect([text, priceFault(text), costFault(text)]).toEqual([text, fault, fault])
  expect(priceFault('0')).toBeUndefined()
  expect(costFault('0.00')).toBe('Enter an amount above 0')
})

test('changed extras require a reason, and an amount not added yet blocks saving', () => {
  const opened = {
    billing_extras: [{ id: { vendor_id: 1, billing_extra_type_id: 4 }, billing_extra_cost: '5.00' }],
  } as BillingView
  const form = toForm(opened)
  expect(validate(form, opened)).toEqual({})
  const changed = { ...form, extras: { '4': '6' } }
  expect(validate({ ...changed, reason: ' ab ' }, opened)).toEqual({
    reason: 'Enter a reason of at least 3 characters',
  })
  expect(validate({ ...changed, reason: 'abc' }, opened)).toEqual({})
  expect(validate({ ...form, adding: { type: null, cost: '1' } }, opened)).toEqual({
    'adding.cost': 'Add or clear this amount before saving',
  })
})
