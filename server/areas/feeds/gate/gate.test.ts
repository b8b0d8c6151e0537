import { beforeAll, describe, expect, test } from 'vitest'
import type { FeedMapping, FeedRules } from '#contract/feeds/settings.ts'
import { sql } from '#server/platform/db.ts'
import {
  activityOf,
  catalogue,
  csv,
  ended,
  harness,
  makeFeed,
  runFeed,
  staff,
  type Client,
} from '../../../test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

interface Row {
  sku: string
  title: string
  brand: string
  price: string
  msrp: string
  qty: string
  upc: string
}
const rows = (n: number): Row[] =>
  Array.from({ length: n }, (_, i) => ({
    sku: `AB-${String(i).padStart(4, '0')}`,
    title: `Thing number ${i}`,
    brand: i % 5 === 0 ? 'Acme' : `Brand ${i % 4}`,
    price: ((i % 90) + 1.25).toFixed(2),
    msrp: ((i % 90) * 2 + 4.5).toFixed(2),
    qty: String(i % 10 === 0 ? 0 : (i % 40) + 1),
    upc: `code ${i}`,
  }))
const columns = ['sku', 'title', 'brand', 'price', 'msrp', 'qty', 'upc'] as const
const file = (list: readonly Row[]) =>
  `${[columns.join(','), ...list.map((r) => columns.map((k) => r[k]).join(','))].join('\n')}\n`
const mapping: FeedMapping = [
  { field: 'sku', from: 'sku', transforms: [] },
  { field: 'title', from: 'title', transforms: [] },
  { field: 'manufacturer', from: 'brand', transforms: [] },
  { field: 'wholesale_price', from: 'price', transforms: [] },
  { field: 'msrp', from: 'msrp', transforms: [] },
  { field: 'quantity', from: 'qty', transforms: [] },
  { field: 'supplier_product_id', from: 'upc', transforms: [] },
]
/** A feed whose catalogue is these rows. */
async function loaded(list: readonly Row[], rules: Partial<FeedRules> = {}) {
  const feed = await makeFeed(h, { mapping, rules })
  await feed.publish(file(list))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: list.length })
  const next = async (text: string) => {
    await feed.publish(text)
    return runFeed(c, feed.feed_id)
  }
  return { ...feed, next }
}
const approve = (runId: number, more: object = {}) =>
  c.post(`/api/feed-runs/${runId}/apply`, { reason: 'The supplier says so', ...more })

describe('a wrong file is held and says what is wrong with it', () => {
  const all = rows(200)
  test.each<[string, (r: Row, i: number) => Row, string]>([
    [
      'SKUs with a prefix',
      (r) => ({ ...r, sku: `US${r.sku}` }),
      '200 of 200 SKUs are unknown: they look like the old ones with “US” before them.',
    ],
    [
      'SKUs without their prefix',
      (r) => ({ ...r, sku: r.sku.replace('AB-', '') }),
      '200 of 200 SKUs are unknown: they look like the old ones without “AB-” before them.',
    ],
    [
      'SKU and product id in each other’s place',
      (r) => ({ ...r, sku: r.upc, upc: r.sku }),
      '200 of 200 SKUs are unknown: they are the supplier product ids of the old ones: columns exchanged?',
    ],
    [
      'an eighth of the prices in cents',
      (r, i) => (i % 8 === 3 ? { ...r, price: String(Number(r.price) * 100) } : r),
      '25 wholesale prices are exactly 100 times the last ones: cents?',
    ],
    [
      'cost and list price exchanged',
      (r) => ({ ...r, price: r.msrp, msrp: r.price }),
      '200 products cost more than their list price: columns exchanged?',
    ],
    [
      'one brand without stock',
      (r) => (r.brand === 'Acme' ? { ...r, qty: '0' } : r),
      'All 20 Acme products go out of stock.',
    ],
    [
      'titles on other products',
      (r, i) => (i < 40 ? { ...r, title: `Thing number ${39 - i}` } : r),
      '40 titles stand on other products than before.',
    ],
    [
      'one price for an eighth',
      (r, i) => (i % 8 === 1 ? { ...r, price: '9.99' } : r),
      '25 of 200 products have the same wholesale price, “9.99”.',
    ],
    ['titles gone', (r, i) => (i % 20 === 1 ? { ...r, title: '' } : r), '10 titles are empty now.'],
  ])('%s', async (_, change, sentence) => {
    const feed = await loaded(all)
    const run = await feed.next(file(all.map(change)))
    expect(run.state).toBe('held')
    expect(run.decision!.sentence).toContain(sentence)
    expect(run.reason).toBe(run.decision!.sentence)
  })

  test('a file cut off, though it lacks few products', async () => {
    const feed = await loaded(all)
    const run = await feed.next(file(all.slice(0, 195)).trimEnd())
    expect(run).toMatchObject({ state: 'held', deleted: 5 })
    expect(run.decision!.sentence).toContain('was it cut off?')
  })

  test('lines swallowed by a stray quote', async () => {
    const feed = await loaded(all)
    const lines = file(all).split('\n')
    lines[50] = lines[50]!.replace('Thing', '"Thing')
    lines[60] = lines[60]!.replace('Thing number', 'Thing" number')
    const run = await feed.next(lines.join('\n'))
    expect(run.state).toBe('held')
    expect(run.decision!.sentence).toContain('One cell holds')
  })

  test('a web page isn’t read at all', async () => {
    const feed = await loaded(all)
    const run = await feed.next('<!DOCTYPE html><html><head><title>Sign in</title></head></html>')
    expect(run).toMatchObject({
      state: 'rejected',
      reason: 'The file is a web page, “Sign in”, not a feed',
    })
  })

  test('a first file of which hardly a row can be read', async () => {
    const feed = await makeFeed(h)
    await feed.publish(
      csv(Array.from({ length: 63 }, (_, i) => [`S${i}`, 'x', i ? 'n/a' : '5', '1'] as const)),
    )
    const run = await runFeed(c, feed.feed_id)
    expect(run).toMatchObject({ state: 'held', rows_rejected: 62 })
    expect(run.reason).toBe('62 of 63 rows can’t be read: unreadable price.')
    expect(await catalogue(h, feed.feed_id)).toEqual([])
  })
})

