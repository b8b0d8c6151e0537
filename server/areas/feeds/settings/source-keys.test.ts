import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { runTimer } from '#server/timers.ts'

const h = harness({ worker: true })
let c: Client
let server: Server
let base: string
const asked: string[] = []
const secret = 'hunter2-and-more'
beforeAll(async () => {
  c = await staff(h)
  server = createServer((req, res) => {
    asked.push(req.url ?? '')
    if (req.url?.startsWith('/away'))
      return void res.writeHead(302, { location: `/missing?token=${secret}` }).end()
    if (req.url?.startsWith('/odd')) return void res.writeHead(302, { location: `${secret}:x` }).end()
    if (req.url?.startsWith('/missing')) return void res.writeHead(404).end()
    res.end(manyRows(5))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Everything that the database holds about feeds, runs, jobs and messages, as text. */
async function kept(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(t, ' ') as text from (
      select to_jsonb(f)::text as t from feed f
      union all select to_jsonb(a)::text from activity a
      union all select to_jsonb(r)::text from feed_run r
      union all select to_jsonb(j)::text from job j
      union all select to_jsonb(l)::text from job_log l
      union all select to_jsonb(m)::text from system_message m
      union all select to_jsonb(n)::text from notice_inbox n
      union all select to_jsonb(x)::text from feed_file x) all_rows`.execute(h.services.db)
  return rows[0]?.text ?? ''
}

test('a token in an address is sealed when it is saved, and only the supplier ever sees it', async () => {
  const { feed_id } = await makeFeed(h)
  const path = `/api/feeds/${feed_id}`
  const url = `${base}/feed.csv?id=7&token=${secret}`
  const { body } = await c.get(path)
  const saved = await c.put(path, { ...body, source: { kind: 'http', url, user: '' } })
  const shown = `${base}/feed.csv?id=7&token=••••`
  expect(saved.body.source).toEqual({ kind: 'http', url: shown, user: '' })
  expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied', created: 5 })
  expect(asked).toEqual([`/feed.csv?id=7&token=${secret}`])

  // saved again as it is shown, also with another path, it keeps its value
  const moved = { kind: 'http', url: `${base}/away?token=••••`, user: '' }
  const changed = await c.put(path, { ...saved.body, source: moved })
  expect(changed.body.source).toEqual(moved)
  expect((await c.post(`${path}/preview`, { source: { ...moved, url: shown } })).body.failure).toBeNull()
  expect(asked.at(-1)).toBe(`/feed.csv?id=7&token=${secret}`)
  expect(await runFeed(c, feed_id)).toMatchObject({ state: 'rejected', reason_code: 'missing' })

  // and it goes to no other server
  const elsewhere = { ...moved, url: `${base.replace('127.0.0.1', 'localhost')}/feed.csv?token=••••` }
  expect(await c.put(path, { ...changed.body, source: elsewhere })).toMatchObject({
    status: 400,
    body: { error: { fields: { 'source.url': expect.stringContaining('Enter the value of token again') } } },
  })
  expect(await kept()).not.toContain(secret)
})

test('a failure doesn’t say the token, even if the server’s answer repeats it', async () => {
  const { feed_id } = await makeFeed(h)
  const path = `/api/feeds/${feed_id}`
  const { body } = await c.get(path)
  const source = { kind: 'http', url: `${base}/odd?token=${secret}`, user: '' }
  expect((await c.put(path, { ...body, source })).status).toBe(200)
  expect(await runFeed(c, feed_id)).toMatchObject({
    state: 'rejected',
    reason: 'The server redirects to ••••:',
  })
  expect((await c.post(`${path}/preview`, {})).body.failure).toBe('The server redirects to ••••:')
  expect(await kept()).not.toContain(secret)
})

test('a token that was saved in the open is hidden at once and sealed by a timer', async () => {
  const url = `${base}/feed.csv?password=${secret}`
  const { feed_id } = await makeFeed(h, { source: { kind: 'http', url, user: '' } })
  const shown = { kind: 'http', url: `${base}/feed.csv?password=••••`, user: '' }
  expect((await c.get(`/api/feeds/${feed_id}`)).body.source).toEqual(shown)
  await runTimer(h.services, 'seal secrets in saved addresses')
  expect(await kept()).not.toContain(secret)
  expect((await c.get(`/api/feeds/${feed_id}`)).body.source).toEqual(shown)
  expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied' })
  expect(asked.at(-1)).toBe(`/feed.csv?password=${secret}`)
})
