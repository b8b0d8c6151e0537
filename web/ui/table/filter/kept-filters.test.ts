import { expect, test } from 'vitest'
import { withKept } from './kept-filters.ts'

test('an address without filters gets those of before; one that has some, or a view, stays', () => {
  expect(withKept('', 'plan=2&sort=oldest')).toBe('plan=2&sort=oldest')
  expect(withKept('?page=3&trend=90', 'plan=2')).toBe('plan=2&trend=90')
  expect(withKept('?manager=4', 'plan=2')).toBeUndefined()
  expect(withKept('?view=12', 'plan=2')).toBeUndefined()
  expect(withKept('', '')).toBeUndefined()
})
