import { expect, test } from 'vitest'
import { eventName, fieldName } from './names.ts'
import { shownChanges } from './told-changes.ts'

test('an entry is called what a person calls it, a new kind by its words', () => {
  expect([eventName('feed.held'), eventName('feed.thawed_again'), fieldName('supplier_name')]).toEqual([
    'Feed run held',
    'Thawed again',
    'Name',
  ])
})

test('changes are told part by part, codes as what they stand for', () => {
  expect(
    shownChanges({
      allow_browse: { from: 1, to: -1 },
      allows_ebay: { from: false, to: true },
      state: { from: 'held', to: 'queued' },
      max_file_age_allowed_in_days: { from: 1, to: null },
      rules: { from: { hold_percent: 30, warn_percent: 10 }, to: { hold_percent: 40, warn_percent: 10 } },
    }),
  ).toEqual([
    { name: 'Browsing', from: 'Public', to: 'Hidden/Restricted', long: false },
    { name: 'Allows eBay', from: 'no', to: 'yes', long: false },
    { name: 'State', from: 'Held', to: 'Queued', long: false },
    { name: 'Feed may be at most this old, in days', from: '1', to: 'nothing', long: false },
    { name: 'Rules: Hold percent', from: '30', to: '40', long: false },
  ])
})

test('a long text stands whole behind its name', () => {
  const [from, to] = ['old '.repeat(40), 'new '.repeat(40)]
  expect(shownChanges({ description: { from, to } })).toEqual([{ name: 'Description', from, to, long: true }])
  // also where only one of the two is long
  expect(shownChanges({ description: { from: 'short', to } })).toEqual([
    { name: 'Description', from: 'short', to, long: true },
  ])
  expect(shownChanges(null)).toEqual([])
})

test('a code inside a part is told by the name of that part', () => {
  expect(
    shownChanges({ row: { from: { place: { state: 'held' } }, to: { place: { state: 'queued' } } } }),
  ).toEqual([{ name: 'Row: Place: State', from: 'Held', to: 'Queued', long: false }])
})
