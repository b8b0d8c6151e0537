import { describe, expect, test } from 'vitest'
import type { PlanFee } from './bill.ts'
import {
  listBillItems,
  withPlanSettled,
  prorate,
  samePlan,
  type BilledPeriod,
  type PendingItem,
} from './proration.ts'

const pro: PlanFee = { name: 'Pro', monthly_fee: '49.00', vendor_plan_type_id: 1, families: [] }
const plus: PlanFee = { name: 'Plus', monthly_fee: '199.00', vendor_plan_type_id: 2, families: [] }
/** 28 days. */
const period = (more: Partial<BilledPeriod> = {}): BilledPeriod => ({
  starts: '2030-01-31',
  ends: '2030-02-28',
  plan_name: 'Pro',
  plan_fee: '49.00',
  beside: '0.00',
  by_hand: false,
  invoice_id: 7,
  kept: '49.00',
  ...more,
})
const amount = (of: BilledPeriod, next: PlanFee | null, today: string) => prorate([of], next, today)?.amount

describe('a plan change within a paid period', () => {
  test('is prorated from its first day to its last, and on no other day', () => {
    expect(amount(period(), plus, '2030-01-30')).toBeUndefined()
    expect(amount(period(), plus, '2030-01-31')).toBe('150.00')
    expect(amount(period(), plus, '2030-02-14')).toBe('75.00')
    expect(amount(period(), plus, '2030-02-27')).toBe('5.36')
    expect(amount(period(), plus, '2030-02-28')).toBeUndefined()
    expect(amount(period(), plus, '2030-03-05')).toBeUndefined()
  })
  test('is prorated by the billed amount, with the days and both plans in its line', () => {
    expect(prorate([period({ plan_fee: '24.50' })], null, '2030-02-14')).toEqual({
      kind: 'proration',
      text: 'No plan instead of Pro, 14 days until 2/28/30',
      amount: '-12.25',
      of_invoice: 7,
      kept: '49.00',
    })
    expect(prorate([period()], pro, '2030-02-14')).toBeNull()
    expect(prorate([period({ plan_name: null })], plus, '2030-02-14')).toBeNull()
    expect(prorate([], plus, '2030-02-14')).toBeNull()
    const ahead = period({ starts: '2030-02-28', ends: '2030-03-31', plan_name: null, by_hand: true })
    expect(prorate([ahead, period()], plus, '2030-02-14')?.amount).toBe('75.00')
    expect(withPlanSettled([ahead, period()], plus, '2030-02-14')).toEqual([
      ahead,
      period({ plan_name: 'Plus', plan_fee: '199.00' }),
    ])
    expect(withPlanSettled([period()], null, '2030-02-14')).toMatchObject([
      { plan_name: 'No plan', plan_fee: '0' },
    ])
  })
  test('credits no more than was kept, in either order, and charges for an upgrade', () => {
    const changed = (kept: string, next: PlanFee | null, day: string) => {
      const of = period({ plan_name: 'Plus', plan_fee: '199.00', kept })
      const item = prorate([of], next, day)
      return sum(listBillItems('2030-02-28', item ? [item] : [], [of]))
    }
    expect(changed('199.00', pro, '2030-01-31')).toBe(-150)
    expect(changed('150.00', pro, '2030-01-31')).toBe(-150)
    expect(changed('149.99', pro, '2030-01-31')).toBe(-149.99)
    expect(changed('0.00', pro, '2030-01-31')).toBe(0)
    expect(changed('-51.00', pro, '2030-01-31')).toBe(0)
    expect(changed('0.00', { ...pro, monthly_fee: '299.00' }, '2030-01-31')).toBe(100)
  })
})

const sum = (items: readonly { amount: string }[]) =>
  items.reduce((cents, item) => cents + Math.round(Number(item.amount) * 100), 0) / 100

