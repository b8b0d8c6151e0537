import { beforeAll, expect, test } from 'vitest'
import { sql } from '#server/platform/database/db.ts'
import {
  client,
  harness,
  makeCustomFeed,
  makeFeed,
  makeLogin,
  staff,
  waitUntil,
  type Client,
} from '../../test/harness.ts'

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

test('a live stream isn’t use of a staff session: it doesn’t keep it open', async () => {
  const { email, c } = await someone()
  const { db } = h.services
  await sql`update session set seen_tm = now() - interval '11 hours'`.execute(db)
  const stop = new AbortController()
  expect((await watch(c, stop.signal)).status).toBe(200)
  stop.abort()
  const used = async () =>
    (
      await sql`
        select
        from session
        join login using (login_id)
        where email = ${email} and seen_tm > now() - interval '1 hour'`.execute(db)
    ).rows.length
  expect(await used()).toBe(0)
  expect((await c.get('/api/account/get')).status).toBe(200)
  expect(await used()).toBe(1)
})

test('a login can have twenty live streams; the next is refused until one is closed', async () => {
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
    'You already have 20 live pages open. Close one first.',
  ])
  streams.push(await watch(other))
  expect(streams.at(-1)!.status).toBe(200)
  stop.abort()
  streams[0] = await waitUntil(
    () => watch(c),
    (s) => s.status === 200,
  )
  await h.services.db.deleteFrom('session').execute()
  await ends(streams)
})

test('a live stream ends within seconds when its session is signed out, and others continue', async () => {
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
  await waitUntil(next, (text) => text === undefined || text.includes('777')).then((text) =>
    expect(text).toContain('777'),
  )
  await elsewhere.post('/api/authentication/logout', {})
  await waitUntil(next, (text) => text === undefined)
})

test('a live stream ends when its session expires and when the password is reset', async () => {
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
  const link = /password-reset\/(\S+)/.exec((await mail.kept())[0]!.text)![1]!
  const reset = await nobody.post(`/api-public/account/password-reset/${link}`, {
    password: 'a brand new secret',
  })
  expect(reset.body).toEqual({ success: true })
  await ends([watching])
})

test('a live stream ends when its person leaves staff, and continues for the others', async () => {
  const { c, email } = await someone()
  const other = (await someone()).c
  const [mine, theirs] = [await watch(c), await watch(other)]
  await h.services.db.updateTable('login').set({ role: 'customer' }).where('email', '=', email).execute()
  await ends([mine])
  expect((await watch(c)).status).toBe(403)
  await other.post('/api/authentication/logout', {})
  await ends([theirs])
})

test('a live stream of a vendor’s feed ends when somebody else locks the vendor; the holder’s continues and doesn’t count as work', async () => {
  const { db } = h.services
  const { vendor_id } = await makeLogin(h, 'customer')
  const { dropshipper_id } = await makeFeed(h)
  const { feed_id } = await makeCustomFeed(h, dropshipper_id, { owner: vendor_id })
  const [holder, other] = [(await someone()).c, (await someone()).c]
  const { body } = await holder.post(`/api/feeds/${feed_id}/run`, {})
  const own = (c: Client) =>
    fetch(`${base}/api/feed-runs/${body.feed_run_id}/events`, { headers: { cookie: c.raw.cookie } })
  const [mine, theirs] = [await own(holder), await own(other)]
  await holder.post('/api/vendor/lock', { vendor_id, reason: 'Merging two accounts' })
  const worked = new Date(Date.now() - 30 * 60_000).toISOString()
  await db.updateTable('vendor_lock').set({ worked_tm: worked }).where('vendor_id', '=', vendor_id).execute()
  await ends([theirs])
  const lock = db.selectFrom('vendor_lock').select('worked_tm').where('vendor_id', '=', vendor_id)
  expect(await lock.executeTakeFirst()).toEqual({ worked_tm: worked })
  await holder.post('/api/authentication/logout', {})
  await ends([mine])
})
