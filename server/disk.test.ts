import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { unsavedUploadsBytes } from '#contract/feeds/feeds.ts'
import { buildApp } from './app.ts'
import { sql } from './platform/database/db.ts'
import { isDiskFull } from './platform/disk.ts'
import { announceServer } from './platform/jobs/server-row.ts'
import type { Services } from './platform/services.ts'
import {
  client,
  csv,
  harness,
  makeFeed,
  makeLogin,
  saveUpload,
  staff,
  upload,
  type Client,
} from './test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const file = csv([['A', 'Thing', '1.50', '3']])

/** The same app with other services, as this client sees it. */
async function withServices<T>(more: Partial<Services>, work: (c: Client) => Promise<T>): Promise<T> {
  const app = await buildApp({ ...h.services, ...more }, { version: 'test' })
  const usual = h.app
  h.app = app
  try {
    return await work(c)
  } finally {
    h.app = usual
    await app.close()
  }
}
const almostFull = { diskFloorBytes: Number.MAX_SAFE_INTEGER }

test('an upload to a nearly full disk is refused with a sentence, and nothing is stored', async () => {
  const feed = await makeFeed(h)
  const config = { ...h.services.config, ...almostFull }
  const answer = await withServices({ config }, (c) => upload(c, feed, 'a.csv', file))
  expect(answer.status).toBe(507)
  expect(answer.body.error).toMatchObject({
    code: 'disk_full',
    message: 'The server’s disk is almost full, so uploads are paused. Try again later.',
  })
  expect(await h.services.db.selectFrom('feed_upload').selectAll().execute()).toEqual([])
  expect((await upload(c, feed, 'a.csv', file)).status).toBe(200)
})

test('an upload larger than what may be filled is refused, too', async () => {
  const feed = await makeFeed(h)
  // what else runs here fills and frees the real disk
  freeIs(50_000_000)
  const config = { ...h.services.config, diskFloorBytes: 10_000_000 }
  const answer = (bytes: number) =>
    withServices({ config }, (c) => upload(c, feed, 'a.csv', Buffer.alloc(bytes, 'a')))
  expect((await answer(45_000_000)).status).toBe(507)
  expect((await answer(1000)).status).toBe(200)
})

test.each([
  ['storage location', 5_000_000, 50_000_000],
  ['temporary folder', 50_000_000, 5_000_000],
])('an upload is refused if only the disk of the %s is nearly full', async (_, ofStorage, ofTemporary) => {
  const feed = await makeFeed(h)
  freeIs(ofStorage, ofTemporary)
  const config = { ...h.services.config, diskFloorBytes: 10_000_000 }
  expect((await withServices({ config }, (c) => upload(c, feed, 'a.csv', file))).status).toBe(507)
})

/** The disks say that so much is free, until the test ends. */
function freeIs(bytes: number, ofTemporary = bytes): void {
  const { statfs: realStatfs } = fs
  const set = (statfs: unknown) => {
    Object.assign(fs, { statfs })
    syncBuiltinESMExports()
  }
  set((folder: string) => Promise.resolve({ bavail: folder === tmpdir() ? ofTemporary : bytes, bsize: 1 }))
  onTestFinished(() => set(realStatfs))
}

test('a nearly full disk degrades the health', async () => {
  await sql`insert into job_server (server, vcpus, heartbeat_tm) values ('w', 2, now())`.execute(
    h.services.db,
  )
  expect((await c.get('/api/health')).body).toMatchObject({ status: 'ok', disk_low: false })
  const config = { ...h.services.config, ...almostFull }
  const { body } = await withServices({ config }, (c) => c.get('/api/health'))
  expect(body).toMatchObject({ status: 'degraded', disk_low: true })
  expect(body.disk_free_bytes).toBeGreaterThan(0)
})

test('so does that of a worker on another machine, while it runs', async () => {
  await sql`
    insert into job_server (server, vcpus, heartbeat_tm, disk_free_bytes)
    values ('small', 2, now(), 5), ('gone', 2, now() - interval '2 hours', 4)`.execute(h.services.db)
  expect((await c.get('/api/health')).body).toMatchObject({
    status: 'degraded',
    disk_low: true,
    disk_free_bytes: 5,
  })
  await sql`delete from job_server`.execute(h.services.db)
})

test('a worker says how much of its disk is free', async () => {
  await announceServer(h.services, { vcpus: 2, vcpus_in_use: 0, running_jobs: 0, downloads_in_use: 0 })
  const { rows } = await sql<{ disk_free_bytes: number }>`
    select disk_free_bytes from job_server where server = ${h.services.config.serverName}`.execute(
    h.services.db,
  )
  expect(rows[0]?.disk_free_bytes).toBeGreaterThan(0)
})

test('metrics have the free space, and each kind of records with its size', async () => {
  const { body } = await h.app.inject({ url: '/metrics' })
  expect(body).toMatch(/feedstock_disk_free_bytes \d{6,}/)
  expect(body).toMatch(/feedstock_records_bytes\{kind="activity"\} \d{4,}/)
  expect(body).toMatch(/feedstock_records\{kind="money"\} \d+/)
})

test.each(['ENOSPC', 'EDQUOT', '53100'])(
  'a disk that is full (%s) is a refusal with a sentence',
  async (code) => {
    const feed = await makeFeed(h)
    const error = Object.assign(new Error('no space left on device, write'), { code })
    const files: Services['files'] = Object.assign(Object.create(h.services.files), {
      put: () => Promise.reject(error),
    })
    const answer = await withServices({ files }, (c) => upload(c, feed, 'a.csv', file))
    expect(answer.status).toBe(507)
    expect(answer.body.error).toMatchObject({
      code: 'disk_full',
      message: 'The server’s disk is full, so nothing was saved. Try again later.',
    })
    // nothing of it counts against the person's limit
    const keys = h.services.db.selectFrom('feed_upload').selectAll().where('bytes', '=', file.length)
    expect((await keys.execute()).length).toBeLessThan(3)
    expect(isDiskFull(new Error('x', { cause: error }))).toBe(true)
  },
)

test('a person’s unsaved uploads have a limit together; saved ones and another person’s don’t count', async () => {
  const { db } = h.services
  const { email } = await makeLogin(h, 'support')
  const [mine, feed] = [await client(h, email), await makeFeed(h)]
  expect((await upload(mine, feed, 'a.csv', file)).status).toBe(200)
  const owned = sql`login_id = (select login_id from login where email = ${email})`
  const largest = unsavedUploadsBytes - 1000
  await sql`update feed_upload set bytes = ${largest} where ${owned}`.execute(db)
  const refused = await upload(mine, feed, 'b.csv', Buffer.alloc(2000, 'a'))
  expect([refused.status, refused.body.error.message]).toEqual([
    413,
    'Your unsaved uploads are larger than 1 GB together. Save their feeds, or try again tomorrow.',
  ])
  expect((await upload(c, feed, 'b.csv', Buffer.alloc(2000, 'a'))).status).toBe(200)
  // the file of yesterday was removed
  await sql`update feed_upload set tm = now() - interval '25 hours' where ${owned}`.execute(db)
  expect((await saveUpload(mine, feed, 'c.csv', file)).status).toBe(200)
  await sql`update feed_upload set bytes = ${largest} where ${owned}`.execute(db)
  expect((await upload(mine, feed, 'd.csv', Buffer.alloc(2000, 'a'))).status).toBe(200)
})