describe('a right file is applied', () => {
  const all = rows(200)
  test.each<[string, (list: Row[]) => Row[], string]>([
    ['every price 3 % up', (l) => l.map((r) => ({ ...r, price: (Number(r.price) * 1.03).toFixed(2) })), ''],
    [
      'every price 10 % up, with a warning',
      (l) => l.map((r) => ({ ...r, price: (Number(r.price) * 1.1).toFixed(2) })),
      'Prices are 10% higher throughout.',
    ],
    [
      'a tenth sold out',
      (l) => l.map((r, i) => (i % 10 === 1 ? { ...r, qty: '0' } : r)),
      '20 of 180 products in stock go out of stock.',
    ],
    ['all restocked', (l) => l.map((r) => (r.qty === '0' ? { ...r, qty: '30' } : r)), ''],
    [
      'a new range',
      (l) => [
        ...l,
        ...rows(240)
          .slice(200)
          .map((r) => ({ ...r, title: `New ${r.title}` })),
      ],
      '40 of the file’s 240 products are new.',
    ],
    [
      'titles reworded',
      (l) => l.map((r) => ({ ...r, title: `${r.title} boxed` })),
      '200 of 200 titles are reworded.',
    ],
  ])('%s', async (_, change, sentence) => {
    const feed = await loaded(all)
    const run = await feed.next(file(change(all)))
    expect(run).toMatchObject({ state: 'applied', decision: { sentence }, reason: sentence || null })
    const { rows: told } = await messagesOf(feed.dropshipper_id)
    expect(told).toEqual(sentence ? [`${run.supplier}: run ${run.feed_run_id} was applied. ${sentence}`] : [])
  })
  test('and staff are told of a warning once, not by each run that gives it', async () => {
    const feed = await loaded(all)
    for (const word of ['boxed', 'bagged', 'loose'])
      expect(await feed.next(file(all.map((r) => ({ ...r, title: `${r.title} ${word}` }))))).toMatchObject({
        state: 'applied',
        reason: '200 of 200 titles are reworded.',
      })
    expect((await messagesOf(feed.dropshipper_id)).rows).toHaveLength(1)
  })

  const messagesOf = async (id: number) => ({
    rows: (
      await h.services.db
        .selectFrom('system_message')
        .select('message')
        .where('dropshipper_id', '=', id)
        .execute()
    ).map((m) => m.message),
  })
})

