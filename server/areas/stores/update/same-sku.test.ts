import { expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed } from '#server/test/harness.ts'
import { wooTurns } from '#server/test/stores/woo-shops.ts'

const h = harness({ worker: true })
const { t, begin, ended, stock } = wooTurns(h)
type Store = Awaited<ReturnType<typeof t.store>>

/** Another supplier has its first SKU, too, and 50 of it. */
async function another(s: Store, settings: object = {}) {
  const { db } = h.services
  const { feed_id, dropshipper_id } = await makeFeed(h)
  await db.insertInto('subscription').values({ vendor_id: s.vendor_id, dropshipper_id }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({
      vendor_id: s.vendor_id,
      dropshipper_id,
      market_id: 201,
      full_product_import: true,
      ...settings,
    })
    .execute()
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      wholesale_price, quantity)
    values (${feed_id}, ${dropshipper_id}, 1, 1, 1, 'SKU-1', 'Same', 11, 50)`.execute(db)
  return (to: ReturnType<typeof sql>) => sql`update product set ${to} where feed_id = ${feed_id}`.execute(db)
}

test('a SKU that one supplier drops belongs to another supplier from the next update', async () => {
  const s = await t.store(2, { delete_market_products: true })
  await another(s)
  await s.update()
  expect(stock('SKU-1')).toEqual([5])
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.update()
  await s.update()
  expect(stock('SKU-1')).toEqual([50])
})

test('a SKU that a supplier drops and adds again stays with the supplier that took it over until that one drops it', async () => {
  const s = await t.store(2)
  const changeOther = await another(s)
  await s.update()
  await s.change(sql`gone_tm = now()`, ['SKU-1'])
  await s.update()
  await s.update()
  await s.change(sql`gone_tm = null, quantity = 6`, ['SKU-1'])
  await s.update()
  expect(stock('SKU-1')).toEqual([50])
  const sellers = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n
      from store_product
      join product using (product_id)
      where vendor_store_id = ${s.vendor_store_id} and in_store and sku = 'SKU-1'`.execute(h.services.db)
    return rows[0]!.n
  }
  expect(await sellers()).toBe(1)
  await changeOther(sql`gone_tm = now()`)
  await s.update()
  await s.update()
  expect(stock('SKU-1')).toEqual([6])
  expect(await sellers()).toBe(1)
})

test('a SKU in a store stays with its supplier, whichever supplier is added later', async () => {
  const s = await t.store(2)
  const { db } = h.services
  await sql`
    update vendor_market_map
    set is_activated = 0
    where vendor_id = ${s.vendor_id}`.execute(db)
  await another(s)
  await s.update()
  await sql`
    update vendor_market_map
    set is_activated = 1
    where vendor_id = ${s.vendor_id}`.execute(db)
  await s.update()
  expect(stock('SKU-1', 'SKU-2')).toEqual([50, 5])
})

test('two products with one SKU are sent in two calls', async () => {
  const s = await t.store(1, { load_child_product_conflicts: true })
  await another(s, { load_child_product_conflicts: true })
  await begin(s, 'full')
  await ended(s)
  expect((await s.calls()).slice(-2).map((call) => [call.products, call.live, call.refused])).toEqual([
    [1, 1, 0],
    [1, 1, 0],
  ])
  // and both are known from then on
  await s.change(sql`quantity = 3`, ['SKU-1'])
  expect((await s.update()).result).toMatchObject({ sent: 1 })
  expect((await t.c.get(s.path)).body[0]).toMatchObject({ created: 0, quantity_changed: 1 })
})
