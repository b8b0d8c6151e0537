import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import { harness, makeFeed, makeLogin, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await sql`insert into market (market_id, market_name) values (9, 'Amazon US'), (44, 'Amazon UK'), (39, 'Shopify')`.execute(
    h.services.db,
  )
})
const create = async (name: string) =>
  (await c.post('/api/platform/create', { name })).body.platform_id as number
const details = {
  market_id: null,
  display_url: '',
  is_purchasable: false,
  supports_order_automation: false,
  requires_pro_plan: false,
  requires_enterprise_plan: false,
  is_marketplace: false,
  is_mcm: false,
  hide_confirm_integration_type: false,
}
const save = (
  id: number,
  platform: object,
  market_implementations: object[] = [],
  version?: number,
  by = c,
) =>
  by.post(`/api/platform/${id}`, { platform: { ...details, ...platform }, market_implementations, version })
const markets = (view: { market_implementations: { market_name: string }[] }) =>
  view.market_implementations.map((m) => m.market_name)

describe('a new platform', () => {
  test('needs a name; its handle is the name in lower case with underscores, and no other', async () => {
    expect((await c.post('/api/platform/create', { name: ' ' })).body.error.fields).toEqual({
      name: 'Enter a name',
    })
    expect((await c.post('/api/platform/create', { name: '?!' })).body.error.fields).toEqual({
      name: 'Use a letter or a digit',
    })
    const wrong = await c.post('/api/platform/create', { name: 'My Shop 2', handle: 'shop' })
    expect(wrong.body.error.fields).toEqual({ handle: 'The handle of this name is my_shop_2' })
    const made = await c.post('/api/platform/create', { name: 'My Shop 2', handle: 'my_shop_2' })
    expect(made.status).toBe(200)
    const { body } = await c.get(`/api/platform/${made.body.platform_id}`)
    expect(body.platform).toMatchObject({ platform_name: 'My Shop 2', platform_handle: 'my_shop_2' })
    expect((await c.post('/api/platform/create', { name: 'my shop-2' })).body.error.fields).toEqual({
      name: 'There is a platform named My Shop 2 already',
    })
  })

  test('is refused for the second of two people who add the same one at once', async () => {
    const both = await Promise.all(
      ['Twin Shop', 'twin shop'].map((name) => c.post('/api/platform/create', { name })),
    )
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })
})

describe('a platform’s basic info', () => {
  test('is saved with its markets, which have unique names', async () => {
    const id = await create('Amazon')
    const { status, body } = await save(id, { platform_name: 'Amazon', is_marketplace: true, market_id: 9 }, [
      { market_id: 9, market_name: 'Amazon US' },
      { market_id: 44, market_name: 'Amazon Britain' },
      { market_name: 'Amazon Canada' },
    ])
    expect(status).toBe(200)
    expect(markets(body)).toEqual(['Amazon Britain', 'Amazon Canada', 'Amazon US'])
    expect(body.platform).toMatchObject({ is_marketplace: true, market_id: 9 })
    const fewer = await save(id, { platform_name: 'Amazon' }, [{ market_id: 9, market_name: 'Amazon US' }])
    expect(markets(fewer.body)).toEqual(['Amazon US'])
    expect(fewer.body.all_markets).toContainEqual(
      expect.objectContaining({ market_name: 'Amazon Canada', platform_id: null }),
    )
    expect((await c.get('/api/platform/')).body).toContainEqual(
      expect.objectContaining({ platform_name: 'Amazon', markets: ['Amazon US'], field_count: 0 }),
    )
  })

  test('names the field of each invalid value', async () => {
    const id = await create('Wrong Values')
    const other = await create('Has Shopify')
    await save(other, { platform_name: 'Has Shopify' }, [{ market_id: 39, market_name: 'Shopify' }])
    const fields = async (platform: object, given: object[] = []) => {
      const answer = await save(id, { platform_name: 'Wrong Values', ...platform }, given)
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        'Please fix the errors listed in red and try again',
      ])
      return answer.body.error.fields
    }
    expect(await fields({ platform_name: '', display_url: 'ftp://x' })).toEqual({
      'platform.platform_name': 'Enter a name',
      'platform.display_url': 'Enter an address that begins with https:// or http://',
    })
    expect(await fields({ platform_name: 'has shopify' })).toEqual({
      'platform.platform_name': 'There is a platform named Has Shopify already',
    })
    expect(await fields({ market_id: 9 })).toEqual({
      'platform.market_id': 'The main market is one of the platform’s own',
    })
    expect(
      await fields({}, [
        { market_id: 39, market_name: 'Shopify' },
        { market_id: 4000, market_name: 'Nowhere' },
        { market_name: 'New' },
        { market_name: 'new' },
        { market_name: 'amazon canada' },
      ]),
    ).toEqual({
      'market_implementations.0.market_id': 'Shopify is a market of Has Shopify',
      'market_implementations.1.market_id': 'Market not found',
      'market_implementations.3.market_name': 'This market stands here twice',
      'market_implementations.4.market_name': 'There is a market named Amazon Canada already',
    })
  })

  test('changed by two people shows the second what the first changed, who can then save over it', async () => {
    const id = await create('Two People')
    const { version } = (await c.get(`/api/platform/${id}`)).body
    const other = await staff(h)
    expect((await save(id, { platform_name: 'Two People', is_mcm: true }, [], version, other)).status).toBe(
      200,
    )
    const refused = await save(id, { platform_name: 'Two Persons' }, [], version)
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed).toEqual([
      expect.objectContaining({ field: 'is_mcm', from: false, to: true, by: 'Pat support' }),
    ])
    const over = await save(
      id,
      { platform_name: 'Two Persons', is_mcm: true },
      [],
      refused.body.error.version,
    )
    expect(over.body.platform).toMatchObject({ platform_name: 'Two Persons', is_mcm: true })
  })
})

