import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue, harness, staff, uploadMended, type Client } from '#server/test/harness.ts'
import { file, loadFeed, rows } from '#server/test/stores/priced-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a rejected row', () => {
  const all = rows(60)
  const broken = all.map((r, i) => (i < 2 ? { ...r, price: 'ask' } : r))

  test('leaves its product unchanged, marked and counted, until it can be read again', async () => {
    const feed = await loadFeed(h, c, all)
    const before = await catalogue(h, feed.feed_id)
    const run = await feed.next(file(broken))
    expect(run).toMatchObject({ state: 'unchanged', rows_rejected: 2, deleted: 0, kept: 2 })
    expect(await catalogue(h, feed.feed_id)).toEqual(before)
    expect(await unread(feed.feed_id)).toEqual(['AB-0000', 'AB-0001'])
    await feed.next(file(all.map((r, i) => (i === 9 ? { ...r, qty: '77' } : r))))
    expect(await unread(feed.feed_id)).toEqual([])
  })

  test('still counts as missing once the file leaves it out', async () => {
    const feed = await loadFeed(h, c, all)
    await feed.next(file(broken.map((r, i) => (i === 9 ? { ...r, qty: '77' } : r))))
    const run = await feed.next(file(broken.slice(1).map((r, i) => (i === 8 ? { ...r, qty: '77' } : r))))
    expect(run).toMatchObject({ state: 'applied', deleted: 1, kept: 1 })
    expect((await catalogue(h, feed.feed_id)).find((p) => p.sku === 'AB-0000')?.gone_tm).not.toBeNull()
    expect(await unread(feed.feed_id)).toEqual(['AB-0001'])
  })

  test('that is corrected and uploaded on its run completes the run and keeps the other products', async () => {
    const feed = await loadFeed(h, c, all)
    const first = await feed.next(file(broken))
    const run = await uploadMended(c, feed, first.feed_run_id, (text) => text.replaceAll('ask', '8.88'))
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
  test('that covers only some products removes none', async () => {
    const feed = await loadFeed(h, c, all, { covers: 'some' })
    const run = await feed.next(file(all.slice(0, 6).map((r) => ({ ...r, qty: '9' }))))
    expect(run).toMatchObject({ state: 'applied', updated: 6, deleted: 0 })
    expect((await catalogue(h, feed.feed_id)).filter((p) => p.gone_tm === null)).toHaveLength(60)
  })
  test('that covers only known products clears nothing it leaves blank', async () => {
    const feed = await loadFeed(h, c, all)
    const { body } = await c.get(`/api/feeds/${feed.feed_id}`)
    await c.put(`/api/feeds/${feed.feed_id}`, { ...body, rules: { ...body.rules, covers: 'known' } })
    const news = all.map((r, i) => ({ ...r, title: '', price: '', qty: i === 4 ? '99' : r.qty }))
    const run = await feed.next(file(news))
    expect(run).toMatchObject({ state: 'applied', updated: 1 })
    expect((await catalogue(h, feed.feed_id)).find((p) => p.sku === 'AB-0004')).toMatchObject({
      title: 'Thing number 4',
      wholesale_price: '5.2500',
      quantity: 99,
    })
  })
  test('that covers only known products adds and removes none, and counts skipped rows', async () => {
    const feed = await loadFeed(h, c, all)
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
