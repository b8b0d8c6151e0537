import { expect, test } from 'vitest'
import { jobStatus } from '#contract/jobs/types.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { reasonOf, storeAnswer, wantsUpdate } from './store-answer.ts'

const tm = '2026-11-23T10:05:00Z'
const store = (of: Partial<VendorStore>): VendorStore => ({
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
  ...of,
})
const says = (of: Partial<VendorStore>) => storeAnswer(store(of))

test('a store shows its status and a link to fix it', () => {
  expect(says({})).toEqual({ text: 'It was told all that changed.' })
  expect(says({ job_status: jobStatus.executing }).text).toBe('An update of it runs now.')
  expect(says({ job_status: jobStatus.scheduled }).text).toBe('An update of it waits for its turn.')
  expect(says({ takes_file: false })).toEqual({
    text: 'Nothing is sent to it: nobody has said yet how WooCommerce is reached.',
    act: { label: 'Say how', to: '#how-it-is-reached' },
  })
  expect(says({ held_update_id: 49 })).toEqual({
    text: 'Update 49 waits for a decision. Nothing else is sent until then.',
    act: { label: 'Decide', to: '/vendors/view/3/stores/7?update=49' },
  })
  expect(says({ waits_until: tm, waits_for: 'The market takes no more for now.' }).text).toMatch(
    /^The market takes no more for now: goes on at .+\. Nobody has to do anything\.$/,
  )
  expect(says({ waits_until: tm }).text).toMatch(/^Its market is asked at .+ what became of what it took\./)
  expect(says({ refused: 241 })).toEqual({
    text: 'Its market refuses 241 products.',
    act: { label: 'See why, and what to do', to: '#refused-products' },
  })
  expect(says({ behind_since: tm }).text).toMatch(/^What changed since .+ goes out with its next update\.$/)
  expect(says({ kept_back: 1, kept_back_by: 12 })).toMatchObject({
    text: 'Update 12 keeps 1 product as a person decided.',
    act: { to: '/vendors/view/3/stores/7?update=12' },
  })
  expect(says({ integrations: 0, last_update_tm: null })).toMatchObject({
    text: 'No integration fills it. It has nothing to show before one of WooCommerce is added.',
    act: { to: '/vendors/view/3/integrations' },
  })
  expect(says({ last_update_tm: null }).text).toBe('It was never updated.')
  expect(says({ has_price_rules: false })).toEqual({
    text: 'It was told all that changed. It is sent no prices: this user has no price rules.',
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
