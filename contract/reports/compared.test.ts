import { expect, test } from 'vitest'
import { comparedMonths, comparedRanges } from './compared.ts'

test('whole months are compared with as many months', () => {
  expect(comparedRanges({ start: '2026-10-01', end: '2026-10-31' }, '2026-11-26')).toEqual({
    before: { start: '2026-09-01', end: '2026-09-30' },
    yearBefore: { start: '2025-10-01', end: '2025-10-31' },
  })
  // February of a leap year
  expect(comparedRanges({ start: '2025-02-01', end: '2025-02-28' }, '2026-11-26')).toEqual({
    before: { start: '2025-01-01', end: '2025-01-31' },
    yearBefore: { start: '2024-02-01', end: '2024-02-29' },
  })
})

test('other ranges are compared with as many days before, and from the same day a year before', () => {
  expect(comparedRanges({ start: '2026-10-02', end: '2026-10-31' }, '2026-11-26')).toEqual({
    before: { start: '2026-09-02', end: '2026-10-01' },
    yearBefore: { start: '2025-10-02', end: '2025-10-31' },
  })
  expect(comparedRanges({ start: '2024-02-29', end: '2024-02-29' }, '2026-11-26')).toEqual({
    before: { start: '2024-02-28', end: '2024-02-28' },
    yearBefore: { start: '2023-02-28', end: '2023-02-28' },
  })
})

test('of a range that isn’t over, only the days until today are compared', () => {
  expect(comparedRanges({ start: '2026-11-01', end: '2026-11-30' }, '2026-11-26')).toEqual({
    before: { start: '2026-10-01', end: '2026-10-26' },
    yearBefore: { start: '2025-11-01', end: '2025-11-26' },
  })
  expect(comparedRanges({ start: '2026-12-01', end: '2026-12-10' }, '2026-11-26').before).toEqual({
    start: '2026-11-21',
    end: '2026-11-30',
  })
})

test('a report of whole months is compared with whole months, also while one is running', () => {
  expect(comparedMonths({ start: '2028-03-01' })).toEqual({
    before: { start: '2028-02-01', end: '2028-02-29' },
    yearBefore: { start: '2027-03-01', end: '2027-03-31' },
  })
})
