import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue, waitForRun, harness, staff, upload, type Client } from '#server/test/harness.ts'
import { file, full, joinedFeed, map, stockMap, twenty } from '#server/test/joined-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('nothing is applied', () => {
  const cases: readonly (readonly [what: string, text: string | null, reason: string])[] = [
    ['that is missing', null, 'has no file'],
    ['that is empty', '', 'The file has no rows'],
    ['of a header alone', 'code;stock\n', 'The file has no rows'],
    ['that is a web page', '<!doctype html><title>Sign in</title>', 'is a web page, “Sign in”'],
    [
      'without the column of the stock',
      'code;pieces\nS00;1\n',
      'The column “stock” (Quantity) isn’t'.replace('’', "'"),
    ],
    ['with an open quote', 'code;stock\nS00;"1\nS01;2\n', 'A quote opened here is never closed'],
    ['of other SKUs', 'code;stock\nQ1;5\nQ2;6\n', 'None of its 2 rows has a SKU from the main file'],
    ['of which half can’t be read', 'code;stock\n;5\n;6\nS00;7\n', '2 of its 3 rows were rejected: No SKU'],
    ['that breaks off', 'code;stock\nS00;5\nS01;6\nS0', 'It breaks off in row 3; the last one had 20 rows'],
  ]
  test.each(cases)('if the stock file is one %s, and the run names it', async (_, text, reason) => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    const before = await catalogue(h, feed.feed_id)
    if (text === null) await h.services.files.remove(feed.stockKey)
    else await feed.stockText(text)
    const run = await feed.run()
    expect(run.state).toBe('rejected')
    expect(run.reason).toContain('“Stock”: ')
    expect(run.reason).toContain(reason)
    expect(run.reason_code).toMatch(/^further\./)
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
  })

  test('if the stock file is too old, although an old product file is fine', async () => {
    const feed = await joinedFeed(h, c, { stock: [...stockMap, ...map({ wholesale_price: 'cost' })] })
    await feed.products(twenty)
    await feed.stockText(
      file(
        'code;stock;cost',
        full.map((row, i) => [...row, `${i + 2}`]),
        ';',
      ),
    )
    const old = new Date(Date.now() - 30 * 86_400_000)
    const made = (key: string) => utimes(join(h.services.config.dataDir, 'files', key), old, old)
    await made(feed.key)
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    await made(feed.stockKey)
    expect(await feed.run()).toMatchObject({
      state: 'rejected',
      reason: expect.stringMatching(/^“Stock”: The file is 72\d h old/),
    })
  })

  test('if an eighth of the stock file’s SKUs are written differently, and the run says why stock is missing', async () => {
    const feed = await joinedFeed(h, c)
    const many = Array.from({ length: 200 }, (_, i) => [`S${i}`, `Thing ${i}`, `${i + 1}`])
    await feed.products(many)
    const stock = (prefix: string) => many.map(([sku], i) => [i % 8 ? sku! : prefix + sku!, `${(i % 9) + 1}`])
    await feed.stock(stock(''))
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 200 })
    await feed.stock(stock('US-'))
    const run = await feed.run()
    expect(run.state).toBe('held')
    expect(run.reason).toMatch(/^“Stock” has no row for 25 of 200 products\./)
  })

  test('if half of the stock file is missing, and the held run says what is missing', async () => {
    const feed = await joinedFeed(h, c)
    const many = Array.from({ length: 200 }, (_, i) => [`S${i}`, `Thing ${i}`, `${i + 1}`])
    await feed.products(many)
    const stock = many.map(([sku], i) => [sku!, `${(i % 9) + 1}`])
    await feed.stock(stock)
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 200 })
    await feed.stock(stock.slice(0, 100))
    const run = await feed.run()
    expect(run.state).toBe('held')
    expect(run.reason).toContain('“Stock” has no row for 100 of 200 products')
    // what was looked at is applied, whatever lies there by now
    await feed.stock(many.map(([sku]) => [sku!, '77']))
    const reply = await c.post(`/api/feed-runs/${run.feed_run_id}/apply`, { reason: 'The rest is sold out' })
    expect(reply.status).toBe(200)
    expect(await waitForRun(c, run.feed_run_id)).toMatchObject({ state: 'applied', updated: 100 })
    const quantities = (await catalogue(h, feed.feed_id)).map((p) => p.quantity)
    expect(quantities.filter((n) => n === 0)).toHaveLength(100)
    expect(quantities).not.toContain(77)
  })
})

