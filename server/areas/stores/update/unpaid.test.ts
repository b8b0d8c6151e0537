import { beforeAll, expect, test } from 'vitest'
import { fileShop, rowsOf } from '#server/test/stores/file-shops.ts'
import { harness, staff, waitUntil, type Client } from '#server/test/harness.ts'
import { approveAll, giveCard, makePlans, pro } from '#server/test/billing/money.ts'
import { sql } from '#server/platform/database/db.ts'
import { renew } from '#server/areas/payments/public.ts'
import { startStoreUpdates } from '../public.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h, 'admin')
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
  await makePlans(h, pro)
})

/** A shop that shows what it is told, of a vendor in this status. */
async function shopOf(n: number, settings: object = {}, vendor: object = {}) {
  const { db } = h.services
  const s = await fileShop(h, c, n, { ...(settings && { settings }) })
  await db
    .updateTable('vendor')
    .set({ vendor_status_id: 1, ...vendor })
    .where('vendor_id', '=', s.vendor_id)
    .execute()
  await s.update()
  s.files()
  return {
    ...s,
    /** As the form of Basic info saves it. */
    async becomes(vendor_status_id: number) {
      const { vendor: had, version } = (await c.get(`/api/vendor/${s.vendor_id}/basics`)).body
      const saved = await c.post(`/api/vendor/${s.vendor_id}`, {
        vendor: { ...had, vendor_status_id },
        version,
        reason: 'So it was agreed',
      })
      expect([saved.status, saved.body.error]).toEqual([200, undefined])
      // taking products out of stores needs two
      if (saved.body.waiting) await approveAll(h, s.vendor_id)
    },
    inStore: async () => (await s.shown()).filter((p) => p.active && p.quantity! > 0).map((p) => p.sku),
    behind: async () => (await c.get(`/api/vendor/${s.vendor_id}/stores`)).body[0].behind_since !== null,
    /** The timer's turn. @returns whether it queued an update of this store */
    async turn() {
      await startStoreUpdates(h.services)
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n
        from job
        where param_value = ${String(s.vendor_store_id)} and job_status in (1, 4)`.execute(db)
      await waitUntil(
        () =>
          sql`
          select from job where param_value = ${String(s.vendor_store_id)} and job_status in (1, 4)`.execute(
            db,
          ),
        (a) => a.rows.length === 0,
      )
      return rows[0]!.n > 0
    },
  }
}

test('a suspended vendor’s stores are sent nothing, then everything that waited once it has paid', async () => {
  const s = await shopOf(12)
  await s.becomes(2)
  await s.change(sql`quantity = 0`, ['SKU-1'])
  await sql`update vendor_store set behind_since = now() where vendor_id = ${s.vendor_id}`.execute(
    h.services.db,
  )
  expect(await s.turn()).toBe(false)
  expect(await s.update()).toMatchObject({ sent: 0, waits: 'The vendor is suspended for billing' })
  expect([s.files(), await s.behind()]).toEqual([[], true])
  const asked = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'full' })
  expect([asked.status, asked.body.error.message]).toEqual([
    409,
    expect.stringContaining('suspended for billing'),
  ])
  const dry = await c.post(s.path, { vendor_store_id: s.vendor_store_id, kind: 'dry' })
  expect((await s.ended(dry.body.store_update_id)).update).toMatchObject({ state: 'dry', waiting: 1 })
  expect((await c.get(`/api/vendor/${s.vendor_id}/stores`)).body).toMatchObject([{ unpaid: 'suspended' }])
  await s.becomes(1)
  expect(await s.turn()).toBe(true)
  expect(rowsOf(s.files())).toEqual(['SKU-1,0,1'])
})

test('a delisted vendor’s products are taken down without approval and come back when it pays', async () => {
  const s = await shopOf(12)
  const { db } = h.services
  // what a subscription that has ended left there goes, too
  await sql`delete from subscription where vendor_id = ${s.vendor_id}`.execute(db)
  await s.becomes(3)
  expect(await s.turn()).toBe(true)
  expect(rowsOf(s.files()).toSorted()[0]).toBe('SKU-1,0,0')
  expect([await s.inStore(), await s.behind()]).toEqual([[], false])
  expect(await s.newest()).toMatchObject({ kind: 'delist', state: 'sent', sent: 12, zeroed: 12 })
  // what changes is not told, and what is down is not told again
  await s.change(sql`quantity = 9`, ['SKU-1'])
  expect(await s.update()).toMatchObject({ sent: 0 })
  await db
    .insertInto('subscription')
    .values({ vendor_id: s.vendor_id, dropshipper_id: s.dropshipper_id })
    .execute()
  await s.becomes(1)
  expect(await s.turn()).toBe(true)
  expect((await s.inStore()).length).toBe(12)
  expect(await s.newest()).toMatchObject({ kind: 'changed', state: 'sent', sent: 12 })
})

test('only products a store shows are taken down, sold-out ones too; they are deleted only if its own integration says so', async () => {
  const s = await shopOf(2)
  const { db } = h.services
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, quantity,
      wholesale_price)
    values (${s.feed_id}, ${s.dropshipper_id}, 99, 1, 1, 'SKU-9', 0, 10)`.execute(db)
  await s.change(sql`quantity = 0`, ['SKU-2'])
  await s.update()
  s.files()
  const another = await shopOf(1)
  const { dropshipper_id } = s
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id: another.vendor_id, dropshipper_id, market_id: 99, delete_market_products: true })
    .execute()
  await sql`delete from vendor_market_map where vendor_id = ${s.vendor_id}`.execute(db)
  await s.becomes(3)
  expect(await s.turn()).toBe(true)
  expect(rowsOf(s.files()).toSorted()).toEqual(['SKU-1,0,0', 'SKU-2,0,0'])
  expect(await s.newest()).toMatchObject({ state: 'sent', sent: 2, zeroed: 1 })
  expect((await s.shown()).map((one) => one.active)).toEqual([false, false])
})

