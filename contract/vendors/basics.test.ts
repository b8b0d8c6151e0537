import { expect, test } from 'vitest'
import { chargeOnceActive, needsNote, vendorBasics } from './basics.ts'

test.each([
  ['10.00', '2026-12-01', '10.00', '2026-12-01', false],
  ['10.00', '2026-12-01', '10', '2026-12-01', false],
  ['10.00', '2026-12-01', '10.01', '2026-12-01', true],
  ['10.00', '2026-12-01', '9', '2026-12-01', true],
  ['10.00', '2026-12-01', '10.00', '2026-12-02', true],
  ['10.00', '2026-12-01', '10.00', '2026-11-30', false],
  ['10.00', '2026-12-01', '10.00', null, true],
  ['10.00', null, '10.00', '2026-12-01', false],
  ['10.00', null, '10.00', null, false],
])('changing credit %s and charge date %s to %s and %s requires a note: %s', (c1, d1, c2, d2, needed) => {
  const before = { credit_available: c1, next_charge_date: d1 }
  expect(needsNote(before, { credit_available: c2, next_charge_date: d2 })).toBe(needed)
})

test.each([
  ['Ann’s Garden Shop', '10.00', []],
  [' ', '10.00', ['Enter a company name']],
  ['Ann’s Garden Shop', '1.234', ['Enter an amount such as 12.50']],
])('a vendor named “%s” with a credit of %s gets the errors %o', (company, credit_available, told) => {
  const { error } = vendorBasics.safeParse({
    company,
    vendor_status_id: 1,
    vendor_plan_type_id: null,
    order_volume: 'Unknown',
    priority_support: null,
    optimized_sync_oa: false,
    credit_available,
    next_charge_date: null,
  })
  expect((error?.issues ?? []).map((issue) => issue.message)).toEqual(told)
})

test.each([
  [4, 1, '2030-02-28', '2030-03-10'],
  [2, 1, '2030-03-09', '2030-03-10'],
  [2, 1, '2030-03-10', '2030-03-10'],
  [2, 1, '2030-03-11', '2030-03-11'],
  [2, 1, null, null],
  [1, 1, '2030-02-28', '2030-02-28'],
  [1, 4, '2030-02-28', '2030-02-28'],
  [2, 3, '2030-02-28', '2030-02-28'],
])(
  'changing status %i to %i on March 10 moves a charge due on %s to %s',
  (before, after, next_charge_date, charge) => {
    const asked = { vendor_status_id: after, next_charge_date }
    expect(chargeOnceActive({ vendor_status_id: before }, asked, '2030-03-10')).toBe(charge)
  },
)
