import { describe, expect, test } from 'vitest'
import {
  planCharge,
  planRefund,
  refundRefusal,
  type ChargeFacts,
  type ManualCharge,
} from './manual-charge.ts'

const facts = (more: Partial<ChargeFacts> = {}): ChargeFacts => ({
  credit_available: '0.00',
  next_charge_date: null,
  billing_anchor: null,
  period: null,
  card: 'Visa 4242',
  balance: '0.00',
  ...more,
})
const charge = (more: Partial<ManualCharge> = {}): ManualCharge => ({
  vendor_charge_type_id: 2,
  vendor_charge_trans_type_id: 1,
  charge_description: 'Set-up',
  amount: '120.00',
  ghost: false,
  update_next_charge_date: false,
  ...more,
})
const plan = (f: Partial<ChargeFacts>, c: Partial<ManualCharge> = {}) =>
  planCharge(facts(f), charge(c), '2030-01-31')

describe('credit goes first, and the card is left nothing that is too little to ask for', () => {
  test.each([
    ['0.00', 0, 12_000],
    ['119.50', 11_950, 50],
    ['119.51', 11_950, 50],
    ['119.99', 11_950, 50],
    ['120.00', 12_000, 0],
    ['500.00', 12_000, 0],
  ])('of $%s', (credit_available, credit_used, card_asked) => {
    expect(plan({ credit_available })).toMatchObject({ credit_used, card_asked, faults: {} })
  })
  test('a charge of less than that takes it from credit alone, or not at all', () => {
    expect(plan({}, { amount: '0.50' }).faults).toEqual({})
    expect(plan({}, { amount: '0.49' }).faults).toEqual({ amount: 'A card is asked for $0.50 or more' })
    expect(plan({ credit_available: '0.49', card: null }, { amount: '0.49' })).toMatchObject({
      credit_used: 49,
      faults: {},
    })
  })
  test('but not for a hold, a recorded charge, or a third party’s', () => {
    for (const more of [
      { vendor_charge_trans_type_id: 2 as const },
      { ghost: true },
      { vendor_charge_trans_type_id: 4 as const },
    ])
      expect(plan({ credit_available: '120.00' }, more).credit_used).toBe(0)
  })
})

test('a charge that stands for the next bill is never for days that are paid for', () => {
  const period = { starts: '2030-01-31', ends: '2030-02-28' }
  const paid = { period, billing_anchor: '2030-01-31' }
  for (const next_charge_date of ['2030-01-31', '2030-02-28', null])
    expect(plan({ ...paid, next_charge_date }, { update_next_charge_date: true })).toMatchObject({
      period: { starts: '2030-02-28', ends: '2030-03-31' },
      next_charge_date: '2030-03-31',
    })
})

describe('what is given back of a charge', () => {
  const of = { amount: '120.00', credit_used: '40.00', credit_back: '0.00', refunded: '20.00' }
  const back = (asked: string, refund_reserved = '30.00') => planRefund({ ...of, refund_reserved }, asked)
  test('is a dollar at least, and what is neither given back nor put aside at most', () => {
    expect(back('0.99').fault).toBe('At least $1.00')
    expect(back('1.00').fault).toBeNull()
    expect(back('70.00').fault).toBeNull()
    expect(back('70.01').fault).toBe('At most $70.00, which is left of the charge')
  })
  test('brings credit back with its last part', () => {
    expect(back('69.99').credit_back).toBe(0)
    expect(back('70.00').credit_back).toBe(4000)
  })
  test('is nothing while its dispute has the money', () => {
    const whole = {
      transaction_num: 'ch_1',
      amount: '120.00',
      vendor_charge_trans_type_id: 1,
      vendor_charge_status_id: null,
      refund_tm: null,
      at_gateway: true,
    }
    for (const [dispute, refused] of [
      ['open', true],
      ['lost', true],
      ['inquiry', false],
      ['won', false],
    ] as const)
      expect(refundRefusal({ ...whole, dispute }) !== null).toBe(refused)
  })
})
