import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, staff, type Client } from '#server/test/harness.ts'
import { makeSeller } from '#server/test/stores/sellers.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 39, market_name: 'Shopify' }).execute()
})
const hoursAgo = (hours: number) => new Date(h.services.clock.now() - hours * 3_600_000).toISOString()

/** An update that ended an hour ago. */
const tell = (vendor_store_id: number, of: object = {}) => {
  const told = { planned_tm: hoursAgo(1), end_tm: hoursAgo(1), requested_by: 's' }
  return h.services.db
    .insertInto('store_update')
    .values({ vendor_store_id, kind: 'changed', state: 'sent', ...told, ...of })
    .execute()
}

/** A store of a vendor that sells a supplier, told an hour ago; the supplier's file was read so long ago. */
async function shelf(readHours: number) {
  const { db } = h.services
  const { vendor_id, vendor_store_id, dropshipper_id, feed_id } = await makeSeller(h, { market_id: 39 })
  await sql`
    update dropshipper
    set max_file_age_allowed_in_days = 1
    where dropshipper_id = ${dropshipper_id}`.execute(db)
  await tell(vendor_store_id)
  const ran = async (feed: number, hours: number): Promise<number> => {
    const tm = hoursAgo(hours)
    const { rows } = await sql<{ feed_run_id: number }>`
      insert into feed_run (feed_id, dropshipper_id, state, insert_tm, start_tm, end_tm)
      values (${feed}, ${dropshipper_id}, 'applied', ${tm}, ${tm}, ${tm})
      returning feed_run_id`.execute(db)
    return rows[0]!.feed_run_id
  }
  await ran(feed_id, readHours)
  return { vendor_id, dropshipper_id, vendor_store_id, ran }
}

test('a supplier’s age in a store is the age of its last file, and a missed promise is marked', async () => {
  const fresh = await shelf(5)
  const stale = await shelf(30)
  const { body } = await c.get(`/api/vendor/${fresh.vendor_id}/shelves`)
  expect(body).toMatchObject([{ dropshipper_id: fresh.dropshipper_id, promised_hours: 24, broken: [] }])
  expect(body[0].age_seconds / 3600).toBeCloseTo(5, 1)
  const of = await c.get(`/api/suppliers/${stale.dropshipper_id}/shelves`)
  expect(of.body).toMatchObject([{ vendor_id: stale.vendor_id, broken: [{ until: null }] }])
})

test('an update that was refused or only partly sent doesn’t make a store fresher', async () => {
  const { vendor_id, vendor_store_id } = await shelf(5)
  const told = async (of: object) => {
    await h.services.db.deleteFrom('store_update').where('vendor_store_id', '=', vendor_store_id).execute()
    await tell(vendor_store_id, of)
    return (await c.get(`/api/vendor/${vendor_id}/shelves`)).body[0].told_tm !== null
  }
  expect(await told({ refused: 3 })).toBe(false)
  expect(await told({ refused: 3, sent: 1 })).toBe(true)
  expect(await told({ sent: 1, left_over: 2 })).toBe(false)
  expect(await told({ kind: 'back', sent: 1 })).toBe(false)
  expect(await told({ kind: 'full' })).toBe(true)
  expect(await told({ state: 'nothing' })).toBe(true)
})

test('the supplier furthest past its promised age is listed first', async () => {
  const { vendor_id } = await shelf(30)
  const { db } = h.services
  const { vendor_id: _other, ...slow } = await shelf(40)
  await db
    .updateTable('dropshipper')
    .set({ max_file_age_allowed_in_days: 10 })
    .where('dropshipper_id', '=', slow.dropshipper_id)
    .execute()
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id: slow.dropshipper_id }).execute()
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id: slow.dropshipper_id, market_id: 39 })
    .execute()
  const { body } = await c.get(`/api/vendor/${vendor_id}/shelves`)
  expect(body.map((one: { age_seconds: number }) => Math.round(one.age_seconds / 3600))).toEqual([30, 40])
})

test('suppliers that no store can be sent are not listed', async () => {
  const { vendor_id, vendor_store_id } = await shelf(5)
  const shelves = async () => (await c.get(`/api/vendor/${vendor_id}/shelves`)).body.length
  expect(await shelves()).toBe(1)
  const store = (drop_to: string) =>
    h.services.db
      .updateTable('vendor_store')
      .set({ drop_to })
      .where('vendor_store_id', '=', vendor_store_id)
      .execute()
  await store('{"kind":"none"}')
  expect(await shelves()).toBe(0)
  await store('{"kind":"api"}')
  await h.services.db
    .updateTable('vendor_market_map')
    .set({ is_activated: 0 })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(await shelves()).toBe(0)
})

test('a vendor’s custom feed has a line of its own once it is in use', async () => {
  const { vendor_id, dropshipper_id, ran } = await shelf(5)
  const { db } = h.services
  const { vendor_custom_feed_id } = await db
    .insertInto('vendor_custom_feed')
    .values({ vendor_id, dropshipper_id })
    .returning('vendor_custom_feed_id')
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ feed_id: number }>`
    insert into feed (dropshipper_id, vendor_custom_feed_id, source, format)
    values (${dropshipper_id}, ${vendor_custom_feed_id}, '{}', '{}')
    returning feed_id`.execute(db)
  const lines = async () => {
    const { body } = await c.get(`/api/vendor/${vendor_id}/shelves`)
    return body.map((one: { vendor_custom_feed_id: number | null; age_seconds: number }) => [
      one.vendor_custom_feed_id,
      Math.round(one.age_seconds / 3600),
    ])
  }
  expect(await lines()).toEqual([[null, 5]])
  const current_run_id = await ran(rows[0]!.feed_id, 9)
  await db.updateTable('feed').set({ current_run_id }).where('feed_id', '=', rows[0]!.feed_id).execute()
  expect(await lines()).toEqual([
    [vendor_custom_feed_id, 9],
    [null, 5],
  ])
  await db
    .updateTable('vendor_custom_feed')
    .set({ active: false })
    .where('vendor_id', '=', vendor_id)
    .execute()
  expect(await lines()).toEqual([[null, 5]])
})
