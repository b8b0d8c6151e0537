import { expect, test } from 'vitest'
import { filtersOf, searchOf } from './view-address.ts'

test('the filters in an address are equal in any order, whatever page or tab is open', () => {
  expect(filtersOf('?page=3&state=3&category=image&view=12')).toBe(filtersOf('category=image&state=3'))
  expect(filtersOf('mode=custom&q=a%26b&history=7&report=3&of=restricted&side=notes&trend=90')).toBe(
    'q=a%26b',
  )
})

test('a saved view applies its filters and keeps the open list', () => {
  const view = { saved_view_id: 12, search: 'q=late&view=9&mode=summary' }
  expect(searchOf(view, '?mode=custom&q=other&page=2')).toBe('q=late&mode=custom&view=12')
  expect(searchOf(undefined, '?mode=custom&q=other&view=12')).toBe('mode=custom')
  expect(searchOf(undefined, '?side=notes&q=other&view=12')).toBe('side=notes')
  expect(searchOf(view, '?of=restricted')).toBe('q=late&of=restricted&view=12')
})
