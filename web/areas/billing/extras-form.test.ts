import { expect, test } from 'vitest'
import { costFault, priceFault } from './extras-form.ts'

test('a price is refused where it is typed as its save refuses it', () => {
  for (const [text, fault] of [
    ['12.34', undefined],
    [' 999999.99 ', undefined],
    ['', 'Give an amount such as 12.50'],
    ['1.234', 'Give an amount such as 12.50'],
    ['1000000', 'At most $999,999.99'],
  ] as const)
    expect([text, priceFault(text), costFault(text)]).toEqual([text, fault, fault])
  expect(priceFault('0')).toBeUndefined()
  expect(costFault('0.00')).toBe('Give an amount above zero')
})
