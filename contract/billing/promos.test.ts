import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billOn, type BillTerms, type PlanFee } from './bill.ts'
import { toCents } from './cents.ts'
import { planFamilies, type BillPromo } from './promos.ts'

const pro: PlanFee = {
  name: 'FA Pro',
  monthly_fee: '100.00',
  vendor_plan_type_id: 3,
  families: ['FA', 'Pro'],
}
let given = 0
const promo = (promo_code: string, discount: string, more: Partial<BillPromo> = {}): BillPromo => ({
  promo_code_usage_id: ++given,
  promo_code,
  percentage_based: true,
  discount,
  for_plan: null,
  plan_only: null,
  for_supplier: null,
  for_market: null,
  bills_left: null,
  given_tm: `2026-01-01T00:00:${String(given % 60).padStart(2, '0')}.000Z`,
  ...more,
})
const dollars = (code: string, discount: string, more: Partial<BillPromo> = {}) =>
  promo(code, discount, { percentage_based: false, ...more })
const supplier = { for_supplier: { name: 'Acme', subscribed: true } }
const market = { for_market: { name: 'Amazon', active: true } }
const thisPlan = { for_plan: { vendor_plan_type_id: 3, name: 'FA Pro' } }

const day = '2026-04-01'
const bill = (promos: readonly BillPromo[], more: Partial<BillTerms> = {}) =>
  billOn(
    { plan: pro, custom: null, extras: [], items: [], credit_available: '0.00', promos, ...more },
    day,
    0,
  )
/** What went off, in its order. */
const off = (...of: Parameters<typeof bill>) =>
  bill(...of)
    .lines.filter((line) => line.kind === 'promo')
    .map((line) => [line.text, line.amount])
const reasons = (...of: Parameters<typeof bill>) => bill(...of).promos.map((taken) => taken.why_not)

describe('promo codes', () => {
  test('have a line each with the code’s name, after the charges and before credit', () => {
    const extras = [{ billing_extra_name: 'Phone support', billing_extra_cost: '20.00' }]
    expect(bill([promo('TEN', '10.00')], { extras, credit_available: '500.00' })).toMatchObject({
      lines: [
        { kind: 'plan', amount: '100.00' },
        { kind: 'extra', amount: '20.00' },
        { kind: 'promo', text: 'Promo code TEN, 10%', amount: '-12.00' },
        { kind: 'credit', amount: '-108.00' },
      ],
      total: '0.00',
    })
  })
  test('apply narrowest first, then percent, then dollars, then oldest, each to what is left', () => {
    const oldest = dollars('OLD', '1.00', { given_tm: '2025-01-01T00:00:00.000Z' })
    const promos = [
      dollars('NEWER', '1.00'),
      oldest,
      promo('ANY', '10.00'),
      dollars('FAMILY', '5.00', { plan_only: 'Pro' }),
      dollars('PLAN', '5.00', thisPlan),
      dollars('MARKET', '5.00', market),
      promo('MARKETPLAN', '10.00', { ...market, ...thisPlan }),
      dollars('SUPPLIER', '20.00', supplier),
      promo('BOTH', '50.00', { ...supplier, ...market }),
    ]
    expect(off(promos)).toEqual([
      ['Promo code BOTH, 50%', '-50.00'],
      ['Promo code SUPPLIER, $20', '-20.00'],
      ['Promo code MARKETPLAN, 10%', '-3.00'],
      ['Promo code MARKET, $5', '-5.00'],
      ['Promo code PLAN, $5', '-5.00'],
      ['Promo code FAMILY, $5', '-5.00'],
      ['Promo code ANY, 10%', '-1.20'],
      ['Promo code OLD, $1', '-1.00'],
      ['Promo code NEWER, $1', '-1.00'],
    ])
  })
  test('deduct no more than what is left, and the excess is lost', () => {
    const promos = [dollars('BIG', '80.00', thisPlan), dollars('MORE', '80.00'), dollars('LAST', '1.00')]
    expect(off(promos).map(([, amount]) => amount)).toEqual(['-80.00', '-20.00'])
    expect(bill(promos)).toMatchObject({ total: '0.00' })
    expect(reasons(promos)).toEqual([null, null, 'Other promo codes already cover the bill'])
  })
  test('round half a cent up, once', () => {
    const fee = (monthly_fee: string) => ({ plan: { ...pro, monthly_fee } })
    expect(off([promo('HALF', '50.00')], fee('0.01'))).toEqual([['Promo code HALF, 50%', '-0.01']])
    expect(off([promo('ODD', '12.50')], fee('49.99'))).toEqual([['Promo code ODD, 12.5%', '-6.25']])
    expect(reasons([promo('TINY', '1.00')], fee('0.01'))).toEqual(['The discount is less than a cent'])
  })
  test('explain why they deduct nothing', () => {
    const none = { subscribed: false, active: false }
    expect(
      reasons([
        promo('A', '10.00', { for_supplier: { name: 'Acme', ...none } }),
        promo('B', '10.00', { for_market: { name: 'Amazon', ...none } }),
        promo('C', '10.00', { for_plan: { vendor_plan_type_id: 2, name: 'Plus' } }),
        promo('D', '10.00', { plan_only: 'VIP' }),
        promo('E', '10.00', { bills_left: 0 }),
      ]),
    ).toEqual([
      'Only for subscribers to Acme',
      'Only with an active Amazon integration',
      'Only for the Plus plan',
      'Only for VIP plans',
      'Used up',
    ])
  })
  test('for certain plans don’t apply to a custom plan', () => {
    const custom = {
      monthly_fee: '70.00',
      custom_billing_plan_start_tm: '2026-03-01',
      billing_plan_will_expire: false,
      billing_plan_expiration_date: null,
      billing_plan_default: null,
    }
    const promos = [
      promo('P', '10.00', thisPlan),
      promo('F', '10.00', { plan_only: 'FA' }),
      promo('A', '10.00'),
    ]
    expect(off(promos, { custom })).toEqual([['Promo code A, 10%', '-7.00']])
  })
  test('apply to the fee for frozen suppliers too', () => {
    const terms = { plan: pro, custom: null, extras: [], items: [], credit_available: '0.00' }
    expect(billOn({ ...terms, promos: [promo('A', '50.00')] }, day, 2).total).toBe('59.00')
  })
  test('apply to extras without a plan, and to nothing when nothing is owed', () => {
    const extras = [{ billing_extra_name: 'Phone support', billing_extra_cost: '20.00' }]
    expect(off([promo('A', '10.00')], { plan: null, extras })).toEqual([['Promo code A, 10%', '-2.00']])
    expect(reasons([promo('A', '10.00')], { plan: null })).toEqual([
      'Other promo codes already cover the bill',
    ])
  })
})

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((n) => (n / 100).toFixed(2))
const anyPromo = fc
  .record({
    percentage_based: fc.boolean(),
    percent: cents(10_000),
    dollars: cents(30_000),
    for_plan: fc.constantFrom(null, thisPlan.for_plan, { vendor_plan_type_id: 2, name: 'Plus' }),
    plan_only: fc.constantFrom(null, ...planFamilies),
    subscribed: fc.constantFrom(null, true, false),
    active: fc.constantFrom(null, true, false),
    bills_left: fc.constantFrom(null, 0, 1, 5),
    given_tm: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  })
  .map(({ percent, dollars: off, subscribed, active, ...rest }) => ({
    ...rest,
    discount: rest.percentage_based ? percent : off,
    for_supplier: subscribed === null ? null : { name: 'Acme', subscribed },
    for_market: active === null ? null : { name: 'Amazon', active },
  }))
