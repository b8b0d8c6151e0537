import { expect, test } from 'vitest'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { answerOf, soldAfterChange } from './words.ts'

const feed = {
  current_run_id: 7,
  products: 3,
  own_products: 1,
  supplier_products: 1587,
  active: true,
  is_restricted: false,
}

test('changing a custom feed first shows how many products its vendor would gain or lose', () => {
  expect(soldAfterChange(feed, { active: true, is_restricted: true })).toBe(
    'After saving, the vendor sells 3 of 1,588 products. The others show as sold out in its stores.',
  )
  expect(soldAfterChange({ ...feed, is_restricted: true }, { active: false, is_restricted: true })).toBe(
    'After saving, the vendor sells 1,587 products instead of 3.',
  )
  expect(soldAfterChange(feed, { active: false, is_restricted: false })).toContain(
    'sells 1,587 of 1,588 products',
  )
})

test('a feed that was never applied and an unchanged feed show no effect', () => {
  expect(soldAfterChange({ ...feed, current_run_id: null }, { active: true, is_restricted: true })).toBeNull()
  expect(soldAfterChange(feed, feed)).toBeNull()
})

test('a feed that has never run says so only once', () => {
  const view = {
    ...feed,
    closed: null,
    no_access: false,
    current_run_id: null,
    dynamic_pricing_tier: null,
    subscribed: true,
    standing: 'never_ran',
    standing_reason: 'It has not run yet',
  } as Partial<CustomFeedView> as CustomFeedView
  expect(answerOf(view)).toBe('No run applied yet. The vendor sells from the supplier’s own feed.')
})