describe('the rows that show a measure', () => {
  test('are the products with what they had and would have, worst first', async () => {
    const all = rows(100)
    const feed = await loaded(all)
    const run = await feed.next(
      file(all.map((r, i) => (i < 5 ? { ...r, price: String(Number(r.price) * (i + 10)) } : r))),
    )
    const five = run.decision!.measures.find((m) => m.name === 'price_five')!
    expect(five).toMatchObject({ count: 5, of: 100, verdict: 'hold', field: 'wholesale_price' })
    expect(five.rows.map((r) => r.sku)).toEqual(['AB-0004', 'AB-0003', 'AB-0002', 'AB-0001', 'AB-0000'])
    expect(five.rows[0]).toEqual({ sku: 'AB-0004', title: 'Thing number 4', from: '5.2500', to: '73.5000' })
  })
})

describe('a rejected row', () => {
  const all = rows(60)
  const broken = all.map((r, i) => (i < 2 ? { ...r, price: 'ask' } : r))

  test('leaves its product as it was, marked and counted, until it can be read again', async () => {
    const feed = await loaded(all)
    const before = await catalogue(h, feed.feed_id)
    const run = await feed.next(file(broken))
    expect(run).toMatchObject({ state: 'unchanged', rows_rejected: 2, deleted: 0, kept: 2 })
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect(await unread(feed.feed_id)).toEqual(['AB-0000', 'AB-0001'])
    await feed.next(file(all.map((r, i) => (i === 9 ? { ...r, qty: '77' } : r))))
    expect(await unread(feed.feed_id)).toEqual([])
  })

  test('is missing all the same once the file leaves it out', async () => {
    const feed = await loaded(all)
    await feed.next(file(broken.map((r, i) => (i === 9 ? { ...r, qty: '77' } : r))))
    const run = await feed.next(file(broken.slice(1).map((r, i) => (i === 8 ? { ...r, qty: '77' } : r))))
    expect(run).toMatchObject({ state: 'applied', deleted: 1, kept: 1 })
    expect((await catalogue(h, feed.feed_id)).find((p) => p.sku === 'AB-0000')?.gone_tm).not.toBeNull()
  })

  test('mended and uploaded alone completes the run: the others stay', async () => {
    const feed = await loaded(all)
    const first = await feed.next(file(broken))
    const { body } = await c.get(`/api/feed-runs/${first.feed_run_id}/rejected.csv`)
    const mended = String(body).replaceAll('ask', '8.88')
    expect(mended).toContain('feedstock_reason')
    const run = await feed.next(mended)
    expect(run).toMatchObject({ state: 'applied', rows_read: 2, updated: 2, deleted: 0 })
    expect((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null)).toHaveLength(60)
    expect(await unread(feed.feed_id)).toEqual([])
  })

  const unread = async (feedId: number) =>
    (
      await h.services.db
        .selectFrom('product')
        .select('sku')
        .where('feed_id', '=', feedId)
        .where('unread_run_id', 'is not', null)
        .orderBy('sku')
        .execute()
    ).map((p) => p.sku)
})

describe('a feed', () => {
  const all = rows(60)
  test('of some products takes none away', async () => {
    const feed = await loaded(all, { covers: 'some' })
    const run = await feed.next(file(all.slice(0, 6).map((r) => ({ ...r, qty: '9' }))))
    expect(run).toMatchObject({ state: 'applied', updated: 6, deleted: 0 })
    expect((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null)).toHaveLength(60)
  })
  test('of news brings none and takes none away, and counts what it skips', async () => {
    const feed = await loaded(all)
    const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
    await c.put(`/api/feeds/${feed.feed_id}`, { ...body, rules: { ...body.rules, covers: 'known' } })
    const run = await feed.next(
      file([...all.slice(0, 6).map((r) => ({ ...r, qty: '9' })), { ...all[0]!, sku: 'NEW' }]),
    )
    expect(run).toMatchObject({
      state: 'applied',
      updated: 6,
      created: 0,
      deleted: 0,
      skipped: 1,
      unchanged: 0,
    })
    expect((await catalogue(h, feed.feed_id)).map((p) => p.sku)).not.toContain('NEW')
  })
})

/** All that the feed's runs did lies a day further back. */
const aDayLater = (feedId: number) =>
  sql`
    update feed_run
    set applied_tm = applied_tm - interval '1 day'
    where feed_id = ${feedId}`.execute(h.services.db)

describe('over time', () => {
  test('a tenth a day is held before a third is gone', async () => {
    const all = rows(300)
    const feed = await loaded(all)
    let left = all
    for (let day = 1; day <= 6; day++) {
      await aDayLater(feed.feed_id)
      left = left.slice(Math.round(left.length * 0.1))
      const run = await feed.next(file(left))
      if (run.state === 'held') {
        expect(run.decision!.sentence).toContain('missing within a week')
        expect(left.length).toBeGreaterThan(200)
        return
      }
    }
    throw new Error('A tenth of the products a day was applied for six days')
  })
})

