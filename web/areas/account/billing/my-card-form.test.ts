import { expect, test } from 'vitest'
import { cardTypeOf } from '#contract/payments/billing-information.ts'
import { cardEnds, contactSummary, faultsOf, isComplete, noCard, yearChoices } from './my-card-form.ts'

test('a card is valid to the end of its month', () => {
  const ends = (exp_month: number, exp_year: number) =>
    cardEnds({ exp_month, exp_year }, new Date('2026-12-31T23:59:59Z'))
  expect([ends(11, 2026), ends(12, 2026), ends(1, 2027)]).toEqual([
    'Expired 11/2026. Use a different card',
    'Expires this month',
    'Expires 1/2027',
  ])
})

test('a card’s type follows from its first digits, and stays open if it isn’t one of the four', () => {
  const types = [
    '4',
    '4242 4242',
    '51',
    '55-55',
    '2221',
    '2720',
    '34',
    '37',
    '6011',
    '65',
    '50',
    '36',
    '',
    '1',
  ]
  expect(types.map((number) => String(cardTypeOf(number)))).toEqual([
    '1',
    '1',
    '2',
    '2',
    '2',
    '2',
    '3',
    '3',
    '4',
    '4',
    'undefined',
    'undefined',
    'undefined',
    'undefined',
  ])
})

test('card fields are required only if typed in this form, and contact fields always', () => {
  const contact = {
    first_name: 'Carla',
    last_name: 'Customer',
    email: 'carla@example.com',
    phone: '',
    address1: '1 Main St',
    address2: '',
    city: 'Salem',
    state: '',
    province: '',
    zip: '97301',
    country: 'US',
  }
  expect(faultsOf({ contact, card: noCard }, false)).toEqual({})
  expect(Object.keys(faultsOf({ contact: { ...contact, city: ' ' }, card: noCard }, false))).toEqual([
    'contact.city',
  ])
  expect(faultsOf({ contact, card: noCard }, true)).toMatchObject({
    'card.card_num': 'Enter the card number',
    'card.card_type_id': 'Choose a card type',
    'card.exp_month': 'Choose a month',
    'card.exp_year': 'Choose a year',
  })
  expect(yearChoices(2026)).toEqual(Array.from({ length: 10 }, (_, i) => String(2026 + i)))
})

test('a billing contact is folded into a line once what is required is there', () => {
  const contact = {
    first_name: 'Carla',
    last_name: 'Customer',
    email: 'c@example.com',
    address1: '1 Main Street',
    city: 'Portland',
    zip: '97201',
    country: 'United States',
    phone: '',
    address2: '',
    state: '',
    province: '',
  } as Parameters<typeof isComplete>[0]
  expect(isComplete(contact)).toBe(true)
  expect(isComplete({ ...contact, zip: ' ' })).toBe(false)
  expect(contactSummary(contact)).toBe('Carla Customer, c@example.com, 1 Main Street, Portland')
})
