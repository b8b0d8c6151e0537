import { beforeAll, expect, test } from 'vitest'
import { client, harness, makeFeed, makeLogin, staff, until, type Client } from '../test/harness.ts'

const h = harness()
let base = ''
let path = ''
beforeAll(async () => {
  base = await h.app.listen({ port: 0, host: '127.0.0.1' })
  const c = await staff(h)
  const { feed_id } = await makeFeed(h)
  // no worker runs here: it waits for good
  const { body } = await c.post(`/api/feeds/${feed_id}/run`, {})
  path = `/api/feed-runs/${body.feed_run_id}/events`
})

const watch = (c: Client, signal?: AbortSignal) =>
  fetch(base + path, { headers: { cookie: c.raw.cookie }, ...(signal && { signal }) })
const someone = async () => {
  const { email } = await makeLogin(h, 'support')
  return { email, c: await client(h, email) }
}
/** The streams' whole text, once they have ended. */
const ends = async (streams: Response[]) => {
  const texts = await Promise.all(streams.map((s) => s.text()))
  for (const text of texts) expect(text).toContain('"state":"queued"')
}

test('a login may have twenty live streams; the next is refused until one is closed', async () => {
  const { email, c } = await someone()
  const other = (await someone()).c
  const again = await client(h, email)
  const stop = new AbortController()
  const streams = [await watch(c, stop.signal)]
  for (let i = 1; i < 20; i++) streams.push(await watch(i % 2 ? c : again))
  expect(streams.map((s) => s.status)).toEqual(Array.from({ length: 20 }, () => 200))
  const refused = await watch(again)
  expect([refused.status, ((await refused.json()) as { error: { message: string } }).error.message]).toEqual([
    429,
    'You watch 20 things already. Close one of the pages that show them live.',
  ])
  streams.push(await watch(other))
  expect(streams.at(-1)!.status).toBe(200)
  stop.abort()
  streams[0] = await until(
    () => watch(c),
    (s) => s.status === 200,
  )
  await h.services.db.deleteFrom('session').execute()
  await ends(streams)
})

test('a live stream ends within seconds when its session is signed out, and no other does', async () => {
  const { c, email } = await someone()
  const elsewhere = await client(h, email)
  const [mine, theirs] = [await watch(c), await watch(elsewhere)]
  const began = Date.now()
  await c.post('/api/authentication/logout', {})
  await ends([mine])
  expect(Date.now() - began).toBeLessThan(10_000)
  const reader = theirs.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader.read()).value
  // something that comes only now
  await h.services.db.updateTable('feed_run').set({ rows_read: 777 }).execute()
  await until(next, (text) => text === undefined || text.includes('777')).then((text) =>
    expect(text).toContain('777'),
  )
  await elsewhere.post('/api/authentication/logout', {})
  await until(next, (text) => text === undefined)
})

test('a live stream ends when its session expires, and when the password is reset', async () => {
  const { c, email } = await someone()
  const expiring = await watch(c)
  const { db, mail } = h.services
  await db
    .updateTable('session')
    .set({ expires_tm: new Date(0).toISOString() })
    .where('login_id', '=', (e) => e.selectFrom('login').select('login_id').where('email', '=', email))
    .execute()
  await ends([expiring])
  const back = await client(h, email)
  const watching = await watch(back)
  const nobody = await client(h)
  await nobody.post('/api-public/account/forgot-password', { email })
  await h.app.afterwards.ended()
  const link = /password-reset\/(\S+)/.exec((await mail.kept())[0]!.body)![1]!
  const reset = await nobody.post(`/api-public/account/password-reset/${link}`, {
    password: 'a brand new secret',
  })
  expect(reset.body).toEqual({ success: true })
  await ends([watching])
})
