import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { FeedRun } from '#contract/feeds/runs.ts'
import {
  harness,
  makeFeed,
  manyRows,
  runFeed,
  staff,
  waitForRun,
  waitUntil,
  type Client,
} from '#server/test/harness.ts'
import { sql } from '#server/platform/database/db.ts'
import { fetchLimits } from '../files/fetched-files.ts'

const h = harness({ worker: true })
let c: Client
let port: number
const sockets = new Set<Socket>()
/** It accepts every connection and never says a word. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}).resume())
  socket.on('close', () => sockets.delete(socket))
})
beforeAll(async () => {
  c = await staff(h)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()))
  ;({ port } = silent.address() as AddressInfo)
})
const hangUp = () => {
  for (const socket of sockets) socket.destroy()
}
afterAll(() => {
  hangUp()
  silent.close()
})

const hanging = () =>
  makeFeed(h, { source: { kind: 'http', url: `http://127.0.0.1:${port}/a.csv`, user: '' } })
const start = async ({ feed_id }: { feed_id: number }): Promise<number> =>
  (await c.post(`/api/feeds/${feed_id}/run`, { dry: false })).body.feed_run_id
const runs = async (ids: readonly number[]): Promise<FeedRun[]> =>
  Promise.all(ids.map(async (id) => (await c.get(`/api/feed-runs/${id}`)).body as FeedRun))

test('six suppliers that never answer keep no run of another supplier waiting, and hold no vCPUs', async () => {
  const ids: number[] = []
  for (let i = 0; i < 6; i++) ids.push(await start(await hanging()))
  // a host has four downloads at once; the others wait for it, and nobody else does
  await waitUntil(
    () => Promise.resolve(sockets.size),
    (connections) => connections === 4,
  )
  const feed = await makeFeed(h)
  await feed.publish(manyRows(5))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 5 })
  const states = await runs(ids)
  expect(states.map(({ state }) => state)).toEqual([...Array(4).fill('running'), 'queued', 'queued'])
  // the worker says so with its next heartbeat, after the run that was applied
  const { body: servers } = await waitUntil(
    () => c.get('/api/jobs/get-active-servers'),
    ({ body }) => body[0].downloads_in_use === 4 && body[0].vcpus_in_use === 0,
  )
  expect(servers).toMatchObject([{ downloads: 16 }])
  expect((await c.get('/api/jobs/summary')).body).toMatchObject({ vcpus_in_use: 0 })
  expect((await runs(ids)).map(({ waits_for }) => waits_for).slice(4)).toEqual(
    Array(2).fill('Waiting for other downloads from 127.0.0.1.'),
  )
  const hung = setInterval(hangUp, 20)
  onTestFinished(() => clearInterval(hung))
  for (const id of ids) expect(await waitForRun(c, id)).toMatchObject({ state: 'rejected' })
})

test('a source that hangs pauses its schedule, twice as long each time in a row', async () => {
  const before = { ...fetchLimits }
  onTestFinished(() => void Object.assign(fetchLimits, before))
  Object.assign(fetchLimits, { stallMs: 200 })
  const feed = await hanging()
  const schedule = { active: true, cron: '*/5 * * * *', tz: 'UTC' }
  await c.post('/api/suppliers/monitoring/schedule', { dropshipper_id: feed.dropshipper_id, ...schedule })
  const minutesOff = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from next_run_tm - now()) / 60)::int as minutes
      from feed where feed_id = ${feed.feed_id}`.execute(h.services.db)
    return rows[0]?.minutes
  }
  const reason = 'Couldn’t fetch the file: the server didn’t respond in time. Scheduled runs pause for '
  for (const [minutes, length] of [
    [15, '15 minutes'],
    [30, '30 minutes'],
    [60, '1 hour'],
  ] as const) {
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'rejected',
      reason_code: 'stalled',
      reason: reason + length,
    })
    expect(await minutesOff()).toBe(minutes)
  }
})
