import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from './db.ts'
import { declaredOf } from './declared.ts'
import { claim, DoneAlready, earlierAnswer, keepAnswer } from './once.ts'
import { harness, makeFeed, staff, type Client } from '../test/harness.ts'

const h = harness()

const supplierOf = async (c: Client, id: number) => (await c.get(`/api/suppliers/${id}`)).body
const saveOf = (view: Record<string, unknown>, changes: object) => ({
  version: view.version,
  dropshipper: { ...(view.dropshipper as object), ...changes },
  max_file_age_allowed_in_days: 3,
})

describe('an answer', () => {
  test('has the fields of its contract and no other, whatever the table holds', async () => {
    const { dropshipper_id } = await makeFeed(h)
    await sql`alter table dropshipper add column private_margin integer not null default 42`.execute(
      h.services.db,
    )
    const view = await supplierOf(await staff(h), dropshipper_id)
    expect(view.dropshipper.dropshipper_id).toBe(dropshipper_id)
    expect(JSON.stringify(view)).not.toContain('private_margin')
    const list = await (await staff(h)).post('/api/suppliers/', {})
    expect(list.body.suppliers.length).toBeGreaterThan(0)
    expect(JSON.stringify(list.body)).not.toContain('private_margin')
  })

  test('keeps declared fields of lists, records, unions and nullable shapes', () => {
    const shape = z.object({
      list: z.array(z.object({ a: z.number() })),
      record: z.record(z.string(), z.object({ a: z.number() })),
      either: z.union([
        z.object({ kind: z.literal('x'), x: z.number() }),
        z.object({ kind: z.literal('y') }),
      ]),
      nothing: z.object({ a: z.number() }).nullable(),
      maybe: z.object({ a: z.number() }).optional(),
      open: z.record(z.string(), z.unknown()),
    })
    const secret = { a: 1, secret: 2 }
    const answer = {
      list: [secret],
      record: { k: secret },
      either: { kind: 'y', x: 1, secret: 2 },
      nothing: null,
      open: { any: secret },
      secret: 2,
    }
    expect(JSON.parse(JSON.stringify(declaredOf(shape)(answer)))).toEqual({
      list: [{ a: 1 }],
      record: { k: { a: 1 } },
      either: { kind: 'y' },
      nothing: null,
      open: { any: secret },
    })
    expect(() => declaredOf(shape)({ ...answer, either: { kind: 'z' } })).toThrow('none of the shapes')
  })
})

