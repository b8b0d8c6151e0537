import { expect, test } from 'vitest'
import type { IntegrationUpdate } from '#contract/integrations/integrations.ts'
import { updatesInWords } from './updates-in-words.ts'

const update = (job_status: number, more: object = {}) =>
  ({
    job_status,
    terminated: false,
    vendor_store_name: 'Shop',
    progress_text: null,
    held: null,
    ...more,
  }) as IntegrationUpdate
const stores = { stores: [{ vendor_store_id: 1, vendor_store_name: 'Shop', behind_since: null }] }

test.each([
  [[], /^No update is under way\. An update sends/],
  [[update(2)], /The last update went well\./],
  [[update(2), update(2)], /The last 2 updates went well\./],
  [[update(3), update(3, { terminated: true }), update(2)], /Of the last 3 updates 1 failed\./],
  [[update(2, { held: 'Prices move' })], /Of the last 1 update 1 asked a person first\./],
  [
    [update(3), update(2, { held: 'Prices move' })],
    /Of the last 2 updates 1 failed, 1 asked a person first\./,
  ],
  [[update(4)], /^An update of Shop waits for a worker\./],
  [
    [update(1, { progress_text: '5,000 products sent' })],
    /^An update of Shop runs now: 5,000 products sent\./,
  ],
])('the update summary is right: %#', (updates, text) => {
  expect(updatesInWords(updates, stores)).toMatch(text)
})
