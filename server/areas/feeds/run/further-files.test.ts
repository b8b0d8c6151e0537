import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue, harness, makeFeed, rollBack, runFeed, staff, type Client } from '#server/test/harness.ts'
import { file, full, joinedFeed, map, put, stockMap, twenty } from '#server/test/joined-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a feed with two files', () => {
  test('produces the same catalog as one file containing both would', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    const run = await feed.run()
    expect(run).toMatchObject({ state: 'applied', rows_read: 20, rows_accepted: 20, created: 20 })
    expect(run.files).toMatchObject([
      { name: null, file_name: feed.key.split('/')[1], rows: { read: 20 } },
      { name: 'Stock', rows: { read: 20, rejected: 0, unknown: 0, missing: 0 } },
    ])
    const one = await makeFeed(h)
    await one.publish(
      file(
        'sku,title,price,qty',
        twenty.map((row, i) => [...row, full[i]![1]!]),
      ),
    )
    await runFeed(c, one.feed_id)
    expect(await catalogue(h, feed.feed_id)).toEqual(await catalogue(h, one.feed_id))
    expect((await catalogue(h, feed.feed_id))[3]).toMatchObject({ sku: 'S03', quantity: 8 })
  })

  test('changes only the products whose stock changed when just the stock file differs', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    await feed.stock(full.map(([sku, n], i) => [sku!, i === 4 ? '99' : n!]))
    expect(await feed.run()).toMatchObject({ state: 'applied', updated: 1, unchanged: 19, created: 0 })
    expect((await catalogue(h, feed.feed_id))[4]).toMatchObject({
      sku: 'S04',
      title: 'Thing 4',
      quantity: 99,
    })
    // the same rows in another order make the same products
    await feed.stock(full.map(([sku, n], i) => [sku!, i === 4 ? '99' : n!]).toReversed())
    expect(await feed.run()).toMatchObject({ state: 'unchanged', unchanged: 20 })
  })

  test('skips reading only when both files are unchanged', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    const same = await feed.run()
    expect([same.state, same.reason, same.unchanged]).toEqual([
      'unchanged',
      'The supplier’s files have not changed since the last applied run',
      20,
    ])
    await feed.products(twenty)
    await feed.stock(full)
    expect((await feed.run()).reason).toBe('The files are identical to the files of the last applied run')
    await feed.products(twenty.map((row, i) => (i === 2 ? ['S02', 'Renamed', '3'] : row)))
    const run = await feed.run()
    expect(run).toMatchObject({ state: 'applied', updated: 1 })
    // the stock file wasn't sent again, and is part of the run all the same
    expect(run.files[1]).toMatchObject({ name: 'Stock', rows: { read: 20 } })
    expect((await catalogue(h, feed.feed_id))[2]).toMatchObject({ title: 'Renamed', quantity: 7 })
  })

  test('counts and names SKUs missing from the main file or from the further one', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock([...full.slice(2), ['X1', '5'], ['X2', '6']])
    const run = await feed.run()
    expect(run.files[1]!.rows).toEqual({
      read: 20,
      rejected: 0,
      unknown: 2,
      unknown_skus: ['X1', 'X2'],
      missing: 2,
    })
    expect(run).toMatchObject({ state: 'applied', created: 20 })
    const products = await catalogue(h, feed.feed_id)
    expect(products.map((p) => p.quantity).slice(0, 3)).toEqual([0, 0, 7])
  })

  test('treats a product without a row in the further file as its rules say', async () => {
    const feed = await joinedFeed(h, c, { rules: { blank_quantity: 'keep' } })
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    await feed.stock(full.slice(1))
    await feed.run()
    expect((await catalogue(h, feed.feed_id))[0]).toMatchObject({ sku: 'S00', quantity: 5 })
  })

  test('takes a field that both files have from the further one, unless that is blank', async () => {
    const feed = await joinedFeed(h, c, { stock: [...stockMap, ...map({ wholesale_price: 'cost' })] })
    await feed.products([
      ['A', 'Apple', '1'],
      ['B', 'Beer', '2'],
      ['C', 'Cheese', ''],
      ['D', 'Dill', ''],
    ])
    await feed.stockText('code;stock;cost\nA;1;1.50\nB;2;\nC;3;4\nD;4;\n')
    const run = await feed.run(true)
    expect(run.issues).toMatchObject([
      { severity: 'warning', reason: 'No price', rows: 1, examples: [{ line: 5, value: 'D' }] },
    ])
    await feed.run()
    expect((await catalogue(h, feed.feed_id)).map((p) => p.wholesale_price)).toEqual([
      '1.5000',
      '2.0000',
      '4.0000',
      null,
    ])
  })

  test('rejects a row without a price in either file if its rules say so, and keeps the product', async () => {
    const feed = await joinedFeed(h, c, {
      rules: { blank_price: 'reject' },
      mapping: map({ sku: 'sku', title: 'title' }),
      stock: [...stockMap, ...map({ wholesale_price: 'cost' })],
    })
    await feed.products(twenty)
    await feed.stockText(
      file(
        'code;stock;cost',
        full.map((row, i) => [...row, String(i + 3)]),
        ';',
      ),
    )
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    await feed.stockText(
      file(
        'code;stock;cost',
        full.map((row, i) => [...row, i === 1 ? '' : String(i + 3)]),
        ';',
      ),
    )
    const run = await feed.run(true)
    expect(run).toMatchObject({
      rows_read: 20,
      rows_accepted: 19,
      rows_rejected: 1,
      kept: 1,
      updated: 0,
      deleted: 0,
    })
    expect(run.issues).toMatchObject([{ severity: 'rejected', reason: 'No price', rows: 1 }])
  })

  test('keeps a product unchanged when its row in the further file is rejected, and names that file', async () => {
    const feed = await joinedFeed(h, c, { stock: [...stockMap, ...map({ wholesale_price: 'cost' })] })
    const stock = (cost: (i: number) => string, n: (i: number) => string) =>
      feed.stockText(
        file(
          'code;stock;cost',
          full.map(([sku], i) => [sku!, n(i), cost(i)]),
          ';',
        ),
      )
    await feed.products(twenty)
    await stock(
      (i) => `${i + 5}`,
      (i) => `${i + 7}`,
    )
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    await stock(
      (i) => (i === 3 ? 'cheap' : `${i + 5}`),
      (i) => (i < 4 ? '6' : `${i + 7}`),
    )
    const run = await feed.run()
    expect(run).toMatchObject({
      rows_read: 20,
      rows_rejected: 1,
      rows_accepted: 19,
      updated: 3,
      kept: 1,
      deleted: 0,
    })
    expect(run.issues).toMatchObject([
      { severity: 'rejected', reason: 'Unreadable price, in “Stock”', rows: 1, examples: [{ line: 5 }] },
    ])
    expect(run.files[1]!.rows).toMatchObject({ read: 20, rejected: 1, missing: 0 })
    expect((await catalogue(h, feed.feed_id)).slice(2, 5).map((p) => p.quantity)).toEqual([6, 10, 11])
  })

  test('uses the later of two further files when both have a value', async () => {
    const feed = await joinedFeed(h, c)
    const more = { ...feed.one, name: 'Later', source: { kind: 'storage', key: `late-${feed.feed_id}.csv` } }
    const { body } = await c.get(feed.path)
    const { body: saved } = await c.put(feed.path, { ...body, further: [...body.further, more] })
    await put(h, `late-${feed.feed_id}.csv`, 'code;stock\nS01;70\nS02;\n')
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    const quantities = async () => (await catalogue(h, feed.feed_id)).slice(0, 4).map((p) => p.quantity)
    expect(await quantities()).toEqual([5, 70, 7, 8])
    await c.put(feed.path, { ...saved, further: saved.further.toReversed() })
    await feed.run()
    expect(await quantities()).toEqual([5, 6, 7, 8])
  })

  test('with the same products daily isn’t mistaken for an earlier file, unless the stock file repeats too', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    const day = (n: number) =>
      feed.stock(full.map(([sku, had], i) => [sku!, String(Number(had) + (i % 3) + n)]))
    for (const n of [0, 1, 2, 3]) {
      await day(n)
      expect(await feed.run()).toMatchObject({ state: 'applied' })
    }
    await day(1)
    const run = await feed.run()
    expect([run.state, run.reason]).toEqual([
      'held',
      expect.stringContaining('identical to the one from run'),
    ])
  })

  test('rolls back to the earlier state of both files', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    const before = await catalogue(h, feed.feed_id)
    await feed.stock(full.map(([sku, n], i) => [sku!, i === 4 ? '99' : n!]))
    const run = await feed.run()
    await rollBack(c, run.feed_run_id, 'The stock was wrong')
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    // both are asked for again, and what was taken back waits
    expect(await feed.run()).toMatchObject({ state: 'held', updated: 1 })
  })
})
