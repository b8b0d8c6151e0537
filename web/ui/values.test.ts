import { expect, test } from 'vitest'
import { age, duration, shortTime, since } from './time.ts'
import { count, daysSuffix, fileSize, many, signed } from './values.tsx'

test.each([
  [-3, '0 ms'],
  [0, '0 ms'],
  [0.0004, '0 ms'],
  [0.25, '250 ms'],
  [0.9996, '1.0 s'],
  [1, '1.0 s'],
  [9.94, '9.9 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [60, '1 min'],
  [119, '1 min'],
  [3600, '1 h'],
  [3661, '1 h 1 min'],
  [86_400, '1 d'],
  [90_061, '1 d 1 h 1 min'],
])('%d seconds last %s', (seconds, text) => expect(duration(seconds)).toBe(text))

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [3569, '59 min'],
  [3599, '1 h'],
  [71.4 * 3600, '71 h'],
  [71.9 * 3600, '3 days'],
  [10 * 86_400, '10 days'],
])('%d seconds are %s old', (seconds, text) => expect(age(seconds)).toBe(text))

test('a moment of today is its time alone, any other has its day', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (...parts: [number, number, number, number, number]) =>
    shortTime(new Date(...parts).toISOString(), now).replace(/\s/g, ' ')
  expect([
    at(2026, 10, 21, 0, 5),
    at(2026, 10, 21, 12, 0),
    at(2026, 10, 20, 23, 59),
    at(2025, 10, 21, 14, 10),
  ]).toEqual(['12:05 am', '12:00 pm', '11/20/26 11:59 pm', '11/21/25 2:10 pm'])
})

test('the seconds since a moment are counted from now', () => {
  expect(since('2026-11-21T00:00:00Z', Date.parse('2026-11-21T00:01:30Z'))).toBe(90)
})

test('a count has its separators, its sign and its noun', () => {
  expect([count(0), count(2014), signed(0), signed(1200), signed(-1200)]).toEqual([
    '0',
    '2,014',
    '0',
    '+1,200',
    '−1,200',
  ])
  expect([many(0, 'product'), many(1, 'product'), many(2, 'product'), many(2014, 'product')]).toEqual([
    '0 products',
    '1 product',
    '2 products',
    '2,014 products',
  ])
  expect([daysSuffix(1), daysSuffix('1'), daysSuffix(0), daysSuffix(2), daysSuffix('')]).toEqual([
    ' day',
    ' day',
    ' days',
    ' days',
    ' days',
  ])
})

test.each([
  [0, '0.0 kB'],
  [512, '0.5 kB'],
  [1024 * 1023, '1023.0 kB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1024 ** 2, '1.0 MB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [1024 ** 8, '1.0 YB'],
  [1024 ** 9, '1024.0 YB'],
])('%d bytes read %s', (bytes, text) => expect(fileSize(bytes)).toBe(text))