describe('a charge before the paid days are over', () => {
  const on = (charge: string | null, more: Partial<BilledPeriod> = {}, pending: PendingItem[] = []) =>
    listBillItems(charge, pending, [period(more)])
  test('deducts the unused days, within the period only', () => {
    expect(on('2030-02-14')).toEqual([
      { kind: 'proration', text: 'Pro, 14 unused days until 2/28/30', amount: '-24.50' },
    ])
    for (const charge of [null, '2030-01-30', '2030-01-31', '2030-02-28', '2030-03-05'])
      expect(on(charge)).toEqual([])
    expect(on('2030-02-14', { plan_fee: '0.00' })).toEqual([])
    expect(listBillItems('2030-02-14', [], [])).toEqual([])
  })
  test('deducts extras and fees for the same days', () => {
    expect(on('2030-02-14', { beside: '100.00', kept: '149.00' })).toEqual([
      { kind: 'proration', text: 'Pro, 14 unused days until 2/28/30', amount: '-24.50' },
      {
        kind: 'proration',
        text: 'Extras and paused suppliers, 14 unused days until 2/28/30',
        amount: '-50.00',
      },
    ])
    expect(on('2030-02-14', { beside: '100.00', kept: '30.00' })).toMatchObject([
      { amount: '-24.50' },
      { amount: '-5.50' },
    ])
    const byHand = { plan_name: null, plan_fee: '0.00', beside: '120.00', kept: '120.00', by_hand: true }
    expect(on('2030-02-14', byHand)).toEqual([
      { kind: 'proration', text: 'Manual charge, 14 unused days until 2/28/30', amount: '-60.00' },
    ])
  })
  test('deducts by the changed plan', () => {
    const item = prorate([period()], plus, '2030-01-31')!
    const items = listBillItems('2030-02-14', [item], withPlanSettled([period()], plus, '2030-01-31'))
    expect(items.map(({ amount }) => amount)).toEqual(['150.00', '-99.50'])
  })
  test('deducts no more than was kept, including pending deductions for the same bill', () => {
    expect(on('2030-02-14', { kept: '20.00' })).toMatchObject([{ amount: '-20.00' }])
    expect(on('2030-02-14', { kept: '0.00' })).toEqual([])
    expect(on('2030-02-14', { kept: '-1.00' })).toEqual([])
    const item = {
      kind: 'proration',
      text: 'Changed',
      amount: '-30.00',
      of_invoice: 7,
      kept: '49.00',
    } as const
    expect(on('2030-02-14', {}, [item])).toMatchObject([{ amount: '-30.00' }, { amount: '-19.00' }])
    expect(on('2030-02-14', {}, [{ ...item, of_invoice: 6 }])).toMatchObject([
      { amount: '-30.00' },
      { amount: '-24.50' },
    ])
  })
  test('shows the part of a plan change that wasn’t kept', () => {
    const item = {
      kind: 'proration',
      text: 'Changed',
      amount: '-30.00',
      of_invoice: 7,
      kept: '20.00',
    } as const
    expect(on('2030-02-14', { kept: '20.00' }, [item])).toEqual([
      { kind: 'proration', text: 'Changed', amount: '-30.00' },
      { kind: 'proration', text: 'Less amounts already refunded, disputed or written off', amount: '10.00' },
    ])
    const carried = { ...item, kind: 'carried', amount: '0.20', of_invoice: null, kept: null } as const
    expect(on(null, {}, [carried])).toEqual([{ kind: 'carried', text: 'Changed', amount: '0.20' }])
  })
})

test('plans differ by name or by fee', () => {
  expect(samePlan(pro, { ...pro, vendor_plan_type_id: 9 })).toBe(true)
  expect(samePlan(pro, { ...pro, name: 'Pro of its own' })).toBe(false)
  expect(samePlan(pro, { ...pro, monthly_fee: '50.00' })).toBe(false)
  expect(samePlan(null, null)).toBe(true)
  expect(samePlan(null, pro)).toBe(false)
  expect(samePlan(pro, null)).toBe(false)
})
