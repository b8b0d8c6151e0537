import { describe, expect, test } from 'vitest'
import type { PlanFee } from './bill.ts'
import { keptOf, prorate, samePlan, type BilledPeriod } from './proration.ts'

const pro: PlanFee = { name: 'Pro', monthly_fee: '49.00', vendor_plan_type_id: 1, families: [] }
const plus: PlanFee = { name: 'Plus', monthly_fee: '199.00', vendor_plan_type_id: 2, families: [] }
/** 28 days. */
const period = (more: Partial<BilledPeriod> = {}): BilledPeriod => ({
  starts: '2030-01-31',
  ends: '2030-02-28',
  plan_name: 'Pro',
  plan_fee: '49.00',
  given_back: '0.00',
  ...more,
})
const amount = (...given: Parameters<typeof prorate>) => prorate(...given)?.amount

describe('a plan that is changed within what is paid for', () => {
  test('is settled from the first day of it to the last, and on no other', () => {
    expect(amount(period(), plus, '2030-01-30')).toBeUndefined()
    expect(amount(period(), plus, '2030-01-31')).toBe('150.00')
    expect(amount(period(), plus, '2030-02-14')).toBe('75.00')
    expect(amount(period(), plus, '2030-02-27')).toBe('5.36')
    expect(amount(period(), plus, '2030-02-28')).toBeUndefined()
    expect(amount(period(), plus, '2030-03-05')).toBeUndefined()
  })
  test('by what was billed, with the days and both plans in its line', () => {
    expect(prorate(period({ plan_fee: '24.50' }), null, '2030-02-14')).toEqual({
      kind: 'proration',
      text: 'No plan in place of Pro, 14 days until 2/28/30',
      amount: '-12.25',
    })
    expect(prorate(period(), pro, '2030-02-14')).toBeNull()
    expect(prorate(period({ plan_name: null }), plus, '2030-02-14')).toBeNull()
    expect(prorate(null, plus, '2030-02-14')).toBeNull()
  })
  test('gives back no more than is kept of it, and asks for what is dearer whatever was given back', () => {
    const of = (given_back: string) => period({ plan_name: 'Plus', plan_fee: '199.00', given_back })
    expect(amount(of('49.00'), pro, '2030-01-31')).toBe('-150.00')
    expect(amount(of('49.01'), pro, '2030-01-31')).toBe('-149.99')
    expect(amount(of('199.00'), pro, '2030-01-31')).toBeUndefined()
    expect(keptOf(of('250.00'), -100)).toBe(0)
    expect(amount(period({ given_back: '49.00' }), plus, '2030-01-31')).toBe('150.00')
  })
})

test('a plan is another by its name or by its fee', () => {
  expect(samePlan(pro, { ...pro, vendor_plan_type_id: 9 })).toBe(true)
  expect(samePlan(pro, { ...pro, name: 'Pro of its own' })).toBe(false)
  expect(samePlan(pro, { ...pro, monthly_fee: '50.00' })).toBe(false)
  expect(samePlan(null, null)).toBe(true)
  expect(samePlan(null, pro)).toBe(false)
  expect(samePlan(pro, null)).toBe(false)
})
