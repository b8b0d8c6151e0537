import { expect, test } from 'vitest'
import { needsNote } from './basics.ts'

test.each([
  ['10.00', '2026-12-01', '10.00', '2026-12-01', false],
  ['10.00', '2026-12-01', '10', '2026-12-01', false],
  ['10.00', '2026-12-01', '10.01', '2026-12-01', true],
  ['10.00', '2026-12-01', '9', '2026-12-01', true],
  ['10.00', '2026-12-01', '10.00', '2026-12-02', true],
  ['10.00', '2026-12-01', '10.00', '2026-11-30', false],
  ['10.00', '2026-12-01', '10.00', null, true],
  ['10.00', null, '10.00', '2026-12-01', false],
])('from credit %s and charge %s to %s and %s: a note is needed is %s', (c1, d1, c2, d2, needed) => {
  const before = { credit_available: c1, next_charge_date: d1 }
  expect(needsNote(before, { credit_available: c2, next_charge_date: d2 })).toBe(needed)
})
