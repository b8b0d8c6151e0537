import { expect, test } from 'vitest'
import { priceOf } from './alert-price.ts'

test('a changed price is shown as “from … to …”, using only characters in every font', () => {
  const of = {
    kind: 'price',
    was_price: '10.00',
    was_currency: 'GBP',
    price: '12.50',
    currency: 'USD',
  } as const
  expect(priceOf(of)).toBe('from £10 to $12.50')
  expect(priceOf({ ...of, price: null })).toBe('from £10 to no price')
  expect(priceOf({ ...of, kind: 'added' })).toBe('$12.50')
  expect(priceOf({ ...of, kind: 'gone' })).toBe('')
})
