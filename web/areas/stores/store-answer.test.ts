import { expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import type { FeedTrouble } from '#contract/integrations/feed-troubles.ts'
import { reasonOf, storeAnswer, wantsUpdate, withFeeds, type StoreWithFeeds } from './store-answer.ts'

const tm = '2026-11-23T10:05:00Z'
const store = (of: Partial<StoreWithFeeds>): StoreWithFeeds => ({
  vendor_store_id: 7,
  vendor_id: 3,
  vendor_store_name: 'Shop',
  market_name: 'WooCommerce',
  store_url: '',
  takes_file: true,
  behind_since: null,
  job_status: null,
  integrations: 1,
  last_update_tm: tm,
  last_job_id: 1,
  last_failure: null,
  unpaid: null,
  stopped_reason: null,
  refused: 0,
  waits_until: null,
  waits_for: null,
  kept_back: 0,
  kept_back_by: null,
  has_price_rules: true,
  held_update_id: null,
  insert_tm: tm,
  feeds: [],
  ...of,
})
const says = (of: Partial<StoreWithFeeds>) => storeAnswer(store(of))

test('a store shows its status and a link to fix it', () => {
  expect(says({})).toEqual({ text: 'Up to date. All changes sent.' })
  expect(says({ job_status: jobStatus.executing }).text).toBe('Update running.')
  expect(says({ job_status: jobStatus.scheduled }).text).toBe('Update queued.')
  expect(says({ takes_file: false })).toEqual({
    text: 'Not connected to WooCommerce yet.',
    act: { label: 'Connect', to: '#how-it-is-reached' },
  })
  expect(says({ held_update_id: 49 })).toEqual({
    text: 'Update 49 needs approval. Nothing is sent until then.',
    act: { label: 'Review update', to: '/vendors/view/3/stores/7?update=49' },
  })
  expect(says({ waits_until: tm, waits_for: 'The market’s rate limit is used up.' }).text).toMatch(
    /^The market’s rate limit is used up\. Resumes at .+\.$/,
  )
  expect(says({ waits_until: tm }).text).toMatch(/^Waiting for the market’s results\. Next check at .+\.$/)
  expect(says({ refused: 241 })).toEqual({
    text: '241 products refused by the market.',
    act: { label: 'View refused products', to: '#refused-products' },
  })
  expect(says({ behind_since: tm }).text).toMatch(/^Changes since .+ will be sent with the next update\.$/)
  expect(says({ kept_back: 1, kept_back_by: 12 })).toMatchObject({
    text: '1 product withheld: update 12 was rejected or rolled back.',
    act: { to: '/vendors/view/3/stores/7?update=12' },
  })
  expect(says({ integrations: 0, last_update_tm: null })).toMatchObject({
    text: 'No active integrations. Add an integration for WooCommerce to send products.',
    act: { to: '/vendors/view/3/integrations' },
  })
  expect(says({ last_update_tm: null }).text).toBe('Never updated.')
  expect(says({ has_price_rules: false })).toEqual({
    text: 'Up to date. All changes sent. No prices are sent because the vendor has no price rules.',
    act: { label: 'Add price rules', to: '/vendors/view/3/price_rules' },
  })
})

test('the reason for a stop or failure is shown separately, and as the reason in lists', () => {
  expect(says({ stopped_reason: 'It refuses the login' }).text).toBe('')
  expect(says({ last_failure: 'No address' }).text).toBe('')
  expect(reasonOf(store({ last_failure: 'No address' }))).toBe('No address')
})

test('an update is suggested only if it would send something', () => {
  expect(wantsUpdate(store({ behind_since: tm }))).toBe(true)
  expect(wantsUpdate(store({ last_failure: 'No address' }))).toBe(true)
  expect(wantsUpdate(store({ last_update_tm: null }))).toBe(true)
  expect(wantsUpdate(store({}))).toBe(false)
  expect(wantsUpdate(store({ behind_since: tm, held_update_id: 4 }))).toBe(false)
  expect(wantsUpdate(store({ last_update_tm: null, integrations: 0 }))).toBe(false)
})

const heldFeed: FeedTrouble = {
  feed_id: 5,
  dropshipper_id: 2,
  supplier_name: 'Cobalt Tools',
  vendor_custom_feed_id: null,
  standing: 'held',
  run_id: 1506,
  since_tm: tm,
}
test('a store isn’t called up to date while a feed behind it is held, failing or late', () => {
  expect(says({ feeds: [heldFeed] })).toEqual({
    text: expect.stringMatching(
      /^All changes sent\. The feed from Cobalt Tools has been held for approval since .+10:05 am\.$/,
    ) as string,
    act: { label: 'View run', to: '/feed-runs/1506' },
  })
  expect(
    says({
      feeds: [
        { ...heldFeed, standing: 'failing', vendor_custom_feed_id: 3, run_id: null, since_tm: null },
        heldFeed,
      ],
    }),
  ).toEqual({
    text: 'All changes sent. The custom feed for Cobalt Tools is failing. No good run yet. 1 more feed out of date.',
    act: { label: 'View feed', to: '/suppliers/view/2/monitoring' },
  })
  // what isn't known yet isn't claimed
  expect(says({ feeds: undefined }).text).toBe('All changes sent.')
  expect(says({ feeds: [heldFeed], refused: 2 }).text).toMatch(/2 products refused/)
  const [woo] = withFeeds(
    [store({ market_name: 'WooCommerce' })],
    [
      { ...heldFeed, market_name: 'eBay' },
      { ...heldFeed, feed_id: 6, market_name: 'WooCommerce' },
    ],
  )
  expect(woo!.feeds!.map((feed) => feed.feed_id)).toEqual([6])
})
