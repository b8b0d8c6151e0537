import { beforeAll, expect, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { csv, harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('a run can be compared with another run product by product', async () => {
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
