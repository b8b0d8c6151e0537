import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { wooCommerce, type WooCommerce } from '#server/stand-ins/woocommerce.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { startMarket } from '#server/test/stores/markets.ts'
import { makeApiStore } from '#server/test/stores/told-stores.ts'

const h = harness({ worker: true })
const token = 'cs_secret'
let c: Client
let shop: WooCommerce
let market: Awaited<ReturnType<typeof startMarket>>
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 201, market_name: 'WooCommerce' }).execute()
  shop = wooCommerce({ token })
  market = await startMarket(shop)
})
afterAll(() => market.close())

test('a SKU’s explanation runs from its feed’s column to the market’s answer', async () => {
  const s = await makeApiStore(h, c, {
    market_id: 201,
    address: market.address,
    login: 'ck',
    token,
    products: 2,
  })
  await s.update()
  shop.products.clear()
  await s.change(sql`quantity = 3`, ['SKU-2'])
  await s.update()
  const { db } = h.services
  const { vendor_market_map_id: vmmid } = await db
    .selectFrom('vendor_market_map')
    .select('vendor_market_map_id')
    .where('vendor_id', '=', s.vendor_id)
    .executeTakeFirstOrThrow()
  const explain = async (sku: string) => {
    const { product_id } = await db
      .selectFrom('product')
      .select('product_id')
      .where('sku', '=', sku)
      .orderBy('product_id')
      .executeTakeFirstOrThrow()
    const { body } = await c.post(`/api/vendor/${s.vendor_id}/integration/${vmmid}/diagnose`, { product_id })
    const done = await waitUntil(
      () => c.get(`/api/jobs/${body.job_id}`),
      (a) => a.body.job_status === 2 || a.body.job_status === 3,
    )
    return done.body.result.findings as { step: string; mark: string; text: string }[]
  }
  const name = (await s.store()).vendor_store_name
  const refused = await explain('SKU-2')
  expect(refused).toContainEqual({ step: 'Integration', mark: 'fine', text: 'Shop at WooCommerce is active' })
  expect(refused).toContainEqual({
    step: 'Rule',
    mark: 'fine',
    text: 'Markup $2.50, for all products: $12.50',
  })
  expect(refused.filter((one) => one.step === name)).toEqual([
    { step: name, mark: 'fine', text: 'Should show 3 in stock, $12.50' },
    {
      step: name,
      mark: 'wrong',
      text: 'Refused by the market: Invalid ID. The market no longer has this product. It is added again when it changes.',
    },
  ])
  const first = await explain('SKU-1')
  const fine = first.filter((one) => one.step === name)
  const moment = /sent \d+\/\d+\/\d\d \d+:\d\d [ap]m UTC$/
  expect(fine.map((one) => [one.mark, one.text.replace(moment, 'sent')])).toEqual([
    ['fine', 'Should show 5 in stock, $12.50'],
    ['fine', 'Shows 5 in stock, $12.50, sent'],
  ])
  expect(first).toContainEqual({ step: 'Price', mark: 'fine', text: 'Costs $10' })
  // another vendor's stores are none of this integration's
  const theirs = await makeApiStore(h, c, { market_id: 201, address: market.address, token })
  const stores = async (sku: string) => (await explain(sku)).find((one) => one.step === 'Stores')
  await sql`
    insert into store_product (vendor_store_id, product_id, in_store)
    select ${theirs.vendor_store_id}::int, sp.product_id, true
    from store_product sp
    where sp.vendor_store_id = ${s.vendor_store_id}`.execute(db)
  expect(await stores('SKU-1')).toMatchObject({ mark: 'fine', text: 'Listed in 1 store, up to date' })
  // what a store isn't told of isn't fine
  await sql`
    update store_product
    set in_store = false
    where vendor_store_id = ${s.vendor_store_id}`.execute(db)
  expect(await stores('SKU-1')).toMatchObject({ mark: 'note', text: 'Not listed in any store' })
  await sql`update vendor_market_map set paused_at = now() where vendor_market_map_id = ${vmmid}`.execute(db)
  expect(await explain('SKU-1')).toContainEqual({
    step: 'Integration',
    mark: 'wrong',
    text: 'Shop at WooCommerce is frozen',
  })
  const logged = await db
    .selectFrom('activity')
    .select('message')
    .where('vendor_id', '=', s.vendor_id)
    .where('type', '=', 'job.schedule')
    .execute()
  expect(logged.map((row) => row.message)).toContainEqual(
    expect.stringMatching(/diagnosis of SKU-1 queued as job \d+/),
  )
})
