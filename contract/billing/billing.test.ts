import { expect, test } from 'vitest'
import { chargeTypes, signedAmount, movedAmount, type ChargeState } from './billing.ts'

const of = (type: (typeof chargeTypes)[number], state: ChargeState = 'success') => ({
  amount: '12.00',
  vendor_charge_trans_type_id: chargeTypes.indexOf(type) + 1,
  state,
})

test('refunds have a negative amount, all other types a positive one', () => {
  expect(chargeTypes.map((type) => signedAmount(of(type)))).toEqual([
    '12.00',
    '12.00',
    '-12.00',
    '12.00',
    '12.00',
  ])
})

test('only successful charges and refunds count as paid, not holds or third-party charges', () => {
  expect(chargeTypes.map((type) => movedAmount(of(type)))).toEqual([
    '12.00',
    '0.00',
    '-12.00',
    '0.00',
    '0.00',
  ])
  for (const state of ['refunded', 'refunded_in_part'] as const)
    expect(movedAmount(of('Charge', state))).toBe('12.00')
  for (const state of ['declined', 'failed'] as const)
    expect([movedAmount(of('Charge', state)), movedAmount(of('Refund', state))]).toEqual(['0.00', '0.00'])
})
