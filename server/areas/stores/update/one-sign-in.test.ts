import { expect, test } from 'vitest'
import { harness } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { amazonTests } from '#server/test/stores/amazon-sellers.ts'
import { walmartTests } from '#server/test/stores/walmart-accounts.ts'

const h = harness({ worker: true })
const walmart = walmartTests(h)
const amazon = amazonTests(h)

/** So that the next update of a store compares it, too. */
const askToCompare = (vendor_store_id: number) =>
  h.services.db
    .insertInto('store_update')
    .values({ vendor_store_id, kind: 'compare', state: 'asked', requested_by: 'Pat' })
    .execute()

test('a Walmart update that checks results, sends and compares requests one token', async () => {
  const { t, ended } = walmart
  const s = await t.store(3)
  await s.update()
  await ended(s)
  t.shop.pace = 0
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  await s.due()
  await s.change(sql`quantity = 8`, ['SKU-2'])
  await askToCompare(s.vendor_store_id)
  t.market.asked.length = 0
  await s.update()
  const asked = t.market.asked.map(
    ({ method, path }) => `${method} ${path.replace(/\?.*|(?<=feeds)\/.*/, '')}`,
  )
  expect(new Set(asked)).toEqual(
    new Set(['POST /v3/token', 'GET /v3/feeds', 'POST /v3/feeds', 'GET /v3/inventories', 'GET /v3/items']),
  )
  expect(asked.filter((path) => path === 'POST /v3/token')).toHaveLength(1)
})

test('an Amazon update that checks results, sends and compares requests one token', async () => {
  const { t, listed } = amazon
  const s = await listed()
  await s.change(sql`quantity = 9`, ['SKU-1'])
  await s.update()
  await s.due()
  await s.change(sql`quantity = 8`, ['SKU-2'])
  await askToCompare(s.vendor_store_id)
  t.market.asked.length = 0
  await s.update()
  const paths = t.market.asked.map(({ path }) => path)
  expect(paths.filter((path) => path === '/auth/o2/token')).toHaveLength(1)
  for (const part of ['/feeds/2021-06-30/feeds/', '/feeds/2021-06-30/documents', '/listings/'])
    expect(paths.filter((path) => path.includes(part))).not.toEqual([])
})
