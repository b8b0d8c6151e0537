import { expect, test } from 'vitest'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { consequences, owesNothing, remedyOf, titleOf } from './my-owing.ts'

const open = (tries_left: number, next_try: string | null) => ({
  invoice_id: 1,
  number: 'INV-1',
  issued_on: '2026-12-25',
  total: '49.00',
  tries_left,
  next_try,
})
const owing = (more: object) =>
  ({ balance: '49.00', unpaid: null, refused: null, open_invoices: [], ...more }) as unknown as OwnBilling

test('an unpaid bill is charged again, then updates stop, then products are removed from the stores', () => {
  expect(consequences(owing({ open_invoices: [open(4, '2026-12-26')] }))).toEqual([
    'We’ll try your card up to 4 more times, from 12/26/26 to 1/1/27.',
    'If it isn’t paid by then, store updates stop. Your stock and prices will go out of date.',
    '30 days later, on 1/31/27, our products will be removed from your stores.',
  ])
  expect(consequences(owing({ open_invoices: [open(1, '2027-01-01')] }))[0]).toBe(
    'We’ll try your card one last time on 1/1/27.',
  )
  // tries that came late
  expect(consequences(owing({ open_invoices: [open(3, '2027-01-04')] }))[0]).toContain('to 1/6/27')
  expect(consequences(owing({ open_invoices: [open(2, '2026-12-30')] }))[0]).toContain('to 1/1/27')
  expect(consequences(owing({ open_invoices: [open(1, '2027-01-04')] }))[2]).toContain('on 2/3/27')
  expect(consequences(owing({ open_invoices: [open(0, null)] }))).toEqual([])
})

test('a suspended customer sees since when, when products are removed, and how they return', () => {
  const suspended = { suspended_on: '2027-01-01', delisted_on: '2027-01-31' }
  expect(consequences(owing({ unpaid: 'suspended', ...suspended }))).toEqual([
    'Store updates stopped on 1/1/27. Your stock and prices will go out of date.',
    'On 1/31/27 our products will be removed from your stores.',
  ])
  expect(consequences(owing({ unpaid: 'delisted', ...suspended, open_invoices: [open(0, null)] }))).toEqual([
    'They’ll be listed again with the next update once your balance is paid.',
  ])
})

test('the problem and the remedy depend on the card, the bank and the account', () => {
  const refused = (remedy: string) => owing({ refused: { remedy } })
  const said = (of: OwnBilling, hasCard = true) => [titleOf(of, hasCard), remedyOf(of, hasCard).slice(0, 24)]
  expect(said(refused('confirm'))).toEqual(['Confirm your payment of $49', 'Your bank needs you to c'])
  expect(said(refused('another_card'))).toEqual(['Your card was declined', 'Your bank no longer acce'])
  expect(said(refused('look'))).toEqual(['Your card was declined', 'Contact your bank, or us'])
  expect(said(refused('look'), false)).toEqual(['No card on file to pay $49', 'Add a card below. We’ll '])
  expect(titleOf(owing({}), true)).toBe('You owe $49')
  expect(titleOf(owing({ unpaid: 'suspended' }), false)).toBe('Your account is suspended for non-payment')
  expect(titleOf(owing({ unpaid: 'delisted' }), false)).toBe('We’re removing our products from your stores')
})

test('a suspended customer who owes nothing is asked to write to us, not for a card', () => {
  const of = owing({ unpaid: 'delisted', balance: '0.00' })
  expect(owesNothing(of)).toBe(true)
  expect([true, false].map((hasCard) => remedyOf(of, hasCard))).toEqual(
    Array(2).fill('You don’t owe anything. Contact us to reactivate your account.'),
  )
  expect(consequences(of)).toEqual([
    'They’ll be listed again with the next update once your account is active again.',
  ])
  expect(owesNothing(owing({ unpaid: 'delisted', open_invoices: [open(0, null)] }))).toBe(false)
  expect(owesNothing(owing({}))).toBe(false)
})