describe('who lets a run through', () => {
  const all = rows(200)
  const less = (share: number) => file(all.slice(Math.round(all.length * share)))

  test('may say that it is expected: then it isn’t held, until that is taken back', async () => {
    const feed = await loaded(all)
    const held = await feed.next(less(0.3))
    expect((await approve(held.feed_run_id, { expected: { measures: ['new'], days: 7 } })).status).toBe(409)
    expect((await approve(held.feed_run_id, { expected: { measures: ['lost'], days: 7 } })).status).toBe(200)
    await ended(c, held.feed_run_id)
    // what it was held for stays said: only the next runs are expected
    const { body: through } = await c.get(`/api/feed-runs/${held.feed_run_id}`)
    expect(through).toMatchObject({ state: 'applied', decision: { verdict: 'hold' } })
    const { body: listed } = await c.get(`/api/feeds/${feed.feed_id}/expectations`)
    expect(listed).toMatchObject([{ measure: 'lost', limit: 33, by: 'Pat support', revoked_by: null }])
    expect((await activityOf(c, feed.dropshipper_id)).map((l) => l.message)).toContain(
      'Expected for 7 days: Products missing up to 33%',
    )
    const again = await feed.next(less(0.5))
    expect(again).toMatchObject({ state: 'applied' })
    expect(again.decision!.measures.find((m) => m.name === 'lost')).toMatchObject({
      by: 'expected',
      hold: 33,
    })
    const path = `/api/feed-expectations/${listed[0].feed_expectation_id}/revoke`
    expect((await c.post(path, { reason: 'It is over' })).status).toBe(204)
    expect((await c.post(path, { reason: 'It is over' })).status).toBe(409)
    expect(await feed.next(less(0.62))).toMatchObject({ state: 'held' })
  })

  test('sees what was done the last times it looked like this', async () => {
    const feed = await loaded(all)
    const first = await feed.next(less(0.3))
    await c.post(`/api/feed-runs/${first.feed_run_id}/discard`, { reason: 'Half an export' })
    const second = await feed.next(less(0.31))
    expect(second.alike).toMatchObject([
      { feed_run_id: first.feed_run_id, state: 'discarded', by: 'Pat support', reason: 'Half an export' },
    ])
  })
})

test('a back-test says what other limits would have held and let pass, and saves nothing', async () => {
  const all = rows(200)
  const feed = await loaded(all)
  const small = await feed.next(file(all.slice(12)))
  const large = await feed.next(file(all.slice(80)))
  expect([small.state, large.state]).toEqual(['applied', 'held'])
  const tried = async (rules: object) =>
    (await c.post(`/api/feeds/${feed.feed_id}/back-test`, { rules })).body.map(
      (r: { feed_run_id: number; was: string; is: string }) => [r.feed_run_id, r.was, r.is],
    )
  const [first] = await tried({})
  expect(first).toMatchObject([small.feed_run_id - 1, 'apply', 'apply'])
  expect(await tried({ threshold_percent: 5 })).toEqual([
    first,
    [small.feed_run_id, 'apply', 'hold'],
    [large.feed_run_id, 'hold', 'hold'],
  ])
  expect(await tried({ limits: { lost: { hold: 50 } } })).toEqual([
    first,
    [small.feed_run_id, 'apply', 'apply'],
    [large.feed_run_id, 'hold', 'apply'],
  ])
  expect((await c.get(`/api/feeds/${feed.feed_id}`)).body.rules.limits).toEqual({})
})

test('the gate’s own figures say what it held and what people made of it', async () => {
  const before = (await c.get('/api/reports/gate')).body
  const all = rows(100)
  const feed = await loaded(all)
  const held = await feed.next(file(all.slice(40)))
  await approve(held.feed_run_id)
  await ended(c, held.feed_run_id)
  const { body } = await c.get('/api/reports/gate')
  const lost = (report: { measures: { name: string; held: number; let_through: number }[] }) =>
    report.measures.find((m) => m.name === 'lost') ?? { held: 0, let_through: 0 }
  expect(body.held - before.held).toBe(1)
  expect(body.let_through - before.let_through).toBe(1)
  expect(lost(body).held - lost(before).held).toBe(1)
  expect(lost(body).let_through - lost(before).let_through).toBe(1)
})
