import { describe, expect, test } from 'vitest'
import { sql } from './platform/database/db.ts'
import {
  client,
  waitForRun,
  harness,
  makeFeed,
  makeLogin,
  manyRows,
  password,
  runFeed,
  staff,
  waitUntil,
} from './test/harness.ts'
import { sendMultipart } from '#server/test/multipart.ts'

// What comes twice, at once, or in the wrong order: one of two wins, the other is told,
// and nobody gets a failure.
const h = harness({ worker: true })

describe('an item named twice in one write is refused at its position', () => {
  test('in configuration rows', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const row = { dropshipper_id, config_name: 'mine', config_value: '1' }
    const reply = await (await staff(h)).post('/api/suppliers/config', [row, row])
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: { '1.config_name': expect.any(String) } } },
    })
  })

  test('among products of a new or existing parent', async () => {
    const c = await staff(h)
    const feed = await makeFeed(h)
    await feed.publish('sku,title,price,qty\nA-1,One,1.50,3\n')
    await runFeed(c, feed.feed_id)
    const { product_id } = await h.services.db
      .selectFrom('product')
      .select('product_id')
      .where('feed_id', '=', feed.feed_id)
      .executeTakeFirstOrThrow()
    const supplier = (await c.get(`/api/suppliers/${feed.dropshipper_id}`)).body.dropshipper
    const of = (value: string) => ({ product_id, option_values: [value] })
    const draft = {
      dropshipper_id: feed.dropshipper_id,
      dropshipper_prefix: supplier.dropshipper_prefix,
      parent: { product_variant_parent_id: null, parent_sku: 'ΟΔΟΣ', title: 'Parent' },
      option_names: ['Size'],
      variants: [of('S'), of('M')],
    }
    expect((await c.post('/api/variant-mapping/parents', draft)).status).toBe(400)
    const made = await c.post('/api/variant-mapping/parents', { ...draft, variants: [of('S')] })
    expect(made.body).toMatchObject({ status_code: 200 })
    // capitals are compared as the database compares them
    const again = await c.post('/api/variant-mapping/parents', { ...draft, variants: [of('S')] })
    expect(again.body).toMatchObject({ status_code: 201 })
    const mapped = await c.post('/api/variant-mapping/variants', {
      dropshipper_id: feed.dropshipper_id,
      product_variant_parent_id: made.body.product_variant_parent_id,
      variants: [of('S'), of('M')],
    })
    expect(mapped.status).toBe(400)
  })
})

describe('simultaneous requests', () => {
  test('that add suppliers with one name and prefix create one, and the others are refused', async () => {
    const c = await staff(h)
    const body = { supplier_name: 'Race Name', supplier_prefix: 'RACE', supplier_type: 'standard' }
    const replies = await Promise.all([1, 2, 3].map(() => c.post('/api/suppliers/insert', body)))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    expect(replies.filter((reply) => reply.body.insertion_error === undefined)).toHaveLength(1)
    const others = await Promise.all(
      ['RACE2', 'RACE3'].map((supplier_prefix) =>
        c.post('/api/suppliers/insert', { ...body, supplier_name: 'Race Again', supplier_prefix }),
      ),
    )
    expect(others.filter((reply) => reply.body.insertion_error === undefined)).toHaveLength(1)
  })

  test('that roll back one run do it once, and no call or job fails', async () => {
    const c = await staff(h)
    const feed = await makeFeed(h, { rules: { threshold_percent: 100 } })
    await feed.publish(manyRows(50))
    const { feed_run_id } = await runFeed(c, feed.feed_id)
    const url = `/api/feed-runs/${feed_run_id}/roll-back`
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => c.post(url, { reason: 'Several at once' })),
    )
    const statuses = replies.map((reply) => reply.status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array(7).fill(409)])
    await waitUntil(
      () => c.get(`/api/feed-runs/${feed_run_id}`),
      (reply) => reply.body.state === 'rolled_back',
    )
  })

  test('that discard a running run are all refused', async () => {
    const c = await staff(h)
    const feed = await makeFeed(h)
    await feed.publish(manyRows(2000))
    const { body } = await c.post(`/api/feeds/${feed.feed_id}/run`, {})
    const asked = async () => {
      const reply = await c.post(`/api/feed-runs/${body.feed_run_id}/discard`, { reason: 'Too early' })
      return reply.status
    }
    const statuses = await Promise.all(Array.from({ length: 30 }, asked))
    expect(new Set(statuses)).toEqual(new Set([409]))
    expect(await waitForRun(c, body.feed_run_id)).toMatchObject({ state: 'applied', attempt: 1 })
  })
})

test('an IP address entered as a login name counts against that name’s limit, not the address’s', async () => {
  const { email } = await makeLogin(h, 'support')
  const c = await client(h)
  for (let tries = 0; tries < 12; tries++)
    await c.post('/api-public/account/login', { login: '127.0.0.1', password: 'x' })
  const { rows } = await sql<{ bucket: string }>`
    select bucket from attempt_limit where next_tm > now()`.execute(h.services.db)
  expect(rows).toEqual([{ bucket: 'sign-in as 127.0.0.1 from 127.0.0.1' }])
  expect((await c.post('/api-public/account/login', { login: email, password })).status).toBe(200)
})

describe('an upload', () => {
  const send = async (payload: string) => {
    const c = await staff(h)
    const feed = await makeFeed(h)
    const url = `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}`
    return sendMultipart(h, c, url, payload)
  }
  const head = (name: string) =>
    `--part\r\ncontent-disposition: form-data; name="feedFile"; filename=${name}\r\n\r\n`

  test('that breaks off is refused with an explanation', async () => {
    for (const payload of [`${head('"a.csv"')}sku,tit`, head('"a.csv"')])
      expect(await send(payload)).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
  })

  test('without a name is refused or accepted, but never fails', async () => {
    const { status } = await send(`${head('""')}sku,title\r\nA,One\r\n--part--\r\n`)
    expect(status).toBeLessThan(500)
  })
})
