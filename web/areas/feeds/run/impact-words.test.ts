import { expect, test } from 'vitest'
import { countedText } from './impact-words.ts'

const said = (integrations: number, listings: number) =>
  countedText({ updated: 2, deleted: 1, company: null }, { integrations, listings })

test('the impact explains what is counted, and that listings are an upper limit', () => {
  expect(said(4, 12)).toBe(
    'Vendors subscribe to the supplier; integrations are their active stores. ' +
      'Up to 12 listings: 3 products updated or removed in each of 4 integrations.',
  )
  expect(said(0, 0)).toBe(
    'Vendors subscribe to the supplier; integrations are their active stores. ' +
      'No store sells its products, so no listings change.',
  )
  expect(countedText({ updated: 2, deleted: 1, company: 'Shop' }, { integrations: 4, listings: 12 })).toMatch(
    /^Only Shop uses this custom feed; /,
  )
  expect(
    countedText(
      { updated: 0, deleted: 0, company: 'Shop' },
      { integrations: 1, listings: 1029, closed: 1029 },
    ),
  ).toMatch(/^Restricted: 1,029 supplier products missing from this feed will no longer be sold\. /)
  expect(said(4, 0)).toContain('No listed products are updated or removed, so no listings change.')
})