test('a logo is one image, resized and served, and replaces the one before', async () => {
  const id = await create('With Logo')
  const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#275' } })
  const send = (bytes: Buffer, field = 'logo') =>
    c.upload(`/api/platform/${id}/logo`, field, 'logo.png', bytes)
  const { body } = await send(await picture.png().toBuffer())
  expect((await c.get(`/api/platform/${id}`)).body.platform.logo_url).toBe(body.logo_url)
  const served = await h.app.inject({
    url: body.logo_url,
    headers: { ...c.raw.headers, cookie: c.raw.cookie },
  })
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400 })
  expect((await send(Buffer.from('<svg/>'))).body.error.message).toBe(
    'Error uploading logo : Not a PNG, JPEG, WebP or GIF',
  )
  const empty = await send(Buffer.alloc(0))
  expect([empty.status, empty.body.error.message]).toEqual([400, 'Error uploading logo : the image is empty'])
  await send(await picture.jpeg().toBuffer())
  const kept = []
  for await (const file of h.services.files.list('platform-logos')) kept.push(file.key)
  expect(kept).toHaveLength(1)
})

describe('the vendors of a platform', () => {
  test('are listed per vendor and market, with their stores and active integrations', async () => {
    const { db } = h.services
    const id = await create('Used')
    const { body } = await save(id, { platform_name: 'Used' }, [
      { market_name: 'Used US' },
      { market_name: 'Used UK' },
    ])
    const [uk, us] = (body.market_implementations as { market_id: number }[]).map((m) => m.market_id) as [
      number,
      number,
    ]
    const ann = await makeLogin(h, 'customer', 'ann.uses@example.com')
    const bob = await makeLogin(h, 'customer', 'bob.uses@example.com')
    const gone = await makeLogin(h, 'customer', 'frozen.uses@example.com')
    const { dropshipper_id } = await makeFeed(h)
    await db
      .insertInto('vendor_store')
      .values({ vendor_id: ann.vendor_id, vendor_store_name: 'Ann’s', market_id: us, drop_to: '{}' })
      .execute()
    await db
      .insertInto('vendor_market_map')
      .values([
        { vendor_id: ann.vendor_id, market_id: us, dropshipper_id },
        { vendor_id: bob.vendor_id, market_id: uk, dropshipper_id },
        { vendor_id: gone.vendor_id, market_id: uk, dropshipper_id, paused_at: new Date().toISOString() },
      ])
      .execute()
    const list = async (query = '') => (await c.get(`/api/platform/${id}/active-subscriptions${query}`)).body
    const all = await list()
    expect(all.total).toBe(2)
    expect(all.markets.map((m: { vendors: number }) => m.vendors)).toEqual([1, 1])
    expect(all.subscriptions).toEqual([
      expect.objectContaining({
        vendor_id: ann.vendor_id,
        market_name: 'Used US',
        stores: 1,
        integrations: 1,
      }),
      expect.objectContaining({
        vendor_id: bob.vendor_id,
        market_name: 'Used UK',
        stores: 0,
        integrations: 1,
        open_fields: null,
      }),
    ])
    expect((await list(`?market_id=${uk}`)).subscriptions).toHaveLength(1)
    expect((await list('?search=bob.uses')).total).toBe(1)
    expect((await c.get('/api/platform/')).body).toContainEqual(
      expect.objectContaining({ platform_name: 'Used', vendor_count: 2 }),
    )
    expect((await c.get('/api/platform/999999/active-subscriptions')).status).toBe(404)
  })
})
