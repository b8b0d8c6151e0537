import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startSftp } from '#server/test/servers/sftp.ts'
import { activityOf, harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'
import { noticesLike } from '#server/test/notices.ts'
import { runTimer } from '#server/timers.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('an SFTP server’s key is kept at first use; a changed one gets no password until a person accepts it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'feedstock-keys-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'feed.csv'), manyRows(12))
  const first = await startSftp(dir, 'me', 'right')
  const { port } = first
  const source = { kind: 'sftp', host: '127.0.0.1', port, path: '/feed.csv', user: 'me' }
  const { feed_id, dropshipper_id } = await makeFeed(h, { source })
  await h.services.db
    .updateTable('feed')
    .set({ source_secret: h.services.secrets.seal('right') })
    .where('feed_id', '=', feed_id)
    .execute()
  expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied', created: 12 })
  const keys = async () => (await c.get(`/api/feeds/${feed_id}`)).body.host_keys
  const [known] = await keys()
  expect(known).toMatchObject({ host: '127.0.0.1', port, offered_sha256: null })
  await first.close()

  const passwords: string[] = []
  const second = await startSftp(dir, 'me', 'right', { passwords, port })
  onTestFinished(() => second.close())
  writeFileSync(join(dir, 'feed.csv'), manyRows(13))
  const run = await runFeed(c, feed_id)
  const [changed] = await keys()
  expect(changed).toMatchObject({ key_sha256: known.key_sha256, offered_sha256: expect.any(String) })
  expect(run).toMatchObject({
    state: 'rejected',
    reason_code: 'host_key',
    reason:
      `The server’s host key changed: it is now SHA256:${changed.offered_sha256}, ` +
      `and SHA256:${known.key_sha256} is saved. No password was sent`,
  })
  expect((await c.post(`/api/feeds/${feed_id}/preview`, {})).body.failure_code).toBe('host_key')
  expect(passwords).toEqual([])
  await runTimer(h.services, 'open and resolve incidents')
  await runTimer(h.services, 'look for problems')
  expect(await noticesLike(h, '%host key changed%')).toMatchObject([
    { link: `/feed-runs/${run.feed_run_id}`, ended_tm: null },
  ])

  const accept = (key_sha256: string) =>
    c.post(`/api/feeds/${feed_id}/host-key`, { host: '127.0.0.1', port, key_sha256 })
  expect((await accept('another')).status).toBe(409)
  expect((await accept(changed.offered_sha256)).body.host_keys).toMatchObject([
    { key_sha256: changed.offered_sha256, offered_sha256: null },
  ])
  expect((await activityOf(c, dropshipper_id))[0]).toMatchObject({ type: 'feed.host_key' })
  expect(await runFeed(c, feed_id)).toMatchObject({ state: 'applied', created: 1 })
  expect(passwords).toEqual(['right'])
})
