import { describe, expect, test } from 'vitest'
import { billOn, planOn, type BillTerms, type CustomPlan, type PlanFee, partsOf } from './bill.ts'

const plus: PlanFee = { name: 'Plus', monthly_fee: '199.00', vendor_plan_type_id: 2, families: ['Plus'] }
const pro: PlanFee = { name: 'Pro', monthly_fee: '49.00', vendor_plan_type_id: 3, families: ['Pro'] }
const terms = (more: Partial<BillTerms> = {}): BillTerms => ({
  plan: plus,
  custom: null,
  extras: [],
  promos: [],
  items: [],
  credit_available: '0.00',
  ...more,
})
const custom = (more: Partial<CustomPlan> = {}): CustomPlan => ({
  monthly_fee: '79.50',
  custom_billing_plan_start_tm: '2026-03-01',
  billing_plan_will_expire: true,
  billing_plan_expiration_date: '2026-06-01',
  billing_plan_default: null,
  ...more,
})
const day = '2026-04-01'

describe('a bill', () => {
  test('consists of the plan, the extras and $9 per frozen supplier, less credit', () => {
    const extras = [
      { billing_extra_name: 'Extra logins', billing_extra_cost: '12.5' },
      { billing_extra_name: 'Phone support', billing_extra_cost: '0.10' },
    ]
    expect(billOn(terms({ extras, credit_available: '49.55' }), day, 2)).toEqual({
      lines: [
        { kind: 'plan', text: 'Plus', amount: '199.00' },
        { kind: 'extra', text: 'Extra logins', amount: '12.50' },
        { kind: 'extra', text: 'Phone support', amount: '0.10' },
        { kind: 'frozen', text: '2 paused suppliers', amount: '18.00' },
        { kind: 'credit', text: 'Credit', amount: '-49.55' },
      ],
      promos: [],
      frozen: '18.00',
      total: '180.05',
    })
  })
  test('uses no more credit than it needs, and a debt deducts nothing', () => {
    const { lines, total } = billOn(terms({ credit_available: '200.00' }), day, 0)
    expect([lines.at(-1)?.amount, total]).toEqual(['-199.00', '0.00'])
    expect(billOn(terms({ credit_available: '-5.00' }), day, 0)).toMatchObject({
      lines: [{ kind: 'plan' }],
      total: '199.00',
    })
  })
  test('has no lines without plan, extras and credit', () => {
    expect(billOn(terms({ plan: null, credit_available: '5.00' }), day, 0)).toEqual({
      lines: [],
      promos: [],
      frozen: '0.00',
      total: '0.00',
    })
  })
  test('below $0.50 charges no card and is carried over; one of $0.50 is charged', () => {
    const of = (credit_available: string) => {
      const { lines, total } = billOn(terms({ credit_available }), day, 0)
      return [lines.at(-1)!.kind, lines.at(-1)!.amount, total]
    }
    expect(of('198.49')).toEqual(['credit', '-198.49', '0.51'])
    expect(of('198.50')).toEqual(['credit', '-198.50', '0.50'])
    expect(of('198.51')).toEqual(['carried', '-0.49', '0.00'])
    expect(of('198.99')).toEqual(['carried', '-0.01', '0.00'])
    expect(billOn(terms({ credit_available: '198.99' }), day, 0).lines.at(-1)!.text).toBe(
      'Carried over to the next bill',
    )
  })
  test('below zero is kept as credit, and uses none', () => {
    const items = [{ kind: 'proration' as const, text: 'Days', amount: '-250.00' }]
    expect(billOn(terms({ items, credit_available: '5.00' }), day, 0)).toMatchObject({
      lines: [
        { kind: 'plan' },
        { kind: 'proration' },
        { kind: 'kept', text: 'Added to credit', amount: '51.00' },
      ],
      total: '0.00',
    })
  })
  test('adds up in whole cents', () => {
    const extras = Array.from({ length: 10 }, (_, i) => ({
      billing_extra_name: `${i}`,
      billing_extra_cost: '0.10',
    }))
    expect(billOn(terms({ plan: { ...pro, monthly_fee: '0.20' }, extras }), day, 0).total).toBe('1.20')
  })
})

describe('a custom plan', () => {
  const on = (at: string, more?: Partial<CustomPlan>) => planOn({ plan: plus, custom: custom(more) }, at)
  test('applies from its start until the day before it expires', () => {
    expect(on('2026-02-28')).toEqual(plus)
    expect(on('2026-03-01')).toMatchObject({ name: 'Custom plan', monthly_fee: '79.50' })
    expect(on('2026-05-31')?.monthly_fee).toBe('79.50')
    expect(on('2026-06-01')).toEqual(plus)
  })
  test('is followed by the plan it names', () => {
    expect(on('2026-06-01', { billing_plan_default: pro })).toEqual(pro)
  })
  test('without an expiration continues to apply', () => {
    const forever = { billing_plan_will_expire: false, billing_plan_expiration_date: null }
    expect(on('2036-06-01', forever)?.monthly_fee).toBe('79.50')
  })
  test('replaces the plan on the bill', () => {
    expect(billOn(terms({ custom: custom() }), day, 0)).toMatchObject({
      lines: [{ text: 'Custom plan', amount: '79.50' }],
      total: '79.50',
    })
  })
})

test('promo discounts are split between the plan and the rest of the bill, to the cent', () => {
  const parts = (promo: string) =>
    partsOf([
      { kind: 'plan', amount: '49.00' },
      { kind: 'extra', amount: '42.00' },
      { kind: 'frozen', amount: '9.00' },
      { kind: 'promo', amount: promo },
      { kind: 'proration', amount: '-7.00' },
    ])
  expect(parts('-0.01')).toEqual({ plan: 4900, beside: 5099 })
  expect(parts('-0.03')).toEqual({ plan: 4899, beside: 5098 })
  expect(parts('-100.00')).toEqual({ plan: 0, beside: 0 })
  expect(partsOf([{ kind: 'manual', amount: '60.00' }])).toEqual({ plan: 0, beside: 6000 })
})

test('a plan’s share of the promo discounts is rounded to the nearest cent', () => {
  const planShare = (plan: string, extra: string, promo: string) =>
    partsOf([
      { kind: 'plan', amount: plan },
      { kind: 'extra', amount: extra },
      { kind: 'promo', amount: promo },
    ])
  // 0.98 of a cent, and 0.33
  expect(planShare('49.00', '51.00', '-0.02')).toEqual({ plan: 4899, beside: 5099 })
  expect(planShare('33.00', '67.00', '-0.01')).toEqual({ plan: 3300, beside: 6699 })
})