describe('two people who edit one record', () => {
  test('the second save is told what changed meanwhile, by whom and when, and changes nothing', async () => {
    const { dropshipper_id } = await makeFeed(h, { name: 'Harbour' })
    const [first, second] = [await staff(h), await staff(h)]
    const opened = await supplierOf(second, dropshipper_id)
    expect(
      (
        await first.post(
          `/api/suppliers/${dropshipper_id}`,
          saveOf(opened, { supplier_name: 'Harbour East' }),
        )
      ).status,
    ).toBe(200)
    const refused = await second.post(
      `/api/suppliers/${dropshipper_id}`,
      saveOf(opened, { policy_info: 'None' }),
    )
    expect(refused.status).toBe(409)
    expect(refused.body.error).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Pat support saved this after you opened it'),
      changed: expect.arrayContaining([
        {
          field: 'supplier_name',
          from: 'Harbour',
          to: 'Harbour East',
          by: 'Pat support',
          tm: expect.any(String),
        },
      ]),
    })
    const now = await supplierOf(second, dropshipper_id)
    expect(now.dropshipper).toMatchObject({ supplier_name: 'Harbour East', policy_info: '' })
    expect(refused.body.error.version).toBe(now.version)
    const again = await second.post(`/api/suppliers/${dropshipper_id}`, saveOf(now, { policy_info: 'None' }))
    expect(again.body.dropshipper).toMatchObject({ supplier_name: 'Harbour East', policy_info: 'None' })
  })

  test('saving twice oneself never conflicts, and another record’s changes don’t count', async () => {
    const c = await staff(h)
    const one = await makeFeed(h)
    const other = await makeFeed(h)
    const opened = await supplierOf(c, one.dropshipper_id)
    await (
      await staff(h)
    ).post(
      `/api/suppliers/${other.dropshipper_id}`,
      saveOf(await supplierOf(c, other.dropshipper_id), { policy_info: 'x' }),
    )
    for (const policy_info of ['one', 'two'])
      expect(
        (await c.post(`/api/suppliers/${one.dropshipper_id}`, saveOf(opened, { policy_info }))).status,
      ).toBe(200)
  })

  test('a change that no person made is told too, and one that the form doesn’t show isn’t', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const c = await staff(h)
    const opened = await supplierOf(c, id)
    const record = { entity: 'dropshipper', entity_id: String(id) }
    const change = (type: string, action_by_name: string) =>
      h.services.db
        .insertInto('activity')
        .values({ type, message: `By ${action_by_name}`, action_by_name, ...record })
        .execute()
    const save = () => c.post(`/api/suppliers/${id}`, saveOf(opened, { policy_info: 'x' }))
    await change('supplier.logo', 'Night job')
    expect((await save()).status).toBe(200)
    for (const name of ['Night job', 'Night job', 'Import']) await change('supplier.save', name)
    const refused = await save()
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toBe('Night job and Import saved this after you opened it: By Import')
  })

  test.each([
    [
      'configuration',
      (id: number) => `/api/suppliers/${id}/config`,
      (body: { version: number }[]) => body[0]?.version ?? 0,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/config', [
          { dropshipper_id: id, config_name: 'a', config_value: value, version },
        ]),
    ],
    [
      'schedule',
      (id: number) => `/api/suppliers/${id}/monitoring/schedule`,
      (body: { version: number }) => body.version,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/monitoring/schedule', {
          dropshipper_id: id,
          active: true,
          cron: `${value} 5 * * *`,
          tz: 'UTC',
          version,
        }),
    ],
    [
      'featured suppliers',
      () => '/api/suppliers/featured',
      (body: { version: number }[]) => body[0]?.version ?? 0,
      (c: Client, id: number, version: number, value: string) =>
        c.post('/api/suppliers/featured', { dropshipper_ids: value === '1' ? [id] : [], version }),
    ],
  ] as const)('hold for the %s too', async (_what, path, versionIn, save) => {
    const { dropshipper_id } = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const version = versionIn((await second.get(path(dropshipper_id))).body)
    expect((await save(first, dropshipper_id, version, '1')).status).toBeLessThan(300)
    expect((await save(second, dropshipper_id, version, '2')).status).toBe(409)
    expect((await save(first, dropshipper_id, version, '3')).status).toBeLessThan(300)
  })

  test('hold for a report note', async () => {
    const { dropshipper_id } = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const { suppliers } = (await second.get('/api/suppliers/monitoring/list')).body
    const { report_version } = suppliers.find(
      (s: { dropshipper_id: number }) => s.dropshipper_id === dropshipper_id,
    )
    const save = (c: Client, report_note: string) =>
      c.post('/api/suppliers/update-report-info', {
        id: dropshipper_id,
        hidden_from_report: false,
        report_note,
        version: report_version,
      })
    expect((await save(first, 'Closed in May')).status).toBe(204)
    expect((await save(second, 'Open in May')).status).toBe(409)
    expect((await save(first, 'Closed in June')).status).toBe(204)
  })

  test('hold for a feed’s settings, an upload in between included', async () => {
    const feed = await makeFeed(h)
    const [first, second] = [await staff(h), await staff(h)]
    const opened = (await second.get(`/api/feeds/${feed.feed_id}`)).body
    await first.upload(
      `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}`,
      'feedFile',
      'new.csv',
      Buffer.from('sku\nA\n'),
    )
    const refused = await second.put(`/api/feeds/${feed.feed_id}`, {
      ...opened,
      rules: { ...opened.rules, threshold_percent: 20 },
    })
    expect(refused.status).toBe(409)
    expect(refused.body.error.changed.map((c: { field: string }) => c.field)).toContain('source')
  })
})

