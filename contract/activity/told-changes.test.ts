import { expect, test } from 'vitest'
import { eventName, fieldName } from './names.ts'
import { shownChanges } from './told-changes.ts'

test('known entries have everyday names, and unknown ones are named by their words', () => {
  expect([eventName('feed.held'), eventName('feed.thawed_again'), fieldName('supplier_name')]).toEqual([
    'Feed run held',
    'Thawed again',
    'Name',
  ])
})

test('changes are listed field by field, with labels instead of codes', () => {
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
    { name: 'Allows eBay', from: 'No', to: 'Yes', long: false },
    { name: 'State', from: 'Held', to: 'Queued', long: false },
    { name: 'Maximum feed age (days)', from: '1', to: 'Nothing', long: false },
    { name: 'Rules: Hold percent', from: '30', to: '40', long: false },
  ])
})

test('a long text is kept whole and marked as long', () => {
  const [from, to] = ['old '.repeat(40), 'new '.repeat(40)]
  expect(shownChanges({ description: { from, to } })).toEqual([{ name: 'Description', from, to, long: true }])
  // also where only one of the two is long
  expect(shownChanges({ description: { from: 'short', to } })).toEqual([
    { name: 'Description', from: 'short', to, long: true },
  ])
  expect(shownChanges(null)).toEqual([])
})

test('a nested code is labeled by the field it belongs to', () => {
  expect(
    shownChanges({ row: { from: { place: { state: 'held' } }, to: { place: { state: 'queued' } } } }),
  ).toEqual([{ name: 'Row: Place: State', from: 'Held', to: 'Queued', long: false }])
})
