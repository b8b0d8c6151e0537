import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activityOf,
  catalogue,
  csv,
  waitForRun,
  harness,
  makeFeed,
  manyRows,
  rollBack,
  runFeed,
  staff,
  type Client,
} from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a feed run', () => {
  test('applies a first file, counts every row and records who ran it', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv([
        ['A', 'Apple', '1.50', '3'],
        ['B', 'Beer', '2', '0'],
        ['', 'Nameless', '1', '1'],
        ['C', 'Cheese', 'cheap', '1'],
      ]),
    )
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({
      state: 'applied',
      rows_read: 4,
      rows_accepted: 2,
      rows_rejected: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      deleted: 0,
    })
    expect(run.issues.map((i) => [i.severity, i.reason, i.rows])).toEqual([
      ['rejected', 'No SKU', 1],
      ['rejected', 'Unreadable price', 1],
    ])
    expect(await catalogue(h, feed.feed_id)).toMatchObject([
      { sku: 'A', wholesale_price: '1.5000', quantity: 3 },
      { sku: 'B', quantity: 0 },
    ])
    expect((await activityOf(c, feed.dropshipper_id)).map((l) => l.type)).toEqual([
      'feed.applied',
      'feed.run',
    ])
  })

  test("keeps the supplier's number of active products: first file, a change, rolled back", async () => {
    const feed = await makeFeed(h)
    const active = async () =>
      (
        await h.services.db
          .selectFrom('dropshipper')
          .select('active_products')
          .where('dropshipper_id', '=', feed.dropshipper_id)
          .executeTakeFirstOrThrow()
      ).active_products
    await feed.publish(manyRows(20))
    await runFeed(c, feed.feed_id)
    expect(await active()).toBe(20)
    await feed.publish(manyRows(21))
    const { feed_run_id } = await runFeed(c, feed.feed_id)
    expect(await active()).toBe(21)
    await rollBack(c, feed_run_id, 'a trial')
    expect(await active()).toBe(20)
  })

  test('keeps six decimals of a weight, and sees the last one change', async () => {
    const feed = await makeFeed(h, {
      mapping: (['sku', 'title', 'wholesale_price', 'weight'] as const).map((field) => ({
        field,
        from: field,
        transforms: [],
      })),
    })
    const weights = async () => {
      const { rows } = await sql<{ weight: string }>`
        select weight::text from product where feed_id = ${feed.feed_id} order by sku`.execute(h.services.db)
      return rows.map(({ weight }) => weight)
    }
    const publish = (light: string) =>
      feed.publish(`sku,title,wholesale_price,weight\nA,Screw,1.50,${light}\nB,Shelf,2.50,12.5\n`)
    await publish('0.000077')
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 2, rows_warned: 0 })
    expect(await weights()).toEqual(['0.000077', '12.5'])
    await publish('0.000078')
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ state: 'applied', updated: 1, unchanged: 1 })
    expect(await weights()).toEqual(['0.000078', '12.5'])
    await rollBack(c, run.feed_run_id, 'wrong weight')
    expect(await weights()).toEqual(['0.000077', '12.5'])
  })

  test('leaves out lines that are no rows: counted apart, shown with their reason, and never mended', async () => {
    const feed = await makeFeed(h)
    const rows = csv([
      ['A1', 'Apple', '1.50', '3'],
      ['B1', 'Beer', '2', '0'],
      ['C1', 'Cheese', 'cheap', '1'],
    ]).split(/\r?\n/)
    const [names = '', ...products] = rows.filter((line) => line !== '')
    await feed.publish(['Price list,,,', names, ...products, names, 'Total,,3.50,'].join('\n'))
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({
      state: 'applied',
      rows_read: 3,
      rows_accepted: 2,
      rows_rejected: 1,
      rows_left_out: 3,
    })
    expect(run.issues.map((i) => [i.severity, i.reason, i.rows])).toEqual([
      ['rejected', 'Unreadable price', 1],
      ['left_out', 'Above the header', 1],
      ['left_out', 'Repeated header', 1],
      ['left_out', 'Total', 1],
    ])
    expect(run.issues.at(-1)?.examples).toMatchObject([{ line: 7, value: 'Total · 3.50' }])
    const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
    expect(body).toContain('Left out: Repeated header')
  })

  test('offers its rejected rows as a file that is safe to open in a spreadsheet', async () => {
    const feed = await makeFeed(h)
    const begins = ['=1+1', '+1+1', '-1+1', '@a', '\t=1', '\r=1', '-5', '+1.50', "O'Neill", 'plain']
    await feed.publish(`sku,title,price,qty\n${begins.map((title) => `,"${title}",1,1\n`).join('')}`)
    const run = await runFeed(c, feed.feed_id)
    const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
    for (const safe of [
      "'=1+1",
      "'+1+1",
      "'-1+1",
      "'@a",
      "'\t=1",
      `"'\r=1"`,
      '-5',
      '+1.50',
      "O'Neill",
      'plain',
    ])
      expect(body).toContain(`\r\n,${safe},1,1,`)
  })

  test('is “unchanged” when the file is the same, whatever its date', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(50))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(50))
    const again = await runFeed(c, feed.feed_id)
    expect(again).toMatchObject({ state: 'unchanged', rows_accepted: 50, unchanged: 50, created: 0 })
  })

  test('counts as changed when the same rows come under reordered columns', async () => {
    const feed = await makeFeed(h)
    await feed.publish('sku,title,price,qty\nA,One,10,3\nB,Two,20,4\nC,Three,30,5\n')
    await runFeed(c, feed.feed_id)
    await feed.publish('sku,title,qty,price\nA,One,10,3\nB,Two,20,4\nC,Three,30,5\n')
    const run = await runFeed(c, feed.feed_id)
    expect([run.state, run.updated]).toEqual(['held', 3])
  })

  test('changes nothing if a new file has the same rows, and touches only the rows that changed', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(200))
    await runFeed(c, feed.feed_id)
    await feed.publish(`${manyRows(200)}\n`)
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged', unchanged: 200 })
    await feed.publish(
      manyRows(200, (i) => (i === 7 ? ['99.99', '1'] : [`${(i % 90) + 1}.50`, String(i % 40)])) +
        'NEW,New one,5,5\n',
    )
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({
      state: 'applied',
      rows_read: 201,
      created: 1,
      updated: 1,
      unchanged: 199,
      deleted: 0,
    })
    expect(run.stats).toMatchObject({ products: 201 })
  })

  test('keeps a missing product as inactive with quantity 0 until it returns', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(30, (i) => [String(i + 5), String(i + 1)]))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(29, (i) => [String(i + 5), String(i + 1)]))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', deleted: 1, rows_accepted: 29 })
    const gone = (await catalogue(h, feed.feed_id)).find((p) => p.sku === 'SKU-29')!
    expect(gone).toMatchObject({ quantity: 0, product_status_id: 0 })
    await feed.publish(manyRows(30, (i) => [String(i + 5), String(i + 1)]))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', updated: 0, created: 1 })
    expect((await catalogue(h, feed.feed_id)).find((p) => p.sku === 'SKU-29')).toMatchObject({
      quantity: 30,
      product_status_id: 1,
      gone_tm: null,
    })
  })

  test('rejects the second of two rows with one SKU, including the twin of an existing product', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(40))
    await runFeed(c, feed.feed_id)
    await feed.publish(`${manyRows(40)}SKU-3,A twin,1,1\n`)
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ rows_read: 41, rows_accepted: 40, rows_rejected: 1, updated: 0 })
    expect(run.issues[0]).toMatchObject({
      reason: 'Duplicate SKU',
      examples: [{ line: 42, value: 'SKU-3 (line 5 is used)' }],
    })
    const file = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
    expect(file.body).toBe(
      'sku,title,price,qty,feedstock_line,feedstock_reason\r\n' + 'SKU-3,A twin,1,1,42,Duplicate SKU\r\n',
    )
  })

  test('reads the last applied file again when it is a dry run', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(20))
    await runFeed(c, feed.feed_id)
    const dry = await runFeed(c, feed.feed_id, true)
    expect(dry).toMatchObject({ state: 'dry', rows_read: 20, created: 0, updated: 0 })
  })

  test('shows what it would do and changes nothing when it is a dry run', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(20))
    expect(await runFeed(c, feed.feed_id, true)).toMatchObject({
      state: 'dry',
      created: 20,
      reason: 'Would be applied',
    })
    expect(await catalogue(h, feed.feed_id)).toEqual([])
  })

  test('is marked as a dry run in the history, whatever its outcome', async () => {
    const feed = await makeFeed(h)
    await feed.publish('')
    await runFeed(c, feed.feed_id)
    await runFeed(c, feed.feed_id, true)
    const { body } = await c.get(`/api/suppliers/${feed.dropshipper_id}/monitoring`)
    expect(body).toMatchObject([
      { state: 'rejected', dry: true },
      { state: 'rejected', dry: false },
    ])
  })

  test('is rejected with the place and reason when the file is unreadable, empty, missing, too old or lacks a column', async () => {
    const feed = await makeFeed(h)
    const reject = async (text: string) => {
      await feed.publish(text)
      const run = await runFeed(c, feed.feed_id)
      expect(run.state).toBe('rejected')
      return run.reason
    }
    expect((await runFeed(c, feed.feed_id)).reason).toContain('has no file')
    expect(await reject('')).toBe('The file has no rows')
    expect(await reject('sku,title,qty\nA,Apple,3\n')).toContain(
      "The column “price” (Wholesale price) isn't in the file",
    )
    expect(await reject('sku,title,price,qty\nA,"Apple,3,4\n')).toBe(
      'A quote opened here is never closed (line 2)',
    )
    await h.services.db
      .updateTable('dropshipper')
      .set({ max_file_age_allowed_in_days: 1 })
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .execute()
    await feed.publish(manyRows(3))
    const old = new Date(Date.now() - 50 * 3_600_000)
    await utimes(join(h.services.config.dataDir, 'files', feed.key), old, old)
    expect((await runFeed(c, feed.feed_id)).reason).toBe('The file is 50 h old; the limit is 24 h')
    expect(await catalogue(h, feed.feed_id)).toEqual([])
    // one notification for all of them, once they are an incident
    await runTimer(h.services, 'open and resolve incidents')
    await runTimer(h.services, 'look for problems')
    const { body } = await c.get('/api/system-messages/unread-count')
    expect(body.unread_count).toBeGreaterThan(0)
  })

  test('is refused while another run of the same feed is in progress', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(5))
    const [a, b] = await Promise.all([
      c.post(`/api/feeds/${feed.feed_id}/run`, {}),
      c.post(`/api/feeds/${feed.feed_id}/run`, {}),
    ])
    expect([a.status, b.status].toSorted((x, y) => x - y)).toEqual([200, 409])
    await waitForRun(c, (a.status === 200 ? a : b).body.feed_run_id)
  })
})
