import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  anchorOf,
  dayOf,
  daysBetween,
  nextBillingDay,
  shareOf,
  shortSpanText,
  spanText,
} from './days.ts'

test('a period is shown with its last day, and with both years if they differ', () => {
  expect(spanText({ starts: '2026-11-25', ends: '2026-12-25' })).toBe('Nov 25 to Dec 24, 2026')
  expect(spanText({ starts: '2026-12-25', ends: '2027-01-25' })).toBe('Dec 25, 2026 to Jan 24, 2027')
  expect(shortSpanText({ starts: '2026-12-25', ends: '2027-01-25' })).toBe('12/25/26 to 1/24/27')
})

test('months are counted from the billing day: the 31st returns after February', () => {
  const days = ['2026-01-31']
  while (days.length < 5) days.push(nextBillingDay('2026-01-31', days.at(-1)!))
  expect(days).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  expect(addMonths('2024-02-29', 48)).toBe('2028-02-29')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
})

test('a charge date off the billing day becomes a new billing day', () => {
  expect(anchorOf('2026-01-31', '2026-02-28')).toBe('2026-01-31')
  expect(anchorOf('2026-01-31', '2026-02-27')).toBe('2026-02-27')
  expect(anchorOf('2026-03-31', '2026-02-28')).toBe('2026-02-28')
  expect(anchorOf(null, '2026-02-28')).toBe('2026-02-28')
})

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days))

test('billing dates are 28 to 31 days apart, whatever the billing day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 60 }), (anchor, months) => {
      const day = addMonths(anchor, months)
      const next = nextBillingDay(anchor, day)
      expect(next).toBe(addMonths(anchor, months + 1))
      expect(daysBetween(day, next)).toBeGreaterThanOrEqual(28)
      expect(daysBetween(day, next)).toBeLessThanOrEqual(31)
    }),
  )
})

test('the parts of an amount add up to it, to the cent', () => {
  expect(shareOf(4999, 31, 31)).toBe(4999)
  expect(shareOf(4999, 0, 31)).toBe(0)
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 1, max: 366 }),
      (cents, whole) => {
        const parts = Array.from(
          { length: whole },
          (_, i) => shareOf(cents, whole - i, whole) - shareOf(cents, whole - i - 1, whole),
        )
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
        const even = Math.abs(cents) / whole
        expect(parts.every((part) => Math.abs(Math.abs(part) - even) <= 1)).toBe(true)
      },
    ),
  )
})

test('the amount for the remaining days is rounded to the nearest cent, half a cent up', () => {
  expect([shareOf(100, 1, 3), shareOf(100, 2, 3), shareOf(-100, 1, 3)]).toEqual([33, 67, -33])
  expect([shareOf(25, 1, 2), shareOf(-25, 1, 2)]).toEqual([12, -12])
})

test('days follow the calendar', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -60_000, max: 200_000 }),
      fc.integer({ min: 0, max: 86_399_999 }),
      (days, ms) => {
        const day = new Date(days * 86_400_000).toISOString().slice(0, 10)
        expect(dayOf(days * 86_400_000 + ms)).toBe(day)
        expect(addDays('1970-01-01', days)).toBe(day)
        expect(daysBetween(day, '2000-02-29')).toBe(11_016 - days)
      },
    ),
  )
})
