import { describe, expect, test } from 'vitest'
import {
  manualCharge,
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

describe('credit is used first, and never leaves an amount too small for a card', () => {
  test.each([
    ['0.00', 0, 12_000],
    ['119.50', 11_950, 50],
    ['119.51', 11_950, 50],
    ['119.99', 11_950, 50],
    ['120.00', 12_000, 0],
    ['500.00', 12_000, 0],
  ])('with credit of $%s', (credit_available, credit_used, card_asked) => {
    expect(plan({ credit_available })).toMatchObject({ credit_used, card_asked, faults: {} })
  })
  test('a charge below the card minimum is paid by credit alone, or refused', () => {
    expect(plan({}, { amount: '0.50' }).faults).toEqual({})
    expect(plan({}, { amount: '0.49' }).faults).toEqual({ amount: 'The card must be charged at least $0.50' })
    expect(plan({ credit_available: '0.49', card: null }, { amount: '0.49' })).toMatchObject({
      credit_used: 49,
      faults: {},
    })
  })
  test('a hold, a recorded charge and a third-party charge use no credit', () => {
    for (const more of [
      { vendor_charge_trans_type_id: 2 as const },
      { ghost: true },
      { vendor_charge_trans_type_id: 4 as const },
    ])
      expect(plan({ credit_available: '120.00' }, more).credit_used).toBe(0)
  })
})

describe('each kind of charge', () => {
  const manual = { kind: 'manual', text: 'Set-up', cents: 12_000 }
  test.each<[string, Partial<ManualCharge>, object]>([
    ['a charge', {}, { lines: [manual], card_asked: 12_000 }],
    ['a hold', { vendor_charge_trans_type_id: 2 }, { lines: [], card_asked: 12_000 }],
    ['what a third party owes', { vendor_charge_trans_type_id: 4 }, { lines: [manual], card_asked: 0 }],
    ['what a third party paid', { vendor_charge_trans_type_id: 5 }, { lines: [], card_asked: 0 }],
    ['one that was paid outside', { ghost: true }, { lines: [manual], card_asked: 0 }],
  ])('%s', (_what, more, done) => {
    expect(plan({}, more)).toEqual({
      faults: {},
      credit_used: 0,
      period: null,
      next_charge_date: null,
      ...done,
    })
    // of whom no card is asked none has to be on file
    const noCard = 'No card on file'
    const asks = (done as { card_asked: number }).card_asked > 0
    expect(plan({ card: null }, more).faults).toEqual(asks ? { amount: noCard } : {})
  })
  test('credit appears below the charge it is used for', () => {
    expect(plan({ credit_available: '20.00' }).lines).toEqual([
      manual,
      { kind: 'credit', text: 'Credit', cents: -2000 },
    ])
  })
  test('only a charge can be recorded as paid elsewhere or replace the next bill', () => {
    for (const vendor_charge_trans_type_id of [2, 4, 5] as const)
      expect(
        plan({}, { vendor_charge_trans_type_id, ghost: true, update_next_charge_date: true }).faults,
      ).toEqual({
        ghost: 'Only a charge can be a ghost',
        update_next_charge_date: 'Only a charge can replace the next bill',
      })
  })
  test('a hold too small for a card is refused like a charge', () => {
    const small = { vendor_charge_trans_type_id: 2 as const, amount: '0.49' }
    expect(plan({}, small).faults).toEqual({ amount: 'The card must be charged at least $0.50' })
  })
  test('by default is neither recorded only nor a replacement for the next bill', () => {
    const { ghost: _ghost, update_next_charge_date: _update, ...told } = charge()
    expect(manualCharge.parse(told)).toEqual(charge())
  })
  test('the amount must be above zero', () => {
    expect(manualCharge.safeParse(charge({ amount: '0.01' })).success).toBe(true)
    for (const amount of ['0', '0.00'])
      expect(manualCharge.safeParse(charge({ amount })).error?.issues).toMatchObject([
        { path: ['amount'], message: 'Enter an amount above 0' },
      ])
    expect(manualCharge.safeParse(charge({ amount: '-1.00' })).success).toBe(false)
    expect(manualCharge.safeParse(charge({ charge_description: ' ' })).error?.issues).toMatchObject([
      { path: ['charge_description'], message: 'Enter a description' },
    ])
  })
})

describe('a charge that replaces the next bill', () => {
  const bill = (f: Partial<ChargeFacts>) => plan(f, { update_next_charge_date: true })
  test('covers the month from the next charge date, and moves that date by a month', () => {
    expect(bill({ next_charge_date: '2030-02-10' })).toMatchObject({
      period: { starts: '2030-02-10', ends: '2030-03-10' },
      next_charge_date: '2030-03-10',
    })
  })
  test('starts today if no charge is scheduled or its day has passed', () => {
    for (const next_charge_date of [null, '2030-01-30'])
      expect(bill({ next_charge_date }).period).toEqual({ starts: '2030-01-31', ends: '2030-02-28' })
  })
  test('starts a billing month of its own if the date isn’t a regular charge day', () => {
    expect(bill({ next_charge_date: '2030-02-28', billing_anchor: '2030-01-30' }).period).toEqual({
      starts: '2030-02-28',
      ends: '2030-03-30',
    })
    expect(bill({ next_charge_date: '2030-02-27', billing_anchor: '2030-01-31' }).period).toEqual({
      starts: '2030-02-27',
      ends: '2030-03-27',
    })
  })
  test('keeps the vendor’s billing day of the month', () => {
    const f = { next_charge_date: '2030-02-28', billing_anchor: '2030-01-31' }
    expect(bill(f).period).toEqual({ starts: '2030-02-28', ends: '2030-03-31' })
  })
  test('starts after the period paid for, unless a charge date was set within it', () => {
    const now = { starts: '2030-01-15', ends: '2030-02-15' }
    expect(bill({ period: now }).period?.starts).toBe('2030-02-15')
    expect(bill({ period: now, next_charge_date: '2030-02-10' }).period?.starts).toBe('2030-02-10')
    const over = { starts: '2029-12-15', ends: '2030-01-15' }
    expect(bill({ period: over }).period?.starts).toBe('2030-01-31')
  })
  test('otherwise leaves the charge date unchanged', () => {
    expect(plan({ next_charge_date: '2030-02-10' })).toMatchObject({
      period: null,
      next_charge_date: '2030-02-10',
    })
  })
})

test('a charge that replaces the next bill never covers days already paid', () => {
  const period = { starts: '2030-01-31', ends: '2030-02-28' }
  const paid = { period, billing_anchor: '2030-01-31' }
  for (const next_charge_date of ['2030-01-31', '2030-02-28', null])
    expect(plan({ ...paid, next_charge_date }, { update_next_charge_date: true })).toMatchObject({
      period: { starts: '2030-02-28', ends: '2030-03-31' },
      next_charge_date: '2030-03-31',
    })
})

describe('a refund', () => {
  const of = {
    amount: '120.00',
    credit_used: '40.00',
    credit_back: '0.00',
    refunded: '20.00',
    credited: '0.00',
  }
  const back = (asked: string, refund_reserved = '30.00') => planRefund({ ...of, refund_reserved }, asked)
  test('is at least $1 and at most what is neither refunded nor reserved', () => {
    expect(back('0.99').fault).toBe('At least $1.00')
    expect(back('1.00').fault).toBeNull()
    expect(back('70.00').fault).toBeNull()
    expect(back('70.01').fault).toBe('At most $70, the amount not yet refunded')
  })
  test('is at most what wasn’t returned as credit either', () => {
    expect(planRefund({ ...of, credited: '30.00', refund_reserved: '0.00' }, '70.01').fault).toBe(
      'At most $70, the amount not yet refunded',
    )
  })
  test('permanently leaves a remainder below $1', () => {
    expect([back('69.00').stuck, back('69.01').stuck, back('69.99').stuck, back('70.00').stuck]).toEqual([
      0, 99, 1, 0,
    ])
  })
  test('returns the credit with its last part', () => {
    expect(back('69.99').credit_back).toBe(0)
    expect(back('70.00').credit_back).toBe(4000)
    const some = { ...of, credit_back: '15.00', refund_reserved: '30.00' }
    expect(planRefund(some, '70.00').credit_back).toBe(2500)
  })
  test('excludes an amount that a later bill already deducted from what card and credit paid', () => {
    const whole = {
      amount: '60.00',
      credit_used: '40.00',
      credit_back: '0.00',
      refunded: '0.00',
      credited: '0.00',
    }
    const of = (asked: string, cameOff: number) => {
      const { offered, twice } = planRefund({ ...whole, refund_reserved: '0.00' }, asked, cameOff)
      return [offered, twice]
    }
    expect(of('10.00', 0)).toEqual([6000, 0])
    expect(of('10.00', 2500)).toEqual([3500, 0])
    // 100 dollars were paid: what credit paid is left for what came off, until the last part brings it back
    expect(of('59.99', 4000)).toEqual([2000, 0])
    expect(of('59.99', 4002)).toEqual([1998, 1])
    expect(of('60.00', 4000)).toEqual([2000, 4000])
    expect(of('10.00', 9500)).toEqual([0, 500])
    expect(of('10.00', 20_000)).toEqual([0, 1000])
  })
  const whole = {
    transaction_num: 'ch_1',
    amount: '120.00',
    refunded: '0.00',
    credited: '0.00',
    vendor_charge_trans_type_id: 1,
    vendor_charge_status_id: null,
    refund_tm: null,
    at_gateway: true,
    dispute: null,
  }
  test.each([
    [{}, null],
    [{ vendor_charge_status_id: 1 }, null],
    [{ transaction_num: null }, 'This charge can’t be refunded'],
    [{ amount: '0.00' }, 'This charge can’t be refunded'],
    [{ vendor_charge_trans_type_id: 3 }, 'This charge can’t be refunded'],
    [{ vendor_charge_status_id: 2 }, 'This charge can’t be refunded'],
    [{ refund_tm: '2030-01-31T00:00:00Z' }, 'This charge can’t be refunded'],
    [{ refunded: '20.00', credited: '100.00' }, 'Nothing is left to refund'],
    [{ at_gateway: false }, 'This charge was imported. Refund it at the gateway'],
  ])('of a charge with %o is allowed or refused with the reason', (more, why) => {
    expect(refundRefusal({ ...whole, ...more })).toBe(why)
  })
  test('is refused while the bank holds the money in a dispute', () => {
    const refused = 'Disputed charges can’t be refunded'
    for (const [dispute, why] of [
      ['open', refused],
      ['lost', refused],
      ['inquiry', null],
      ['won', null],
    ] as const)
      expect(refundRefusal({ ...whole, dispute })).toBe(why)
  })
})
