import { expect, test } from 'vitest'
import { chargeDue } from './billing.ts'

const due = (monthly_fee: string | null, frozen: number, credit_available: string) =>
  chargeDue({ monthly_fee, frozen, credit_available })

test('the next charge is the plan and nine dollars a frozen supplier, less credit', () => {
  expect(due('199.00', 2, '49.50')).toEqual({
    plan: '199.00',
    frozen: '18.00',
    credit: '49.50',
    total: '167.50',
  })
})
test('credit beyond it is kept, and a debt takes nothing off', () => {
  expect(due('49.00', 0, '100.00')).toMatchObject({ credit: '49.00', total: '0.00' })
  expect(due('49.00', 0, '-5.00')).toMatchObject({ credit: '0.00', total: '49.00' })
  expect(due(null, 1, '0.00')).toMatchObject({ plan: '0.00', total: '9.00' })
})
