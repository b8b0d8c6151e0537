import { expect, test } from 'vitest'
import { amount, isEmail, money, price } from './formats.ts'

test.each([
  [0, '$0'],
  [-0, '$0'],
  [-0.001, '$0'],
  [0.004, '$0'],
  ['0.0000', '$0'],
  [0.01, '$0.01'],
  [-0.01, '-$0.01'],
  [5, '$5'],
  [5.5, '$5.50'],
  ['1210.5000', '$1,210.50'],
  [1_234_567.891, '$1,234,567.89'],
  [-1234.5, '-$1,234.50'],
])('%j dollars are shown as %s', (value, text) => expect(money(value)).toBe(text))

test('pounds and rand have their own symbols, and any other currency gets the dollar sign', () => {
  expect([
    money(9.5, 2),
    money(0, 2),
    money(9.5, 4),
    money(-9.5, 4),
    money(9.5, 1),
    money(9.5, null),
    money(9.5, 99),
  ]).toEqual(['£9.50', '£0', 'R9.50', '-R9.50', '$9.50', '$9.50', '$9.50'])
})

test('a value that isn’t a number becomes an empty text', () => {
  for (const value of ['', ' ', 'call us', '1,50', null, undefined, NaN, Infinity])
    expect(money(value)).toBe('')
})

test('an email has exactly one @, text on both sides, and single dots in the domain', () => {
  for (const good of ['a@b.c', 'first.last+tag@shop.example.com', "o'neil@bücher.example"])
    expect(isEmail(good), good).toBe(true)
  for (const bad of [
    '',
    'a',
    '@b.c',
    'a@',
    'a@b',
    'a@@b.c',
    'a@b@c.d',
    'a b@c.d',
    'a@b. c',
    'a@b..c',
    'a@.b.c',
    'a@b.c.',
    'a@b.c d',
    ' a@b.c',
    // a mail would go to a@b.c and somebody else, or is the same box in another spelling
    'a@b.c,',
    'a@b.c,d',
    'a@b.c;',
    'Pat<a@b.c',
    '"a@b.c',
    'x:a@b.c',
    'a\u200b@b.c',
    '\u202ea@b.c',
    'a\u0001@b.c',
    `${'a'.repeat(251)}@b.c`,
  ])
    expect(isEmail(bad), bad).toBe(false)
})

test.each([
  ['12.0000', 'USD', '$12'],
  ['1234567.5', '$', '$1,234,567.50'],
  ['9.95', 'gbp', '£9.95'],
  ['1.2345', 'EUR', 'EUR 1.2345'],
  ['-0.5', 'ZAR', '-R0.50'],
  ['0', '$', '$0'],
  ['250', null, '250'],
  ['ask', 'USD', 'ask'],
])('the feed’s amount %s in %s is shown as %s', (text, currency, shown) =>
  expect(price(text, currency)).toBe(shown),
)

test.each([
  ['0', '$0.00'],
  ['1676', '$1,676.00'],
  ['-0.5', '−$0.50'],
  [-1240.775, '−$1,240.78'],
  [0.004, '$0.00'],
  [-0.004, '$0.00'],
])('in a column, %s dollars are %s', (value, text) => expect(amount(value)).toBe(text))
