import { describe, expect, test } from 'vitest'
import { sql } from '../database/db.ts'
import { claim, DoneAlready, earlierAnswer, keepAnswer, onceOf } from './once.ts'
import { Secrets } from '../secrets.ts'
import { harness, makeFeed, staff, type Client } from '../../test/harness.ts'

const h = harness()

const saveOf = (view: Record<string, unknown>, changes: object) => ({
  version: view.version,
  dropshipper: { ...(view.dropshipper as object), ...changes },
  max_file_age_allowed_in_days: 3,
})

describe('a write with an Idempotency-Key', () => {
  const post = (c: Client, key: string, url: string, payload: object) =>
    h.app.inject({
      method: 'POST',
      url,
      headers: { ...c.raw.headers, cookie: c.raw.cookie, 'idempotency-key': key },
      payload,
    })
  const insert = (c: Client, key: string, prefix: string) =>
    post(c, key, '/api/suppliers/insert', {
      supplier_name: `Once ${prefix}`,
      supplier_prefix: prefix,
      supplier_type: 'standard',
    })
  const howMany = async (prefix: string) =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from dropshipper where dropshipper_prefix = ${prefix}`.execute(h.services.db)
    ).rows[0]!.n

  test('happens once, even if sent many times at once, with the same answer each time', async () => {
    const c = await staff(h)
    const at = await Promise.all(Array.from({ length: 6 }, () => insert(c, 'k1', 'ONCE')))
    const later = await insert(c, 'k1', 'ONCE')
    expect([...at, later].map((reply) => reply.statusCode)).toEqual(Array(7).fill(200))
    expect(new Set([...at, later].map((reply) => reply.body)).size).toBe(1)
    expect(await howMany('ONCE')).toBe(1)
  })

  test('keeps its answer encrypted, since it may hold a secret shown once', async () => {
    const c = await staff(h)
    const { body } = await insert(c, 'k7', 'SEALED')
    const { rows } = await sql<{
      answer: string
    }>`select answer from idempotency_key where key = 'k7'`.execute(h.services.db)
    expect(rows[0]!.answer).not.toContain('dropshipper_id')
    expect((await insert(c, 'k7', 'SEALED')).body).toBe(body)
    // one that was kept before they were sealed
    await sql`update idempotency_key set answer = '{"dropshipper_id":7}' where key = 'k7'`.execute(
      h.services.db,
    )
    expect((await insert(c, 'k7', 'SEALED')).json()).toEqual({ dropshipper_id: 7 })
  })

  test('is refused if its key was used for something else, unless the first request was refused', async () => {
    const c = await staff(h)
    expect((await insert(c, 'k2', 'not a prefix')).statusCode).toBe(400)
    expect((await insert(c, 'k2', 'TWICE')).json()).toMatchObject({ dropshipper_id: expect.any(Number) })
    expect((await insert(c, 'k2', 'OTHER')).statusCode).toBe(409)
    expect(await howMany('OTHER')).toBe(0)
  })

  test('runs again if a refusal answered with 200 changed nothing', async () => {
    const c = await staff(h)
    const { dropshipper_id } = await makeFeed(h, { name: 'Once FREED' })
    const answer = expect.stringContaining('A supplier named Once FREED already exists')
    const kept = (await insert(c, 'k6', 'KEPT')).json()
    expect((await insert(c, 'k4', 'FREED')).json()).toMatchObject({ insertion_error: answer })
    // no other key is given back
    expect((await insert(c, 'k6', 'KEPT')).json()).toEqual(kept)
    await c.post(
      `/api/suppliers/${dropshipper_id}`,
      saveOf((await c.get(`/api/suppliers/${dropshipper_id}`)).body, { supplier_name: 'Renamed' }),
    )
    const made = (await insert(c, 'k4', 'FREED')).json()
    expect(made).toEqual({ dropshipper_id: expect.any(Number) })
    expect((await insert(c, 'k4', 'FREED')).json()).toEqual(made)
  })

  test('runs again if a job was already waiting, and once if several arrive at once', async () => {
    const c = await staff(h)
    const { dropshipper_id } = await makeFeed(h)
    const job = {
      job_type: 'BASIC_IMAGE',
      param_name: 'dropshipper_id',
      param_value: String(dropshipper_id),
    }
    const schedule = () => post(c, 'k5', '/api/jobs/schedule-job', job)
    const { job_id } = (await c.post('/api/jobs/schedule-job', job)).body
    const waits = await Promise.all([schedule(), schedule(), schedule()])
    expect(waits.map((reply) => reply.json().job_id)).toEqual([null, null, null])
    await c.post('/api/jobs/terminate', { job_id, reason: 'Too early' })
    const answers = await Promise.all([schedule(), schedule(), schedule()])
    const [first] = answers.map((reply) => reply.json())
    expect(first).toEqual({ status: 'Successfully scheduled the job', job_id: expect.any(Number) })
    expect(answers.map((reply) => reply.json())).toEqual([first, first, first])
  })

  test('is refused for an upload, since no key covers its file', async () => {
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
    expect(reply.json().error.fields).toEqual({ 'idempotency-key': 'Uploads don’t support Idempotency-Key' })
  })

  test('by another person is a separate write', async () => {
    await insert(await staff(h), 'k3', 'MINE')
    expect((await insert(await staff(h), 'k3', 'YOURS')).json()).toMatchObject({
      dropshipper_id: expect.any(Number),
    })
    expect(await howMany('YOURS')).toBe(1)
  })

  test('needs a key that isn’t blank', async () => {
    const refused = await insert(await staff(h), ' ', 'EMPTY')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.fields).toEqual({ 'idempotency-key': 'Enter an Idempotency-Key' })
    expect(await howMany('EMPTY')).toBe(0)
  })

  test('is identified by person, operation and input; a write done but not answered isn’t repeated', async () => {
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
    await expect(earlierAnswer(db, once, 100)).rejects.toThrow('Check before you do it again')
    await keepAnswer(db, { ...once, login_id: other }, 'theirs')
    await keepAnswer(db, once, 'ours')
    await keepAnswer(db, { ...once, key: 'unknown' }, 'theirs')
    await keepAnswer(db, { ...once, request_id: 'second' }, 'theirs')
    expect(await earlierAnswer(db, once)).toBe('ours')
    expect(await earlierAnswer(db, { ...once, login_id: other })).toBeUndefined()
    const another = 'This Idempotency-Key was already used for a different request'
    await expect(earlierAnswer(db, { ...once, operation: 'discardRun' })).rejects.toThrow(another)
    const changed = Buffer.from('other')
    await expect(earlierAnswer(db, { ...once, input_hash: changed })).rejects.toThrow(another)
  })
})

describe('a request happens once', () => {
  type Asked = Parameters<typeof onceOf>
  const secrets = new Secrets(['a secret of tests that is long enough'])
  const of = (req: object, input: unknown = {}, who: object | null = { login_id: 3 }) =>
    onceOf(
      {
        method: 'POST',
        id: 'request 1',
        headers: {},
        isMultipart: () => false,
        ...req,
      } as unknown as Asked[0],
      { who: who as Asked[1]['who'], operation: 'saveThing', input, secrets },
    )
  const headers = { 'idempotency-key': ' k ' }
  test('if it is a signed-in person’s write with a key', () => {
    const once = { login_id: 3, key: 'k', operation: 'saveThing', request_id: 'request 1' }
    for (const method of ['POST', 'PUT', 'DELETE']) expect(of({ method, headers })).toMatchObject(once)
    expect(of({ method: 'GET', headers })).toBeUndefined()
    expect(of({})).toBeUndefined()
    expect(of({ headers }, {}, null)).toBeUndefined()
    expect(of({ headers }, {}, { login_id: 3, viewed_by: { login_id: 4 } })).toBeUndefined()
  })
  test('and counts as another if any part of its input differs', () => {
    const hash = (input: unknown) => of({ headers }, input)!.input_hash.toString('hex')
    const inputs = [{}, { body: { a: 1 } }, { body: { a: '1' } }, { query: { a: 1 } }, { params: { a: 1 } }]
    expect(new Set(inputs.map(hash)).size).toBe(inputs.length)
    expect(hash({ body: { a: 1 } })).toBe(hash({ body: { a: 1 } }))
  })
  test('with a key of at most 200 characters', () => {
    const key = (n: number) => of({ headers: { 'idempotency-key': 'k'.repeat(n) } })
    expect(key(200)!.key).toHaveLength(200)
    expect(() => key(201)).toThrow('Please fix the errors')
  })
})