test('fixed rows of the main file are joined with the stock and complete the run', async () => {
  const feed = await joinedFeed(h, c)
  await feed.products(twenty.map((row, i) => (i === 3 ? [...row.slice(0, 2), 'cheap'] : row)))
  await feed.stock(full)
  const run = await feed.run()
  expect(run).toMatchObject({ state: 'applied', created: 19, rows_rejected: 1 })
  const { body: rejected } = await c.get(`/api/feed-runs/${run.feed_run_id}/rejected.csv`)
  const { body: sent } = await upload(c, feed, 'mended.csv', rejected.replace('cheap', '4'))
  const begun = await c.post(`/api/feed-runs/${run.feed_run_id}/mend`, {
    file: { id: sent.id, name: sent.name },
  })
  expect(begun.status).toBe(200)
  const mended = await waitForRun(c, begun.body.feed_run_id)
  expect(mended).toMatchObject({ state: 'applied', created: 1, updated: 0, deleted: 0 })
  expect(mended.files[1]).toMatchObject({ name: 'Stock', rows: { read: 20, unknown: 0 } })
  expect((await catalogue(h, feed.feed_id))[3]).toMatchObject({ sku: 'S03', quantity: 8 })
  expect(await feed.run()).toMatchObject({ deleted: 0 })
})

test('a further file that repeats SKUs more than before is held, and the reason names it', async () => {
  const feed = await joinedFeed(h, c)
  await feed.products(twenty)
  await feed.stock(full)
  await feed.run()
  await feed.stock([
    ...full.map(([sku, n], i) => [sku!, i ? n! : '99']),
    ['S03', '1'],
    ['S04', '1'],
    ['S05', '1'],
  ])
  const run = await feed.run()
  expect(run).toMatchObject({ state: 'held', reason: '3 of 23 rows of “Stock” repeat a SKU.' })
})

test('a first further file with several rows per SKU is held, since only one of them would count', async () => {
  const feed = await joinedFeed(h, c)
  await feed.products(twenty)
  await feed.stock(full.flatMap(([sku]) => ['4', '7', '0'].map((n) => [sku!, n])))
  const run = await feed.run()
  expect(run).toMatchObject({ state: 'held', reason: '40 of 60 rows of “Stock” repeat a SKU.' })
  // whoever lets it through has agreed to it
  await c.post(`/api/feed-runs/${run.feed_run_id}/apply`, { reason: 'The first line is ours' })
  expect(await waitForRun(c, run.feed_run_id)).toMatchObject({ state: 'applied', created: 20 })
  await feed.stock(full.flatMap(([sku], i) => [i ? '4' : '5', '7', '0'].map((n) => [sku!, n])))
  expect(await feed.run()).toMatchObject({ state: 'applied', updated: 1 })
})

describe('unreadable rows of a further file', () => {
  test('are counted as a share of its own rows, however many rows other files have', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    const others = Array.from({ length: 400 }, (_, i) => [`OTHER-${i}`, '3'])
    await feed.stock([...full, ...others])
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    await feed.stock([
      ...full.map(([sku, n], i) => [sku!, i ? n! : '99']),
      ...others.map(([sku, n], i) => [sku!, i % 40 ? n! : 'ask']),
    ])
    const run = await feed.run()
    expect(run.decision!.measures.filter((m) => m.name === 'unreadable')).toMatchObject([
      { count: 10, of: 420, verdict: 'warn' },
    ])
    expect(run.state).toBe('applied')
  })
  test('are counted as a share of its present rows, and of its earlier rows', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    const others = (n: number) => Array.from({ length: n }, (_, i) => [`OTHER-${i}`, i < 8 ? 'ask' : '3'])
    await feed.stock([...full, ...others(400)])
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    await feed.stock([...full.map(([sku, n], i) => [sku!, i ? n! : '99']), ...others(8)])
    const run = await feed.run()
    expect(
      run.decision!.measures.filter((m) => m.name === 'unreadable').map((m) => [m.window, m.count, m.of]),
    ).toEqual([['last', 8, 28]])
  })
  test('aren’t reported as the reason that the main file’s rows can’t be read', async () => {
    const feed = await joinedFeed(h, c)
    const sixty = Array.from({ length: 60 }, (_, i) => [`S${i}`, `Thing ${i}`, i % 3 ? `${i + 1}` : 'ask'])
    await feed.products(sixty)
    const nameless = Array.from({ length: 50 }, () => ['', '1'])
    await feed.stock([...sixty.map(([sku], i) => [sku!, `${i}`]), ...nameless])
    const run = await feed.run()
    expect(run.state).toBe('held')
    expect(run.reason).toContain('20 of 60 rows were rejected: unreadable price.')
  })
})
