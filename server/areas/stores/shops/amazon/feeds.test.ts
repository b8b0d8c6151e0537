import { describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { amazonApp } from '#server/stand-ins/amazon.ts'
import { amazonTests, amazonToken } from '#server/test/stores/amazon-sellers.ts'
import { harness } from '#server/test/harness.ts'

const h = harness({ worker: true })
const { t, goneOn, later, listed, store, told } = amazonTests(h)

describe('an Amazon seller', () => {
  test('whose whole feed is refused has nothing marked as sent', async () => {
    const s = await store(2)
    await h.services.db.updateTable('vendor_store').set({ store_admin_login: '' }).execute()
    t.shop.pace = 0
    await s.update()
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 2 })
    expect((await s.shown()).get('SKU-1')).toMatchObject({
      refused_text: 'Attribute ‘Merchant’ is required, but not present.',
    })
  })

  test('whose report can’t be fetched is asked for the report again', async () => {
    t.shop.pace = 0
    t.shop.packed = false
    const s = await store(2)
    await s.update()
    t.market.mischief.push({ pattern: /GET .*files/, answer: { status: 403, body: '<Error/>' } })
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 0 })
    expect((await s.calls())[0]).toMatchObject({
      state: 'accepted',
      said: 'Amazon refused access to a file (403).',
    })
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
  })

  test('whose report is incomplete has nothing marked as sent and is asked for the report again', async () => {
    t.shop.pace = 0
    const s = await store()
    await s.update()
    t.market.mischief.push({ pattern: /GET .*files/, answer: { body: '' } })
    expect(await goneOn(s)).toMatchObject({ sent: 0, refused: 0 })
    expect((await s.calls()).at(-1)).toMatchObject({ state: 'accepted' })
    expect(await goneOn(s)).toMatchObject({ sent: 3, refused: 0 })
  })

  test('whose upload address has expired gets a new one', async () => {
    const s = await store(2)
    t.market.mischief.push({ pattern: /PUT/, meanwhile: () => later(301_000) })
    expect((await s.update()).reason).toBeNull()
    expect(await s.store()).toMatchObject({ stopped_reason: null })
    expect(told()).toHaveLength(1)
    expect(t.market.asked.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })

  test('is sent the same feed again if its answer was lost', async () => {
    t.shop.pace = 0
    const s = await store(2)
    t.market.mischief.push({ pattern: /POST .*feeds$|POST .*inputFeedDocumentId/, losesAnswer: true })
    await s.update()
    expect(told()).toHaveLength(2)
    expect(told()[1]).toEqual(told()[0])
    await goneOn(s)
    expect(await goneOn(s)).toMatchObject({ sent: 2 })
  })

  test('takes five feeds in five minutes, then the update waits', async () => {
    const s = await store(2)
    for (let i = 0; i < 5; i++)
      t.shop.answer({
        method: 'POST',
        path: '/feeds/2021-06-30/feeds',
        query: new URLSearchParams(),
        headers: { 'x-amz-access-token': login() },
        body: '{}',
        address: t.market.address,
      })
    expect((await s.update()).result).toMatchObject({ sent: 0, waits: expect.any(String) })
    expect((await s.store()).waits_for).toBe('The market’s rate limit is used up')
    later(301_000)
    expect((await s.update()).result).toMatchObject({ calls: 1 })
  })
  const login = (): string => {
    const form = { client_secret: amazonApp.clientSecret, refresh_token: amazonToken }
    const { body } = t.shop.answer({
      method: 'POST',
      path: '/auth/o2/token',
      query: new URLSearchParams(),
      headers: {},
      body: new URLSearchParams(form).toString(),
      address: t.market.address,
    })
    return (body as { access_token: string }).access_token
  }

  test('is sent no sixth feed in five minutes, whatever another seller sends', async () => {
    const s = await store(2)
    const other = await store(1)
    const { db } = h.services
    const feedsOf = (vendor_store_id: number) =>
      sql`
        with u as (
          insert into store_update (vendor_store_id, kind, state, requested_by)
          values (${vendor_store_id}, 'changed', 'sent', 'schedule')
          returning store_update_id)
        insert into store_call (vendor_store_id, store_update_id, bucket, told, products, state, spent)
        select ${vendor_store_id}::int, store_update_id, 'feeds', 'quantity', 1, 'done', 1
        from u, generate_series(1, 5)`.execute(db)
    await feedsOf(s.vendor_store_id)
    expect((await s.update()).result).toMatchObject({ sent: 0, calls: 0, waits: expect.any(String) })
    expect(t.market.asked).toEqual([])
    const { body } = await t.c.get(`/api/vendor/${s.vendor_id}/vendor-store/${s.vendor_store_id}/calls`)
    expect(body.allowances).toMatchObject([
      { name: 'feeds', limit: 5, used: 5 },
      { name: 'listing searches', used: 0 },
    ])
    const minutes = (Date.parse(body.allowances[0].opens_tm) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(4)
    expect(minutes).toBeLessThanOrEqual(5)
    expect((await other.update()).result).toMatchObject({ calls: 1 })
    await s.earlier(301)
    expect((await s.update()).result).toMatchObject({ calls: 1 })
  })

  test('that never reports a feed’s result is sent it again after a day', async () => {
    const s = await listed()
    t.shop.pace = 1000
    await s.change(sql`quantity = 8`, ['SKU-2'])
    await s.update()
    await s.earlier(86_390)
    expect(await goneOn(s)).toMatchObject({ refused: 0 })
    await s.earlier(20)
    t.shop.feeds.clear()
    t.shop.pace = 0
    expect(await goneOn(s)).toMatchObject({ refused: 1, calls: 2 })
    expect((await s.calls())[1]).toMatchObject({ state: 'done', refused: 1 })
    expect(await goneOn(s)).toMatchObject({ sent: 1 })
  })

  test('is asked for a feed’s result less and less often, but at least every 15 minutes', async () => {
    const { pace } = h.services
    const { pollShare } = pace
    pace.pollShare = 1
    onTestFinished(() => void (pace.pollShare = pollShare))
    t.shop.pace = 1000
    const s = await store(1)
    await s.update()
    const seconds: number[] = []
    for (let i = 0; i < 9; i++) {
      await goneOn(s)
      const { poll_tm } = (await s.calls())[0]!
      seconds.push((Date.parse(poll_tm!) - Date.now()) / 1000)
    }
    expect(seconds[0]).toBeGreaterThan(50)
    expect(seconds[3]).toBeGreaterThan(190)
    expect(seconds[8]).toBeGreaterThan(890)
    expect(seconds[8]).toBeLessThanOrEqual(900)
  })
})
