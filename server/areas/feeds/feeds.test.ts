import { existsSync, readdirSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tookMs, type FeedRun } from '#contract/feeds/runs.ts'
import { sql } from '#server/platform/db.ts'
import {
  catalogue,
  client,
  csv,
  ended,
  harness,
  makeFeed,
  makeLogin,
  manyRows,
  runFeed,
  staff,
  until,
  type Client,
} from '../../test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const log = async (dropshipper_id: number) =>
  (await c.post('/api/dropshipper-activity-log/', { dropshipper_id })).body.logs as {
    type: string
    message: string
    reason: string | null
    action_by: string
  }[]

describe('a feed run', () => {
  test('applies a first file, counts every row and says who did it', async () => {
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
    expect((await log(feed.dropshipper_id)).map((l) => l.type)).toEqual(['feed.applied', 'feed.run'])
  })

  test('gives its rejected rows as a file that is safe to open', async () => {
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

  test('of the same file is unchanged, whatever its date says', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(50))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(50))
    const again = await runFeed(c, feed.feed_id)
    expect(again).toMatchObject({ state: 'unchanged', rows_accepted: 50, unchanged: 50, created: 0 })
  })

  test('of a new file with the same rows changes nothing, and with few changes touches only those', async () => {
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

  test('keeps a product that is gone as inactive with quantity 0, and takes it back when it returns', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(30, (i) => ['5', String(i + 1)]))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(29, (i) => ['5', String(i + 1)]))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', deleted: 1, rows_accepted: 29 })
    const gone = (await catalogue(h, feed.feed_id)).find((p) => p.sku === 'SKU-29')!
    expect(gone).toMatchObject({ quantity: 0, product_status_id: 0 })
    await feed.publish(manyRows(30, (i) => ['5', String(i + 1)]))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', updated: 1, created: 0 })
    expect((await catalogue(h, feed.feed_id)).find((p) => p.sku === 'SKU-29')).toMatchObject({
      quantity: 30,
      product_status_id: 1,
      gone_tm: null,
    })
  })

  test('rejects the second of two rows with one SKU, and reads the file whole when a known row gets a twin', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(40))
    await runFeed(c, feed.feed_id)
    await feed.publish(`${manyRows(40)}SKU-3,A twin,1,1\n`)
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ rows_read: 41, rows_accepted: 40, rows_rejected: 1, updated: 0 })
    expect(run.issues[0]).toMatchObject({
      reason: 'The SKU stands on another line too',
      examples: [{ line: 42, value: 'SKU-3 (line 5 counts)' }],
    })
    const file = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
    expect(file.body).toBe(
      'sku,title,price,qty,feedstock_line,feedstock_reason\r\nSKU-3,A twin,1,1,42,The SKU stands on another line too\r\n',
    )
  })

  test('is held when half the products are gone, changes nothing, and is applied with a reason', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const before = await catalogue(h, feed.feed_id)
    await feed.publish(manyRows(40))
    const held = await runFeed(c, feed.feed_id)
    expect(held).toMatchObject({ state: 'held', deleted: 60, can: { apply: null, discard: null } })
    expect(held.decision?.measures.find((m) => m.name === 'products')).toMatchObject({
      before: 100,
      after: 40,
      moved: -60,
      verdict: 'hold',
    })
    expect(held.impact?.examples).toHaveLength(20)
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect((await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: '' })).status).toBe(400)
    expect(
      (
        await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, {
          reason: 'The supplier closed a warehouse',
        })
      ).status,
    ).toBe(200)
    expect(await ended(c, held.feed_run_id)).toMatchObject({
      state: 'applied',
      approve_reason: 'The supplier closed a warehouse',
      deleted: 60,
    })
    expect((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null)).toHaveLength(40)
    expect((await log(feed.dropshipper_id)).find((l) => l.type === 'feed.apply')).toMatchObject({
      reason: 'The supplier closed a warehouse',
      action_by: 'Pat support',
    })
  })

  test('that is held can be discarded once, and not applied after', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(10))
    const held = await runFeed(c, feed.feed_id)
    expect(
      (await c.post(`/api/feed-runs/${held.feed_run_id}/discard`, { reason: 'A broken export' })).status,
    ).toBe(204)
    expect(
      (await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'Changed my mind' })).body.error
        .message,
    ).toBe('Only a held run can be applied')
    const left = await catalogue(h, feed.feed_id)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter((p) => p.gone_tm !== null)).toEqual([])
  })

  test('goes through once with a one-time threshold, and the threshold is used up', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    const { body: settings } = await c.get(`/api/feeds/${feed.feed_id}`)
    await c.put(`/api/feeds/${feed.feed_id}`, { ...settings, one_time_threshold_percent: 90 })
    await feed.publish(manyRows(40))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'applied',
      decision: { threshold: 90, one_time: true },
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body.one_time_threshold_percent).toBeNull()
    await feed.publish(manyRows(10))
    expect((await runFeed(c, feed.feed_id)).state).toBe('held')
  })

  test('is rolled back to exactly what was before, and only the newest may be', async () => {
    const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
    await feed.publish(manyRows(60))
    const first = await runFeed(c, feed.feed_id)
    const before = await catalogue(h, feed.feed_id)
    await feed.publish(manyRows(50, (i) => [`${i + 3}.25`, String(i)]) + 'EXTRA,More,1,1\n')
    const second = await runFeed(c, feed.feed_id)
    expect(
      (await c.post(`/api/feed-runs/${first.feed_run_id}/roll-back`, { reason: 'Not the newest' })).status,
    ).toBe(409)
    expect(
      (await c.post(`/api/feed-runs/${second.feed_run_id}/roll-back`, { reason: 'Wrong prices' })).status,
    ).toBe(200)
    await until(
      () => c.get(`/api/feed-runs/${second.feed_run_id}`),
      (a) => a.body.state === 'rolled_back',
    )
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect((await log(feed.dropshipper_id)).slice(0, 2).map((l) => [l.type, l.reason])).toEqual([
      ['feed.rolled_back', 'Wrong prices'],
      ['feed.roll_back', 'Wrong prices'],
    ])
    // the file that was taken back is read anew, not taken for known
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 1 })
  })

  test('that is dry reads the file that was applied last once more', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(20))
    await runFeed(c, feed.feed_id)
    const dry = await runFeed(c, feed.feed_id, true)
    expect(dry).toMatchObject({ state: 'dry', rows_read: 20, created: 0, updated: 0 })
  })
  test('that is dry says what it would do and changes nothing', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(20))
    expect(await runFeed(c, feed.feed_id, true)).toMatchObject({
      state: 'dry',
      created: 20,
      reason: 'It would be applied',
    })
    expect(await catalogue(h, feed.feed_id)).toEqual([])
  })

  test('is rejected with where and why: unreadable, empty, a column gone, a file missing, too old', async () => {
    const feed = await makeFeed(h)
    const reject = async (text: string) => {
      await feed.publish(text)
      const run = await runFeed(c, feed.feed_id)
      expect(run.state).toBe('rejected')
      return run.reason
    }
    expect((await runFeed(c, feed.feed_id)).reason).toContain('There is no file')
    expect(await reject('')).toBe('The file holds no rows')
    expect(await reject('sku,title,qty\nA,Apple,3\n')).toContain(
      "The column “price” (wholesale_price) isn't in the file",
    )
    expect(await reject('sku,title,price,qty\nA,"Apple,3,4\n')).toBe(
      'A quote that opens here is never closed (line 2)',
    )
    await h.services.db
      .updateTable('dropshipper')
      .set({ max_file_age_allowed_in_days: 1 })
      .where('dropshipper_id', '=', feed.dropshipper_id)
      .execute()
    await feed.publish(manyRows(3))
    const old = new Date(Date.now() - 50 * 3_600_000)
    await utimes((await h.services.files.local(feed.key)).path, old, old)
    expect((await runFeed(c, feed.feed_id)).reason).toBe('The file is 50 h old; allowed are 24 h')
    expect(await catalogue(h, feed.feed_id)).toEqual([])
    const { body } = await c.get('/api/system-messages/unread-count')
    expect(body.unread_count).toBeGreaterThan(0)
  })

  test('is refused while another of the same feed is under way', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(5))
    const [a, b] = await Promise.all([
      c.post(`/api/feeds/${feed.feed_id}/run`, {}),
      c.post(`/api/feeds/${feed.feed_id}/run`, {}),
    ])
    expect([a.status, b.status].toSorted((x, y) => x - y)).toEqual([200, 409])
    await ended(c, (a.status === 200 ? a : b).body.feed_run_id)
  })

  test('an uploaded file that isn’t what it says is refused before it is stored', async () => {
    const feed = await makeFeed(h)
    const upload = (name: string, bytes: Buffer) =>
      c.upload(
        `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}`,
        'feedFile',
        name,
        bytes,
      )
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), Buffer.alloc(5000, 1)])
    expect((await upload('feed.csv', png)).body.error).toMatchObject({
      message: 'Error uploading File : it is a PNG image',
      fields: { feedFile: 'it is a PNG image' },
    })
    expect((await upload('feed.xlsx', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain(
      'neither',
    )
    expect((await upload('feed.csv.gz', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain(
      'gzip',
    )
    expect((await upload('feed.csv', Buffer.from('sku\0\x01price'))).status).toBe(400)
    expect(
      existsSync(join(h.dir, 'files', 'uploads')) &&
        readdirSync(join(h.dir, 'files', 'uploads', String(feed.feed_id)), { recursive: true }),
    ).toEqual(existsSync(join(h.dir, 'files', 'uploads')) ? [] : false)
    expect((await upload('feed.csv', Buffer.from(manyRows(3)))).status).toBe(200)
    expect((await upload('feed.csv', Buffer.from(manyRows(5000)))).status).toBe(200)
    expect((await upload('feed.csv', Buffer.from('\ufeffsku,title', 'utf16le'))).status).toBe(200)
    expect((await upload('feed.csv.gz', gzipSync(manyRows(3)))).status).toBe(200)
    await upload('feed.csv', Buffer.from(manyRows(5000)))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 5000 })
  })

  test('compares with another product by product', async () => {
    const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
    await feed.publish(
      csv([
        ['A', 'Apple', '1', '1'],
        ['B', 'Beer', '2', '2'],
        ['C', 'Cheese', '3', '3'],
      ]),
    )
    const first = await runFeed(c, feed.feed_id)
    await feed.publish(
      csv([
        ['A', 'Apple', '9', '1'],
        ['B', 'Beer', '2', '2'],
        ['D', 'Dates', '4', '4'],
      ]),
    )
    const second = await runFeed(c, feed.feed_id)
    await feed.publish(
      csv([
        ['A', 'Apple', '10', '1'],
        ['B', 'Beer', '2', '2'],
        ['D', 'Dates', '4', '4'],
      ]),
    )
    const third = await runFeed(c, feed.feed_id)
    const between = async (a: FeedRun, b: FeedRun, change = '') => {
      const path = `/api/feed-runs/${a.feed_run_id}/compare/${b.feed_run_id}`
      const { body } = await c.get(`${path}${change && `?change=${change}`}`)
      return {
        counts: (await c.get(`${path}/counts`)).body,
        skus: body.products.map((p: { sku: string; change: string }) => `${p.sku} ${p.change}`),
        products: body.products,
      }
    }
    const near = await between(second, first)
    expect(near).toMatchObject({
      counts: { Created: 1, Updated: 1, Deleted: 1 },
      skus: ['A Updated', 'C Deleted', 'D Created'],
    })
    expect(near.products[0].fields).toEqual({ wholesale_price: { from: '1.0000', to: '9.0000' } })
    const far = await between(first, third)
    expect(far).toMatchObject({
      counts: { Created: 1, Updated: 1, Deleted: 1 },
      skus: ['A Updated', 'C Deleted', 'D Created'],
    })
    expect(far.products[0].fields).toEqual({ wholesale_price: { from: '1.0000', to: '10.0000' } })
    expect(await between(second, third)).toMatchObject({
      counts: { Created: 0, Updated: 1, Deleted: 0 },
      skus: ['A Updated'],
    })
    for (const [change, skus] of [
      ['Created', ['D Created']],
      ['Updated', ['A Updated']],
      ['Deleted', ['C Deleted']],
    ] as const)
      expect((await between(first, third, change)).skus).toEqual(skus)
    await feed.publish(
      csv([
        ['A', 'Apple', '10', '1'],
        ['B', 'Beer', '2', '2'],
        ['C', 'Cheese', '3', '3'],
        ['D', 'Dates', '4', '4'],
      ]),
    )
    const fourth = await runFeed(c, feed.feed_id)
    expect(await between(third, fourth)).toMatchObject({
      counts: { Created: 1, Updated: 0, Deleted: 0 },
      skus: ['C Created'],
    })
    expect(await between(first, fourth)).toMatchObject({
      counts: { Created: 1, Updated: 2, Deleted: 0 },
      skus: ['A Updated', 'C Updated', 'D Created'],
    })
  })

  test('read = accepted + rejected, accepted = created + updated + unchanged, and rolling back restores, for any two files', async () => {
    const sku = fc.constantFrom('A', 'B', 'C', 'D', 'E', '')
    const row = fc.tuple(
      sku,
      fc.constantFrom('One', 'Two'),
      fc.constantFrom('1', '2.50', 'x', ''),
      fc.constantFrom('0', '5', '', 'many'),
    )
    const file = fc.array(row, { minLength: 1, maxLength: 8 })
    const pairs = fc.sample(fc.tuple(file, file), { numRuns: 8, seed: 20_261_121 })
    // side by side: each pair has a feed of its own
    const ended = await Promise.all(
      pairs.map(async ([one, two]) => {
        const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
        await feed.publish(csv(one))
        const first = await runFeed(c, feed.feed_id)
        const before = await catalogue(h, feed.feed_id)
        await feed.publish(csv(two))
        const second = await runFeed(c, feed.feed_id)
        for (const run of [first, second]) {
          expect(run.rows_read).toBe(run.rows_accepted + run.rows_rejected)
          expect(run.rows_accepted).toBe(run.created + run.updated + run.unchanged)
        }
        const accepted = new Set(two.filter(([s, , price]) => s && price !== 'x').map(([s]) => s))
        // more than twice the products is held too
        if (second.state === 'held') {
          expect(await catalogue(h, feed.feed_id)).toEqual(before)
          return second.state
        }
        expect(
          new Set((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null).map((p) => p.sku)),
        ).toEqual(accepted)
        if (second.state !== 'applied') return second.state
        await c.post(`/api/feed-runs/${second.feed_run_id}/roll-back`, { reason: 'A property' })
        await until(
          () => c.get(`/api/feed-runs/${second.feed_run_id}`),
          (a) => a.body.state === 'rolled_back',
        )
        expect(await catalogue(h, feed.feed_id)).toEqual(before)
        return 'rolled back'
      }),
    )
    expect(ended).toContain('held')
    expect(ended.filter((state) => state === 'rolled back').length).toBeGreaterThan(2)
  })
})

