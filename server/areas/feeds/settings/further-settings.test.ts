import { beforeAll, describe, expect, test } from 'vitest'
import { feedRules } from '#contract/feeds/settings.ts'
import { activityOf, harness, staff, upload, type Client } from '#server/test/harness.ts'
import { joinedFeed, map, twenty } from '#server/test/joined-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('settings of a further file', () => {
  test('never return its password, and forget it when the source changes', async () => {
    const feed = await joinedFeed(h, c)
    const source = { kind: 'ftp', host: 'ftp.example.com', path: '/stock.csv', user: 'me' }
    const save = async (further: object[]) => {
      const { body } = await c.get(feed.path)
      return c.put(feed.path, { ...body, further })
    }
    const id = { feed_file_id: feed.saved.further[0].feed_file_id }
    const set = await save([{ ...feed.one, ...id, source, source_secret: 'very secret' }])
    expect(set.body.further).toMatchObject([{ ...id, source, source_secret_set: true }])
    expect(JSON.stringify(set.body)).not.toContain('very secret')
    const kept = await h.services.db
      .selectFrom('feed_file')
      .selectAll()
      .where('feed_id', '=', feed.feed_id)
      .execute()
    expect(kept[0]!.source_secret).not.toContain('very secret')
    const stays = await save([{ ...feed.one, ...id, source: { ...source, path: '/other.csv' } }])
    expect(stays.body.further).toMatchObject([{ source_secret_set: true }])
    const moved = await save([{ ...feed.one, ...id, source: { ...source, host: 'evil.example.com' } }])
    expect(moved.body.further).toMatchObject([{ source_secret_set: false }])
    const log = JSON.stringify(await activityOf(c, feed.dropshipper_id))
    expect(log).not.toContain('very secret')
    expect(log).toContain('(forgotten)')
    expect(log).toContain('Feed settings changed: Additional files')
  })

  test('refuse a further file that has no SKU, has no other field or repeats a name', async () => {
    const feed = await joinedFeed(h, c)
    const { body } = await c.get(feed.path)
    const fields = async (further: object[]) =>
      (await c.put(feed.path, { ...body, further })).body.error?.fields
    expect(await fields([{ ...feed.one, mapping: map({ quantity: 'stock' }) }])).toEqual({
      'further.0.mapping': 'Map the SKU. It joins this file to the main file.',
    })
    expect(await fields([{ ...feed.one, mapping: map({ sku: 'code' }) }])).toEqual({
      'further.0.mapping': 'Map at least one other field',
    })
    expect(await fields([feed.one, { ...feed.one, name: 'STOCK' }])).toEqual({
      'further.1.name': 'Another additional file has this name',
    })
    expect(await fields(Array.from({ length: 6 }, (_, i) => ({ ...feed.one, name: `N${i}` })))).toBeDefined()
    expect(await fields([{ ...feed.one, feed_file_id: 999_999 }])).toEqual({
      'further.0.name': 'This file was removed by someone else',
    })
    expect((await c.get(feed.path)).body.further).toHaveLength(1)
  })

  test('can’t overwrite another person’s changes, just like the feed’s own settings', async () => {
    const feed = await joinedFeed(h, c)
    const other = await staff(h)
    const { body } = await c.get(feed.path)
    const { body: theirs } = await other.get(feed.path)
    expect((await other.put(feed.path, { ...theirs, further: [] })).status).toBe(200)
    const refused = await c.put(feed.path, { ...body, further: [{ ...body.further[0], name: 'Mine' }] })
    expect(refused.status).toBe(409)
    expect((await c.get(feed.path)).body.further).toEqual([])
  })

  test('accept and show an uploaded file, and stay without one if none was sent', async () => {
    const feed = await joinedFeed(h, c)
    const { body: sent } = await upload(c, feed, 'stock.csv', 'code;stock\nS00;5\n')
    const shown = await c.post(`${feed.path}/preview`, {
      further: 0,
      source: { kind: 'upload' },
      new_file: { id: sent.id, name: sent.name },
      detect: true,
    })
    expect(shown.body).toMatchObject({ columns: ['code', 'stock'], rows_counted: 1 })
    const { body } = await c.get(feed.path)
    const [one] = body.further
    const taken = { ...one, source: { kind: 'upload' }, new_file: { id: sent.id, name: sent.name } }
    expect((await c.put(feed.path, { ...body, further: [taken] })).body.further[0].upload).toMatchObject({
      name: 'stock.csv',
      bytes: 17,
    })
    await feed.products(twenty)
    expect(await feed.run()).toMatchObject({ state: 'applied', created: 20 })
    const { further: _, ...rest } = (await c.get(feed.path)).body
    expect(
      (await c.put(feed.path, { ...rest, rules: feedRules.parse({ warn_percent: 3 }) })).body.further,
    ).toHaveLength(1)
    const kept = await c.post(`${feed.path}/preview`, { further: one.feed_file_id, kept: true })
    expect(kept.body.columns).toEqual(['code', 'stock'])
  })
})