const manyPromos = fc
  .array(anyPromo, { maxLength: 8 })
  .map((all) => all.map((one, i): BillPromo => ({ ...one, promo_code_usage_id: i + 1, promo_code: `C${i}` })))
const anyTerms = fc.record({ fee: cents(100_000), extra: cents(10_000), credit: cents(50_000) })

describe('any combination of promo codes', () => {
  test('makes a bill that adds up to the cent and is never below zero', () => {
    fc.assert(
      fc.property(anyTerms, manyPromos, ({ fee, extra, credit }, promos) => {
        const made = bill(promos, {
          plan: { ...pro, monthly_fee: fee },
          extras: [{ billing_extra_name: 'X', billing_extra_cost: extra }],
          credit_available: credit,
        })
        const sum = made.lines.reduce((total, line) => total + toCents(line.amount), 0)
        expect(sum).toBe(toCents(made.total))
        expect(sum).toBeGreaterThanOrEqual(0)
        const taken = made.promos.reduce((total, one) => total + toCents(one.amount), 0)
        const said = made.lines.filter((line) => line.kind === 'promo')
        expect(said.reduce((total, line) => total - toCents(line.amount), 0)).toBe(taken)
        expect(taken).toBeLessThanOrEqual(toCents(fee) + toCents(extra))
        // each takes something or says why not
        for (const one of made.promos) expect(one.why_not === null).toBe(toCents(one.amount) > 0)
        expect(made.promos.length).toBe(promos.length)
      }),
    )
  })
  test('gives the same bill in any order', () => {
    const shuffled = manyPromos.chain((promos) =>
      fc.tuple(
        fc.constant(promos),
        fc.shuffledSubarray(promos, { minLength: promos.length, maxLength: promos.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([promos, others]) => {
        expect(bill(others)).toEqual(bill(promos))
      }),
    )
  })
  test('never makes a bill higher by one more code', () => {
    fc.assert(
      fc.property(manyPromos, anyPromo, (promos, one) => {
        const more = [...promos, { ...one, promo_code_usage_id: 99, promo_code: 'MORE' }]
        expect(toCents(bill(more).total)).toBeLessThanOrEqual(toCents(bill(promos).total))
      }),
    )
  })
})