describe('the time of a run', () => {
  const times = (run: FeedRun) => ({
    took: tookMs(run.phases)!,
    span: Date.parse(run.end_tm!) - Date.parse(run.start_tm!),
  })

  test('holds what comes after the changes too: the commit, the planner’s figures, the statistics', async () => {
    const { db } = h.services
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    // a commit that takes its time, as that of millions of rows does
    await sql`
      create function late() returns trigger language plpgsql as $$
      begin perform pg_sleep(1.5); return null; end $$`.execute(db)
    await sql
      .raw(
        `create constraint trigger late after update on feed deferrable initially deferred
        for each row when (new.feed_id = ${feed.feed_id} and new.current_run_id is not null) execute function late()`,
      )
      .execute(db)
    const { feed_run_id } = await runFeed(c, feed.feed_id)
    const applyMs = (run: FeedRun) => run.phases.find((p) => p.phase === 'apply')?.ms ?? 0
    const { body } = await until(
      () => c.get(`/api/feed-runs/${feed_run_id}`),
      (a) => applyMs(a.body) >= 1500,
    )
    await sql`drop function late cascade`.execute(db)
    expect(applyMs(body)).toBeGreaterThanOrEqual(1500)
    const { took, span } = times(body)
    expect(span).toBeGreaterThanOrEqual(1500)
    expect(Math.abs(took - span)).toBeLessThan(span / 2)
  })

  test('is that of both readings where a person approved it, without the time it waited', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(100))
    await runFeed(c, feed.feed_id)
    await feed.publish(manyRows(40))
    const held = await runFeed(c, feed.feed_id)
    await h.services.db
      .updateTable('feed_run')
      .set({ start_tm: sql`start_tm - interval '19 minutes'` })
      .where('feed_run_id', '=', held.feed_run_id)
      .execute()
    await c.post(`/api/feed-runs/${held.feed_run_id}/apply`, { reason: 'A closed warehouse' })
    const run = await ended(c, held.feed_run_id)
    expect(run.state).toBe('applied')
    const readings = (n: number) => run.phases.filter((p) => p.reading === n).map((p) => p.phase)
    expect(readings(1)).toEqual(['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide'])
    expect(readings(2)).toEqual(['fetch', 'decode', 'parse', 'check', 'stage', 'compare', 'decide', 'apply'])
    const { took, span } = times(run)
    expect(span).toBeGreaterThan(19 * 60_000)
    expect(took).toBeGreaterThan(0)
    expect(took).toBeLessThan(60_000)
  })
})

