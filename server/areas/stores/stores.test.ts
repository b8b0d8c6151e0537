import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { harness, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { startStoreUpdates } from './public.ts'
import { startFtp } from '#server/test/servers/ftp.ts'
import { makeSeller, updateNow } from '#server/test/stores/sellers.ts'
import { noticesLike } from '#server/test/notices.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})

/** A vendor with a store that sells a supplier's 20 products. */
async function store(drop_to: object, drop_secret: string | null = null) {
  const { feed, vendor_store_id } = await makeSeller(h, {
    market_id: 99,
    settings: { upload_outofstock_product: true },
    store: { vendor_store_name: 'Shop at XCart', drop_to, drop_secret },
  })
  await feed.publish(manyRows(20))
  await runFeed(c, feed.feed_id)
  return { feed, vendor_store_id }
}
const update = (vendor_store_id: number) => updateNow(c, vendor_store_id)

test('a store is sent its stock first, then only changes, then nothing', async () => {
  const { feed, vendor_store_id } = await store({ kind: 'storage', folder: 'shop' })
  const { behind_since } = await h.services.db
    .selectFrom('vendor_store')
    .select('behind_since')
    .where('vendor_store_id', '=', vendor_store_id)
    .executeTakeFirstOrThrow()
  expect(behind_since).not.toBeNull()
  expect((await update(vendor_store_id)).result).toMatchObject({ sent: 20, files: 1 })
  await feed.publish(manyRows(20, (i) => [`${(i % 90) + 1}.50`, i === 7 ? '99' : String(i % 40)]))
  await runFeed(c, feed.feed_id)
  expect((await update(vendor_store_id)).result).toMatchObject({ sent: 1 })
  expect((await update(vendor_store_id)).result).toMatchObject({ sent: 0, files: 0 })
  const folder = join(h.dir, 'files', 'stores', 'shop')
  const files = readdirSync(folder).map((f) => readFileSync(join(folder, f), 'utf8'))
  expect(files.toSorted((a, b) => a.length - b.length)[0]).toBe('sku,quantity,active\nSKU-7,99,1\n')
})

test('a store is sent nothing from a restricted supplier until its vendor has access', async () => {
  const { feed, vendor_store_id } = await store({ kind: 'storage', folder: 'restricted' })
  const { db } = h.services
  await db
    .updateTable('dropshipper')
    .set({ allow_browse: -1 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  expect((await update(vendor_store_id)).result).toMatchObject({ sent: 0 })
  const { vendor_id } = await db
    .updateTable('vendor_store')
    .set({ behind_since: null })
    .where('vendor_store_id', '=', vendor_store_id)
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  const body = { dropshipper_id: feed.dropshipper_id, note: 'Agreed' }
  expect((await c.post(`/api/vendor/${vendor_id}/restricted-access`, body)).status).toBe(200)
  const { behind_since } = await db
    .selectFrom('vendor_store')
    .select('behind_since')
    .where('vendor_store_id', '=', vendor_store_id)
    .executeTakeFirstOrThrow()
  expect(behind_since).not.toBeNull()
  expect((await update(vendor_store_id)).result).toMatchObject({ sent: 20 })
})

test('a store’s freshness counts from its last sent update, and discarded updates don’t change it', async () => {
  const { feed, vendor_store_id } = await store({ kind: 'storage', folder: 'fresh' })
  const { db } = h.services
  await db
    .updateTable('dropshipper')
    .set({ max_file_age_allowed_in_days: 2 })
    .where('dropshipper_id', '=', feed.dropshipper_id)
    .execute()
  const shelf = async () => (await c.get(`/api/suppliers/${feed.dropshipper_id}/shelves`)).body
  expect(await shelf()).toMatchObject([{ vendor_store_id, told_tm: null, age_seconds: null }])
  await update(vendor_store_id)
  const [told] = await shelf()
  expect(told).toMatchObject({ promised_hours: 48, told_tm: expect.any(String), broken: [] })
  expect(told.applied_tm).not.toBeNull()
  const { vendor_id } = told
  expect((await c.get(`/api/vendor/${vendor_id}/shelves`)).body).toMatchObject([
    { dropshipper_id: feed.dropshipper_id, told_tm: told.told_tm },
  ])
  await db
    .insertInto('store_update')
    .values(
      ['discarded', 'superseded', 'held', 'dry'].map((state) => ({
        vendor_store_id,
        kind: 'changed',
        state,
        requested_by: 'schedule',
        planned_tm: new Date(Date.now() + 60_000).toISOString(),
        end_tm: new Date(Date.now() + 60_000).toISOString(),
      })),
    )
    .execute()
  expect((await shelf())[0]).toMatchObject({ told_tm: told.told_tm })
})

test('a store’s file holds the exact values, even where a spreadsheet would change them', async () => {
  const { feed, vendor_store_id } = await store({ kind: 'storage', folder: 'true' })
  const titles = ['=1+1', '+44 piece set', '-40 degrees', '@home', 'Plain', 'A "quoted", one']
  await feed.publish(
    `sku,title,price,qty\n${titles.map((t, i) => `-${i},"${t.replaceAll('"', '""')}",1,5\n`).join('')}`,
  )
  const { body: now } = await c.get(`/api/feeds/${feed.feed_id}`)
  await c.put(`/api/feeds/${feed.feed_id}`, { ...now, rules: { ...now.rules, threshold_percent: 100 } })
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 6 })
  await update(vendor_store_id)
  const folder = join(h.dir, 'files', 'stores', 'true')
  const text = readdirSync(folder)
    .map((f) => readFileSync(join(folder, f), 'utf8'))
    .join('')
  for (const line of [
    '-0,=1+1',
    '-1,+44 piece set',
    '-2,-40 degrees',
    '-3,@home',
    '-4,Plain',
    '-5,"A ""quoted"", one"',
  ])
    expect(text).toContain(`\n${line},`)
  expect(text).not.toContain("'")
})

test('a store is reached by FTP with its saved password, or fails with the reason', async () => {
  const root = mkdtempSync(join(tmpdir(), 'feedstock-drop-'))
  const ftp = await startFtp(root, 'shop', 'right')
  try {
    const drop = { kind: 'ftp', host: '127.0.0.1', port: ftp.port, path: '/', user: 'shop' }
    const good = await store(drop, h.services.secrets.seal('right'))
    expect((await update(good.vendor_store_id)).result).toMatchObject({ sent: 20 })
    expect(readFileSync(join(root, readdirSync(root)[0]!), 'utf8').split('\n')).toHaveLength(22)
    const bad = await store(drop, h.services.secrets.seal('wrong'))
    const refused = await update(bad.vendor_store_id)
    expect(refused).toMatchObject({ job_status: 3, attempt: 1 })
    expect(refused.reason).toMatch(/refused the login or password: 530/)
    const { db } = h.services
    expect(
      await db
        .selectFrom('store_product')
        .select('product_id')
        .where('vendor_store_id', '=', bad.vendor_store_id)
        .where('in_store', '=', true)
        .execute(),
    ).toEqual([])
    const stopped = await db
      .selectFrom('vendor_store')
      .select(['stopped_reason', 'behind_since'])
      .where('vendor_store_id', '=', bad.vendor_store_id)
      .executeTakeFirstOrThrow()
    expect(stopped.stopped_reason).toMatch(/530/)
    expect(stopped.behind_since).not.toBeNull()
    const told = () => noticesLike(h, 'Updates for % stopped%')
    expect(await told()).toHaveLength(1)
    // nothing is tried again by itself, and staff are told once
    await startStoreUpdates(h.services)
    expect(await update(bad.vendor_store_id)).toMatchObject({ job_status: 3 })
    expect(await told()).toHaveLength(1)
  } finally {
    await ftp.close()
  }
})

test('a password that an FTP server repeats in its answer is never shown or stored', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 Ready\r\n')
    socket.on('data', (data) => {
      const [, command, said] = /^(\w+) ?(.*)/.exec(data.toString().trim()) ?? []
      if (command === 'USER') socket.write('331 And the password?\r\n')
      else if (command === 'PASS') socket.write(`530 shop may not sign in with ${said}\r\n`)
      else socket.write('502 Not here\r\n')
    })
  })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', () => r()))
  try {
    const { port } = server.address() as AddressInfo
    const drop = { kind: 'ftp', host: '127.0.0.1', port, path: '/', user: 'shop' }
    const { vendor_store_id } = await store(drop, h.services.secrets.seal('s3cret/horse'))
    const { reason } = await update(vendor_store_id)
    expect(reason).toMatch(/refused the login or password: 530 shop may not sign in with •••/)
    const { rows } = await sql<{ xml: string }>`
      select database_to_xml(true, false, '')::text as xml`.execute(h.services.db)
    expect(rows[0]!.xml).not.toContain('s3cret/horse')
  } finally {
    await new Promise<void>((r) => void server.close(() => r()))
  }
})
