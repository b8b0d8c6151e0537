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
  [[], /^No updates running\. Each update covers/],
  [[update(2)], /The last update succeeded\./],
  [[update(2), update(2)], /The last 2 updates succeeded\./],
  [[update(3), update(3, { terminated: true }), update(2)], /Last 3 updates: 1 failed\./],
  [[update(2, { held: 'Prices move' })], /Last update: 1 held\./],
  [[update(3), update(2, { held: 'Prices move' })], /Last 2 updates: 1 failed, 1 held\./],
  [[update(4)], /^Update for Shop queued\./],
  [[update(1, { progress_text: '5,000 products sent' })], /^Updating Shop: 5,000 products sent\./],
])('the update summary is right: %#', (updates, text) => {
  expect(updatesInWords(updates, stores)).toMatch(text)
})
