import { expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { countedText } from './impact-words.ts'

const said = (integrations: number, listings: number, state: FeedRun['state'] = 'held') =>
  countedText({ updated: 2, deleted: 1, state, company: null }, { integrations, listings })

test('the impact explains what is counted and what isn’t known yet', () => {
  expect(said(4, 12)).toContain(
    '12 listings are 3 products updated or gone in each of 4 integrations; which of them a store has really listed isn’t known yet.',
  )
  expect(said(4, 12, 'dry')).toMatch(/isn’t known yet\.$/)
  expect(said(4, 12, 'applied')).toMatch(/isn’t known\.$/)
  expect(said(0, 0)).toBe(
    'Vendors are those who subscribe to the supplier; integrations, their active stores for it. ' +
      'No store sells its products: no listing is touched.',
  )
  expect(
    countedText(
      { updated: 2, deleted: 1, state: 'held', company: 'Shop' },
      { integrations: 4, listings: 12 },
    ),
  ).toMatch(/^It is the custom feed of Shop alone; /)
  expect(
    countedText(
      { updated: 0, deleted: 0, state: 'dry', company: 'Shop' },
      { integrations: 1, listings: 1029, closed: 1029 },
    ),
  ).toMatch(/^It is restricted: 1,029 products of the supplier that it doesn’t hold go off sale\. /)
  expect(said(4, 0)).toContain('No product that a store may list is updated or gone: no listing is touched.')
})