test('products deleted by an integration are new again when the vendor pays', async () => {
  const s = await shopOf(3, { delete_market_products: true, full_product_import: true })
  await s.becomes(3)
  expect(await s.turn()).toBe(true)
  expect(await s.shown()).toEqual([])
  await s.becomes(1)
  expect(await s.turn()).toBe(true)
  expect(await s.newest()).toMatchObject({ created: 3, sent: 3 })
  expect((await s.inStore()).length).toBe(3)
})

test('a held update is not sent while its vendor is suspended, and is dropped once it is delisted', async () => {
  const s = await shopOf(40)
  await s.change(
    sql`quantity = 0`,
    Array.from({ length: 15 }, (_, i) => `SKU-${i + 1}`),
  )
  await s.update()
  const held = await s.newest()
  await s.becomes(2)
  const approved = await c.post(`${s.path}/${held.store_update_id}/approve`, { reason: 'Looked at' })
  expect(approved.status).toBe(409)
  const waiting = async () =>
    (await c.get('/api/vendor/waiting-stores')).body.filter(
      (w: { vendor_id: number }) => w.vendor_id === s.vendor_id,
    )
  expect(await waiting()).toEqual([])
  await s.becomes(3)
  expect(await s.turn()).toBe(true)
  expect(await s.inStore()).toEqual([])
  expect((await c.get(`${s.path}/${held.store_update_id}`)).body.update.state).toBe('superseded')
})

test('a store stopped for its login stays stopped while its products wait to be taken down', async () => {
  const s = await shopOf(3)
  await sql`
    update vendor_store
    set stopped_reason = 'Login incorrect', stopped_tm = now()
    where vendor_id = ${s.vendor_id}`.execute(h.services.db)
  await s.becomes(3)
  expect(await s.turn()).toBe(false)
  expect([await s.behind(), (await s.inStore()).length]).toEqual([true, 3])
})

test('an unpaid bill stops the stores, then empties them, and a new card fills them again', async () => {
  const { clock, db } = h.services
  const at = (day: string) => (clock.now = () => Date.parse(`${day}T12:00:00Z`))
  try {
    const s = await shopOf(4, {}, { vendor_plan_type_id: 1, next_charge_date: '2030-01-31' })
    await db
      .insertInto('notification_email')
      .values({ vendor_id: s.vendor_id, email: 'pay@shop.test', billing: true })
      .execute()
    const status = async () =>
      (
        await db
          .selectFrom('vendor')
          .select('vendor_status_id')
          .where('vendor_id', '=', s.vendor_id)
          .executeTakeFirstOrThrow()
      ).vendor_status_id
    at('2030-01-31')
    await giveCard(h, s.vendor_id, '4000000000000341')
    for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) {
      at(`2030-${day}`)
      await renew(h.services)
    }
    expect(await status()).toBe(2)
    await s.change(sql`quantity = 2`, ['SKU-1'])
    expect(await s.update()).toMatchObject({ sent: 0 })
    at('2030-03-09')
    await renew(h.services)
    expect(await status()).toBe(3)
    expect(await s.turn()).toBe(true)
    expect(await s.inStore()).toEqual([])
    const letters = await db
      .selectFrom('mail')
      .select('subject')
      .where('recipient', '=', 'pay@shop.test')
      .orderBy('mail_id')
      .execute()
    expect(letters.at(-1)!.subject).toBe('We’re removing our products from your stores')
    await giveCard(h, s.vendor_id)
    expect(await status()).toBe(1)
    expect(await s.turn()).toBe(true)
    expect((await s.inStore()).length).toBe(4)
  } finally {
    clock.now = () => Date.now()
  }
})
