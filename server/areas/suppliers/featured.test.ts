import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('featured suppliers keep their order, without duplicates', async () => {
  const ids = [await makeFeed(h), await makeFeed(h), await makeFeed(h)].map((f) => f.dropshipper_id)
  const [first, second, third] = ids as [number, number, number]
  await c.post('/api/suppliers/featured', { dropshipper_ids: [third, first] })
  await c.post('/api/suppliers/featured', { dropshipper_ids: [first, third, second] })
  const version = async () => (await c.get('/api/suppliers/featured')).body[0].version
  const saved = await version()
  await c.post('/api/suppliers/featured', { dropshipper_ids: [first, third, second] })
  expect(await version(), 'saved again as it was, it has no new version').toBe(saved)
  expect(
    (await c.get('/api/suppliers/featured')).body.map((s: { dropshipper_id: number }) => s.dropshipper_id),
  ).toEqual([first, third, second])
  expect(
    (await c.post('/api/suppliers/featured', { dropshipper_ids: [first, first] })).body.error.fields,
  ).toHaveProperty('dropshipper_ids')
  expect((await c.post('/api/suppliers/featured', { dropshipper_ids: [99_999] })).status).toBe(400)
})

describe('a hidden supplier', () => {
  const featured = async (): Promise<[string, number][]> => {
    const { body } = await c.get('/api/suppliers/featured')
    return body.map((s: { supplier_name: string; featured_order: number }) => [
      s.supplier_name,
      s.featured_order,
    ])
  }
  const browse = async (id: number, allow_browse: number) => {
    const { body } = await c.get(`/api/suppliers/${id}`)
    const dropshipper = { ...body.dropshipper, allow_browse }
    return c.post(`/api/suppliers/${id}`, { dropshipper, max_file_age_allowed_in_days: 3 })
  }
  test.each([
    [-1, 'Hidden/Restricted'],
    [-2, 'No Catalog'],
  ])('with browsing %d can’t be featured, and the message names it', async (allow, browsing) => {
    const seen = await makeFeed(h, { name: `Seen ${allow}` })
    const unseen = await makeFeed(h, { name: `Unseen ${allow}` })
    await browse(unseen.dropshipper_id, allow)
    const before = await featured()
    const { status, body } = await c.post('/api/suppliers/featured', {
      dropshipper_ids: [seen.dropshipper_id, unseen.dropshipper_id],
    })
    expect(status).toBe(400)
    expect(body.error.message).toBe(`Unseen ${allow} can’t be featured because its browsing is ${browsing}`)
    expect(await featured()).toEqual(before)
  })
  test('is removed from the featured ones, which move up, and the log says so', async () => {
    const [first, second, third] = [
      await makeFeed(h, { name: 'First' }),
      await makeFeed(h, { name: 'Second' }),
      await makeFeed(h, { name: 'Third' }),
    ]
    const ids = [first, second, third].map((feed) => feed.dropshipper_id)
    await c.post('/api/suppliers/featured', { dropshipper_ids: ids })
    expect((await c.get(`/api/suppliers/${third.dropshipper_id}`)).body.dropshipper.featured_order).toBe(3)
    await browse(second.dropshipper_id, -1)
    expect(await featured()).toEqual([
      ['First', 1],
      ['Third', 2],
    ])
    expect(
      (await c.get(`/api/suppliers/${second.dropshipper_id}`)).body.dropshipper.featured_order,
    ).toBeNull()
    const { body } = await c.post('/api/dropshipper-activity-log/', { dropshipper_id: second.dropshipper_id })
    expect(body.logs[0]).toMatchObject({
      type: 'supplier.featured',
      message: 'Second is no longer featured because it’s hidden',
      changes: { featured: { from: ids, to: [ids[0], ids[2]] } },
    })
    expect(body.logs[1]).toMatchObject({
      type: 'supplier.save',
      message: 'Basic info changed: Browsing. No longer featured',
    })
  })
})

test('restricted suppliers are those set to Hidden/Restricted', async () => {
  const allows = [1, 0, -1, -2]
  for (const allow_browse of allows) {
    const { dropshipper_id } = await makeFeed(h, { name: `Browsing ${allow_browse}` })
    await h.services.db
      .updateTable('dropshipper')
      .set({ allow_browse })
      .where('dropshipper_id', '=', dropshipper_id)
      .execute()
  }
  const { body } = await c.get('/api/suppliers/restricted')
  const names = body.map((s: { supplier_name: string }) => s.supplier_name)
  expect(names.filter((name: string) => name.startsWith('Browsing'))).toEqual(['Browsing -1'])
})
