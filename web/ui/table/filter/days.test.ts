import { expect, test } from 'vitest'
import { dayByKey, isDay, spanWith, typedDay, weeksOf } from './days.ts'

test.each([
  ['2026-11-21', 'ArrowLeft', '2026-11-20'],
  ['2026-11-30', 'ArrowRight', '2026-12-01'],
  ['2026-03-01', 'ArrowUp', '2026-02-22'],
  ['2026-12-28', 'ArrowDown', '2027-01-04'],
  ['2026-11-21', 'Home', '2026-11-15'],
  ['2026-11-15', 'Home', '2026-11-15'],
  ['2026-11-15', 'End', '2026-11-21'],
  ['2026-03-31', 'PageUp', '2026-02-28'],
  ['2026-12-31', 'PageDown', '2027-01-31'],
  ['1900-01-01', 'ArrowLeft', '1900-01-01'],
  ['9999-12-31', 'PageDown', '9999-12-31'],
  ['9999-12-31', 'ArrowDown', '9999-12-31'],
])('from %s %s moves to %s', (day, key, to) => {
  expect(dayByKey(day, key)).toBe(to)
})

test('Shift with a month key moves by a year, also from February 29; other keys do nothing', () => {
  expect(dayByKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28')
  expect(dayByKey('2028-02-29', 'PageUp', true)).toBe('2027-02-28')
  expect(dayByKey('2028-02-29', 'a')).toBeUndefined()
})

test('a month is laid out in weeks from Sunday, without days of other months', () => {
  const weeks = weeksOf('2026-11-21')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `2026-11-0${n}`))
  expect(weeks[4]!.slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', undefined])
  expect(weeks.flat().filter(Boolean)).toHaveLength(30)
})

test('only real calendar days are valid', () => {
  expect(['2026-11-21', '2028-02-29'].every(isDay)).toBe(true)
  for (const text of ['', '2026-02-29', '2026-13-01', '26-01-01', '1899-12-31', '7d', 'x'])
    expect(isDay(text), text).toBe(false)
})

test('the second chosen day ends the range, or starts it if it is earlier', () => {
  expect(spanWith(undefined, 'from', '2026-11-21')).toEqual({ from: '2026-11-21', to: undefined })
  expect(spanWith('2026-11-21', 'to', '2026-11-30')).toEqual({ from: '2026-11-21', to: '2026-11-30' })
  expect(spanWith('2026-11-21', 'to', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
  expect(spanWith('2026-11-21', 'from', '2026-12-01')).toEqual({ from: '2026-12-01', to: undefined })
})

test('a day can be typed in the address’s format or as shown on screen', () => {
  const typed = ['2026-12-31', '12/31/2026', ' 1/2/26 ', '12/31/20', '13/1/2026', '2/29/2026', '12/31', '']
  expect(typed.map(typedDay)).toEqual([
    '2026-12-31',
    '2026-12-31',
    '2026-01-02',
    '2020-12-31',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
