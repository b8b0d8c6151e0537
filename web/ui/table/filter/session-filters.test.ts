import { expect, test } from 'vitest'
import { withSessionFilters } from './session-filters.ts'

test('an address without filters gets the previous ones, and one with filters or a view stays', () => {
  expect(withSessionFilters('', 'plan=2&sort=oldest')).toBe('plan=2&sort=oldest')
  expect(withSessionFilters('?page=3&trend=90', 'plan=2')).toBe('plan=2&trend=90')
  expect(withSessionFilters('?manager=4', 'plan=2')).toBeUndefined()
  expect(withSessionFilters('?view=12', 'plan=2')).toBeUndefined()
  expect(withSessionFilters('', '')).toBeUndefined()
})