describe('a feed’s settings', () => {
  test('that are new are taken over by an applied run, though it finds nothing to change', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3))
    await runFeed(c, feed.feed_id)
    expect((await runFeed(c, feed.feed_id)).state).toBe('unchanged')
    const { body: saved } = await c.get(`/api/feeds/${feed.feed_id}`)
    const rules = { ...saved.rules, warn_percent: 4 }
    expect((await c.put(`/api/feeds/${feed.feed_id}`, { ...saved, rules })).status).toBe(200)
    const after = await runFeed(c, feed.feed_id)
    expect(after).toMatchObject({ state: 'applied', created: 0, updated: 0, deleted: 0 })
    expect((await runFeed(c, feed.feed_id)).state).toBe('unchanged')
  })
  test('name the field that is wrong, and keep what was saved', async () => {
    const feed = await makeFeed(h)
    const { body: saved } = await c.get(`/api/feeds/${feed.feed_id}`)
    const bad = await c.put(`/api/feeds/${feed.feed_id}`, {
      ...saved,
      source: { kind: 'http', url: 'gopher://x' },
    })
    expect(bad).toMatchObject({
      status: 400,
      body: { error: { fields: { 'source.url': 'Enter an http or https address' } } },
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toEqual(saved)
  })
  test('never give a password back, and count the mapping’s versions', async () => {
    const feed = await makeFeed(h)
    const { body: before } = await c.get(`/api/feeds/${feed.feed_id}`)
    const { body } = await c.put(`/api/feeds/${feed.feed_id}`, {
      ...before,
      source: { kind: 'ftp', host: 'ftp.example.com', path: '/a.csv', user: 'me' },
      source_secret: 'hunter2hunter2',
      mapping: before.mapping.slice(0, 3),
    })
    expect(body).toMatchObject({ source_secret_set: true, mapping_version: 2 })
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(JSON.stringify(await log(feed.dropshipper_id))).not.toContain('hunter2')
    const row = await h.services.db
      .selectFrom('feed')
      .select('source_secret')
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    expect(row.source_secret).not.toContain('hunter2')
    const stale = await (await staff(h)).put(`/api/feeds/${feed.feed_id}`, { ...before })
    expect(stale.status).toBe(409)
  })
  test('keep a password for the place it was given for, and forget it with the place', async () => {
    const { feed_id, dropshipper_id } = await makeFeed(h)
    const path = `/api/feeds/${feed_id}`
    const ftp = { kind: 'ftp', host: 'ftp.example.com', path: '/a.csv', user: 'me' }
    const kept = async () => {
      const { source_secret } = await h.services.db
        .selectFrom('feed')
        .select('source_secret')
        .where('feed_id', '=', feed_id)
        .executeTakeFirstOrThrow()
      return source_secret && h.services.secrets.open(source_secret)
    }
    const save = async (source: object, more: object = {}) => {
      const { body } = await c.get(path)
      return (await c.put(path, { ...body, source, ...more })).body
    }
    await save(ftp, { source_secret: 'first secret' })
    expect(await save({ ...ftp, path: '/b.csv' })).toMatchObject({ source_secret_set: true })
    expect(await kept()).toBe('first secret')
    expect(await save({ ...ftp, host: 'ftp.elsewhere.example' })).toMatchObject({ source_secret_set: false })
    expect(await kept()).toBeNull()
    expect((await log(dropshipper_id))[0]!.message).toContain('source_secret')
    await save(ftp, { source_secret: 'second secret' })
    await save({ ...ftp, user: 'you' }, { source_secret: 'third secret' })
    expect(await kept()).toBe('third secret')
    const upload = await c.upload(
      `/api/suppliers/${dropshipper_id}/feed-file-upload/${feed_id}`,
      'feedFile',
      'a.csv',
      Buffer.from('sku\nA\n'),
    )
    expect(upload.status).toBe(200)
    expect(await kept()).toBeNull()
  })
  test('take no password within an address or a host', async () => {
    const { feed_id } = await makeFeed(h)
    const { body } = await c.get(`/api/feeds/${feed_id}`)
    const save = (source: object) => c.put(`/api/feeds/${feed_id}`, { ...body, source })
    expect(await save({ kind: 'http', url: 'https://me:hunter2@example.com/' })).toMatchObject({
      status: 400,
      body: {
        error: {
          fields: {
            'source.url': 'Enter the address without user and password; they have fields of their own',
          },
        },
      },
    })
    expect(await save({ kind: 'sftp', host: 'sftp.example.com:22', path: '/a', user: 'me' })).toMatchObject({
      status: 400,
      body: { error: { fields: { 'source.host': 'Enter the host alone; the port has a field of its own' } } },
    })
  })
  test('preview the first rows before and after the mapping', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv([
        ['A', 'Apple', '1.50', '3'],
        ['', 'Nameless', '1', '1'],
      ]),
    )
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(body).toMatchObject({
      columns: ['sku', 'title', 'price', 'qty'],
      rows: [{ line: 2, cells: ['A', 'Apple', '1.50', '3'] }, { line: 3 }],
      mapped: [{ values: { sku: 'A', wholesale_price: '1.50' }, issue: null }, { issue: 'No SKU (sku)' }],
    })
  })
  test('are suggested with the grouping and the lenient rule of a shop that the file is known by', async () => {
    const feed = await makeFeed(h, { mapping: [] })
    await feed.publish(
      [
        'Handle,Title,Vendor,Variant SKU,Variant Price,Variant Inventory Qty',
        'shirt,Shirt,Maker,S-1,5.00,1',
        'shirt,,,S-2,6.00,2',
        'shirt,,,S-3,7.00',
      ].join('\n'),
    )
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/preview`, {})
    expect(body).toMatchObject({
      preset: 'Shopify product export (CSV)',
      suggestion: { format: { kind: 'csv', group: 'Handle' }, rules: { ragged_row: 'accept' } },
    })
    expect(
      body.mapped.map((m: { values: object; issue: string | null }) => [m.values, m.issue]),
    ).toMatchObject([
      [{ sku: 'S-1', title: 'Shirt' }, null],
      [{ sku: 'S-2', title: 'Shirt', manufacturer: 'Maker' }, null],
      [{ sku: 'S-3' }, null],
    ])
  })
  test('set a schedule, and refuse a wrong one with its field', async () => {
    const feed = await makeFeed(h)
    const save = (cron: string, tz = 'UTC') =>
      c.post('/api/suppliers/monitoring/schedule', {
        dropshipper_id: feed.dropshipper_id,
        active: true,
        cron,
        tz,
      })
    expect((await save('every day')).body.error.fields).toHaveProperty('cron')
    expect((await save('0 5 * * *', 'Mars/Olympus')).body.error.fields).toHaveProperty('tz')
    const { body } = await save('0 5 * * *', 'America/New_York')
    expect(body.next_runs).toHaveLength(5)
    expect(
      new Date(body.next_runs[0]).toLocaleString('en-US', { timeZone: 'America/New_York', hour: 'numeric' }),
    ).toBe('5 AM')
  })
})

describe('a source over HTTP', () => {
  let server: Server
  let base = ''
  let file = { body: Buffer.from(manyRows(10)), etag: '"one"' }
  const asked: string[] = []
  const carried: string[] = []
  beforeAll(async () => {
    server = createServer((req, res) => {
      if (req.headers.authorization) carried.push(`${req.headers.host}${req.url}`)
      if (req.url === '/away')
        return void res
          .writeHead(302, { location: `${base.replace('127.0.0.1', 'localhost')}/feed.csv` })
          .end()
      if (req.url === '/near') return void res.writeHead(302, { location: '/moved' }).end()
      asked.push(`${req.url} ${req.headers['if-none-match'] ?? ''}`.trim())
      if (req.url === '/loop') return void res.writeHead(302, { location: '/loop' }).end()
      if (req.url === '/moved') return void res.writeHead(302, { location: '/feed.csv' }).end()
      if (req.url === '/broken') return void res.writeHead(500).end('no')
      if (req.url === '/inside')
        return void res.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      if (req.url === '/short') {
        res.writeHead(200, { 'content-length': '1000' })
        res.write('sku,ti')
        return void setTimeout(() => res.destroy(), 20)
      }
      if (req.headers['if-none-match'] === file.etag) return void res.writeHead(304).end()
      res.writeHead(200, { etag: file.etag }).end(req.url === '/feed.gz' ? gzipSync(file.body) : file.body)
    })
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
    base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => new Promise((r) => server.close(r)))
  const of = (path: string) => makeFeed(h, { source: { kind: 'http', url: base + path, user: '' } })

  test('is fetched, and asked again with its ETag: not modified is an unchanged run', async () => {
    const feed = await of('/moved')
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'applied',
      created: 10,
      file_name: 'feed.csv',
    })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged', rows_accepted: 10 })
    expect(asked.at(-1)).toBe('/feed.csv "one"')
    file = { body: Buffer.from(manyRows(11)), etag: '"two"' }
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 1 })
  })
  test('gets the password at its own host, and no other host does', async () => {
    const tried = async (path: string) => {
      carried.length = 0
      const source = { kind: 'http', url: base + path, user: 'me' }
      expect(await runFeed(c, (await makeFeed(h, { source })).feed_id)).toMatchObject({ state: 'applied' })
      return carried.map((at) => at.replace(/:\d+/, ''))
    }
    expect(await tried('/away')).toEqual(['127.0.0.1/away'])
    expect(await tried('/near')).toEqual(['127.0.0.1/near', '127.0.0.1/moved', '127.0.0.1/feed.csv'])
  })
  test.each([
    ['/100%.csv', '100%.csv'],
    ['/a%zz%20b.csv', 'a%zz%20b.csv'],
    ['/price%20list.csv?x=50%', 'price list.csv'],
    ['/..%2F..%2Fetc%0A.csv', '.._.._etc_.csv'],
  ])('may have a percent sign in its address: %s', async (path, name) => {
    expect(await runFeed(c, (await of(path)).feed_id)).toMatchObject({ state: 'applied', file_name: name })
    expect(asked.at(-1)).toBe(path)
  })
  test('may be gzipped', async () => {
    expect(await runFeed(c, (await of('/feed.gz')).feed_id)).toMatchObject({ state: 'applied', created: 11 })
  })
  test.each([
    ['/loop', 'More than 5 redirects'],
    ['/broken', 'The server answered 500'],
    ['/short', 'The file could not be fetched'],
    ['/inside', 'an address inside a private network'],
  ])('that answers wrongly (%s) is a rejected run', async (path, reason) => {
    const run = await runFeed(c, (await of(path)).feed_id)
    expect(run.state).toBe('rejected')
    expect(run.reason).toContain(reason)
  })
})

describe('a run', () => {
  test('is watched by server-sent events until it ends', async () => {
    const feed = await makeFeed(h)
    await feed.publish(manyRows(3000))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const address = await h.app
      .listen({ port: 0, host: '127.0.0.1' })
      .catch(() => `http://127.0.0.1:${(h.app.server.address() as { port: number }).port}`)
    const stream = await fetch(`${address}/api/feed-runs/${body.feed_run_id}/events`, {
      headers: { cookie: c.raw.cookie },
    })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const events = (await stream.text())
      .split('\n\n')
      .filter((e) => e.startsWith('data: '))
      .map((e) => JSON.parse(e.slice(6)) as { state: string; rows_read: number })
    expect(events.at(-1)).toMatchObject({ state: 'applied', rows_read: 3000 })
  })
  test('of an unknown id is a 404, and a malformed id names its field', async () => {
    expect((await c.get('/api/feed-runs/999999')).status).toBe(404)
    expect((await c.get('/api/feed-runs/abc')).body.error.fields).toHaveProperty('feed_run_id')
  })
  test('is out of a customer’s reach', async () => {
    const customer = await client(h, (await makeLogin(h, 'customer')).email)
    expect((await customer.get('/api/feed-runs/1')).status).toBe(403)
  })
})