describe('a write with an Idempotency-Key', () => {
  const insert = (c: Client, key: string, prefix: string) =>
    h.app.inject({
      method: 'POST',
      url: '/api/suppliers/insert',
      headers: { ...c.raw.headers, cookie: c.raw.cookie, 'idempotency-key': key },
      payload: { supplier_name: `Once ${prefix}`, supplier_prefix: prefix, supplier_type: 'standard' },
    })
  const howMany = async (prefix: string) =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from dropshipper where dropshipper_prefix = ${prefix}`.execute(h.services.db)
    ).rows[0]!.n

  test('happens once, also when it comes many times at once, and is answered the same each time', async () => {
    const c = await staff(h)
    const at = await Promise.all(Array.from({ length: 6 }, () => insert(c, 'k1', 'ONCE')))
    const later = await insert(c, 'k1', 'ONCE')
    expect([...at, later].map((reply) => reply.statusCode)).toEqual(Array(7).fill(200))
    expect(new Set([...at, later].map((reply) => reply.body)).size).toBe(1)
    expect(await howMany('ONCE')).toBe(1)
  })

  test('is refused where the key was used for something else, and free again where the first was refused', async () => {
    const c = await staff(h)
    expect((await insert(c, 'k2', 'not a prefix')).statusCode).toBe(400)
    expect((await insert(c, 'k2', 'TWICE')).json()).toMatchObject({ dropshipper_id: expect.any(Number) })
    expect((await insert(c, 'k2', 'OTHER')).statusCode).toBe(409)
    expect(await howMany('OTHER')).toBe(0)
  })

  test('is refused for an upload, whose file no key can vouch for', async () => {
    const c = await staff(h)
    const feed = await makeFeed(h)
    const reply = await h.app.inject({
      method: 'POST',
      url: `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}`,
      headers: {
        ...c.raw.headers,
        cookie: c.raw.cookie,
        'idempotency-key': 'file',
        'content-type': 'multipart/form-data; boundary=part',
      },
      payload:
        '--part\r\ncontent-disposition: form-data; name="feedFile"; filename="a.csv"\r\n\r\nsku\r\n--part--\r\n',
    })
    expect(reply.json().error.fields).toEqual({ 'idempotency-key': 'An upload takes no Idempotency-Key' })
  })

  test('of another person is another write', async () => {
    await insert(await staff(h), 'k3', 'MINE')
    expect((await insert(await staff(h), 'k3', 'YOURS')).json()).toMatchObject({
      dropshipper_id: expect.any(Number),
    })
    expect(await howMany('YOURS')).toBe(1)
  })

  test('names a key without a text', async () => {
    const refused = await insert(await staff(h), ' ', 'EMPTY')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.fields).toEqual({ 'idempotency-key': 'An Idempotency-Key has a text' })
    expect(await howMany('EMPTY')).toBe(0)
  })

  test('is known by its person, operation and input; what was done and not answered is not done again', async () => {
    const { db } = h.services
    await staff(h)
    await staff(h)
    const logins = await db.selectFrom('login').select('login_id').limit(2).execute()
    const [login_id, other] = logins.map((row) => row.login_id) as [number, number]
    const input_hash = Buffer.from('input')
    const once = { login_id, key: 'direct', operation: 'applyRun', input_hash, request_id: 'first' }
    const write = (request_id: string) => db.transaction().execute((tx) => claim(tx, { ...once, request_id }))
    expect(await earlierAnswer(db, once)).toBeUndefined()
    await write('first')
    // a request may write twice
    await write('first')
    await expect(write('second')).rejects.toThrow(DoneAlready)
    await expect(earlierAnswer(db, once)).rejects.toThrow('look before you do it again')
    await keepAnswer(db, { ...once, login_id: other }, 'theirs')
    await keepAnswer(db, once, 'ours')
    await keepAnswer(db, { ...once, key: 'unknown' }, 'theirs')
    await keepAnswer(db, { ...once, request_id: 'second' }, 'theirs')
    expect(await earlierAnswer(db, once)).toBe('ours')
    expect(await earlierAnswer(db, { ...once, login_id: other })).toBeUndefined()
    const another = 'This Idempotency-Key was used for another request'
    await expect(earlierAnswer(db, { ...once, operation: 'discardRun' })).rejects.toThrow(another)
    const changed = Buffer.from('other')
    await expect(earlierAnswer(db, { ...once, input_hash: changed })).rejects.toThrow(another)
  })
})
