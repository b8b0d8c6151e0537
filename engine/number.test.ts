import { describe, expect, test } from 'vitest'
import { exactNumber, plainNumber, wholeNumber, withoutExponent } from './number.ts'

describe('a number with an exponent', () => {
  test.each([
    ['1.5E3', '1500'],
    ['1.1E-2', '0.011'],
    ['1.25e1', '12.5'],
    ['12.3400e+1', '123.4'],
    ['1.500E1', '15'],
    ['.5E0', '0.5'],
    ['.5E1', '5'],
    ['5.E1', '50'],
    ['12E-1', '1.2'],
    ['12E-2', '0.12'],
    ['0012.5E1', '125'],
    ['0E5', '0'],
    ['-1.5E3', '-1500'],
    ['+1.5E3', '1500'],
    ['1E-15', '0.000000000000001'],
    ['1.234567890123E+12', '1234567890123'],
    ['1E39', `1${'0'.repeat(39)}`],
  ])('%s is written out as %s', (text, full) => {
    expect(withoutExponent(text)).toBe(full)
  })
  test.each(['', '12.50', 'E5', '.E5', '+E5', '1.5E', 'x1E3', '1E3x', '1.2.3E4', '1E40', '1E-300', '1E9999'])(
    'isn’t recognized in %j, which stays unchanged',
    (text) => {
      expect(withoutExponent(text)).toBe(text)
    },
  )
})

test.each([
  ['2.50', '2.5'],
  ['100.00', '100'],
  ['100', '100'],
  ['1.50e1', '15'],
  ['-0.0', '0'],
  ['-0.50', '-0.5'],
  ['1.5e50', '1.5e50'],
  ['-1.5E-300', '-1.5E-300'],
])('the JSON number %s becomes %s', (written, exact) => {
  expect(exactNumber(written)).toBe(exact)
})

test.each([
  ['0.30000000000000004', '0.3'],
  ['1234.4999999999999', '1234.5'],
  ['1.2344999999999999E3', '1234.5'],
  ['1.2345678901234567E+25', '12345678901234600000000000'],
  ['12.50', '12.50'],
  ['1.5E3', '1500'],
  ['123456789012345678', '123456789012345678'],
  ['see e.g. the other sheet', 'see e.g. the other sheet'],
])('a spreadsheet’s %s becomes the %s that it displays', (saved, shown) => {
  expect(plainNumber(saved)).toBe(shown)
})

test.each([
  ['12', 12],
  ['12.', 12],
  ['12.00', 12],
  ['.00', 0],
  ['+5', 5],
  ['-5', -5],
  ['1.2e1', 12],
  ['.25E+2', 25],
  ['1200e-02', 12],
  ['12.5', NaN],
  ['.5', NaN],
  ['', NaN],
  ['.', NaN],
  ['0x10', NaN],
  ['1e', NaN],
  ['1,000', NaN],
  [' 12', NaN],
  ['12 ', NaN],
  ['Infinity', NaN],
])('as a whole number %j is %d', (text, n) => {
  expect(wholeNumber(text)).toBe(n)
})

test('a cell of a million digits isn’t a number, and is recognized as such at once', () => {
  const digits = '1'.repeat(1_000_000)
  for (const text of [digits, `${digits}x`, `${digits}.${digits}`, `0.${'0'.repeat(1_000_000)}1`]) {
    expect(withoutExponent(text)).toBe(text)
    expect(exactNumber(text)).toBe(text)
    expect(wholeNumber(text)).toBeNaN()
  }
})
