import { expect, test } from 'vitest'
import { soldThen } from './words.ts'

const feed = {
  current_run_id: 7,
  products: 3,
  own_products: 1,
  supplier_products: 1587,
  active: true,
  is_restricted: false,
}

test('what a change of a custom feed takes from its vendor, or gives to it, is said before', () => {
  expect(soldThen(feed, { active: true, is_restricted: true })).toBe(
    'This user is then sold 3 of the 1,588 products that it is sold now; the others sell out in its stores.',
  )
  expect(soldThen({ ...feed, is_restricted: true }, { active: false, is_restricted: true })).toBe(
    'This user is then sold 1,587 products in place of 3.',
  )
  expect(soldThen(feed, { active: false, is_restricted: false })).toContain(
    'sold 1,587 of the 1,588 products',
  )
})

test('a feed that was never applied takes nothing, and what stays as it is says nothing', () => {
  expect(soldThen({ ...feed, current_run_id: null }, { active: true, is_restricted: true })).toBeNull()
  expect(soldThen(feed, feed)).toBeNull()
})
