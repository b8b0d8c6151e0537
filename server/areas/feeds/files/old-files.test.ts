import { utimes } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { runTimer } from '#server/timers.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function put(key: string, writtenDaysAgo = 120): Promise<string> {
  await h.services.files.put(key, Readable.from(['some rows']))
  const path = join(h.services.config.dataDir, 'files', key)
  await utimes(path, daysAgo(writtenDaysAgo), daysAgo(writtenDaysAgo))
  return key
}
/** What stands for a file in its key. */
const sha256 = (file: string) => createHash('sha256').update(file).digest('hex')
const isThere = async (key: string) => (await h.services.files.stat(key)) !== undefined
const upkeep = () => runTimer(h.services, 'remove unused files')
type Feed = Awaited<ReturnType<typeof makeFeed>>

/** A run as if it had been begun then, with the files that it left. */
async function run(feed: Feed, state: string, began: number, file = state) {
  const { db } = h.services
  const { feed_run_id } = await db
    .insertInto('feed_run')
    .values({
      feed_id: feed.feed_id,
      dropshipper_id: feed.dropshipper_id,
      state,
      insert_tm: daysAgo(began).toISOString(),
      file_key: await put(`feeds/${feed.feed_id}/${sha256(file)}`),
    })
    .returning('feed_run_id')
    .executeTakeFirstOrThrow()
  const keys = {
    rejected_key: await put(`rejected/${feed_run_id}-1.csv`),
    fingerprint_key: await put(`fingerprints/${feed_run_id}-1`),
  }
  await db.updateTable('feed_run').set(keys).where('feed_run_id', '=', feed_run_id).execute()
  return { feed_run_id, file: `feeds/${feed.feed_id}/${sha256(file)}`, ...keys }
}
type Run = Awaited<ReturnType<typeof run>>
const left = ({ file, rejected_key, fingerprint_key }: Run) =>
  Promise.all([file, rejected_key, fingerprint_key].map(isThere))

test('a run’s files are deleted 90 days after it started, and its page then offers no rejected rows', async () => {
  const feed = await makeFeed(h)
  const [old, young] = [await run(feed, 'rejected', 91), await run(feed, 'applied', 89)]
  const offers = async ({ feed_run_id }: Run) =>
    (await c.get(`/api/feed-runs/${feed_run_id}`)).body.rejected_file
  expect([await offers(old), await offers(young)]).toEqual([true, true])
  await upkeep()
  await upkeep()
  expect(await left(old)).toEqual([false, false, false])
  expect(await left(young)).toEqual([true, true, true])
  expect([await offers(old), await offers(young)]).toEqual([false, true])
  expect((await c.get(`/api/feed-runs/${young.feed_run_id}/rejected.csv`)).body).toBe('some rows')
})

test('all files of a held run or a running feed are kept, however old', async () => {
  const [feed, busy] = [await makeFeed(h), await makeFeed(h)]
  const held = await run(feed, 'held', 400)
  const [queued, same] = [await run(busy, 'queued', 400), await run(busy, 'failed', 400)]
  await upkeep()
  expect(await left(held)).toEqual([true, true, true])
  expect(await left(queued)).toEqual([true, true, true])
  expect(await isThere(same.file)).toBe(true)
})

test('files the catalog uses, or would use after a rollback, are kept, and so are shared files', async () => {
  const feed = await makeFeed(h)
  const oldest = await run(feed, 'applied', 300)
  const shared = await run(feed, 'discarded', 300, 'the same file')
  await run(feed, 'discarded', 10, 'the same file')
  const [before, current] = [await run(feed, 'applied', 200), await run(feed, 'applied', 100)]
  const { db } = h.services
  await db
    .updateTable('feed_run')
    .set({ previous_run_id: before.feed_run_id })
    .where('feed_run_id', '=', current.feed_run_id)
    .execute()
  await db
    .updateTable('feed')
    .set({ current_run_id: current.feed_run_id })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  await upkeep()
  expect(await left(current)).toEqual([true, true, true])
  expect(await left(before)).toEqual([true, true, true])
  expect(await isThere(oldest.fingerprint_key)).toBe(false)
  expect(await isThere(shared.file)).toBe(true)
})

test('copies of further files are kept as long as the run’s own, and so are their uploads', async () => {
  const { db } = h.services
  const [feed, other] = [await makeFeed(h), await makeFeed(h)]
  const copyOf = async ({ feed_run_id }: Run, of: Feed, text: string) => {
    const file_key = await put(`feeds/${of.feed_id}/${sha256(text)}`)
    const about = { feed_file_id: 1, position: 1, name: 'Stock', file_name: 'stock.csv', file_bytes: 9 }
    await db
      .insertInto('feed_run_file')
      .values({ ...about, feed_run_id, file_key })
      .execute()
    return file_key
  }
  const [old, held] = [await run(feed, 'applied', 300), await run(other, 'held', 300)]
  const [gone, stays] = [await copyOf(old, feed, 'old stock'), await copyOf(held, other, 'held stock')]
  const current = await run(feed, 'applied', 200, 'current')
  const needed = await copyOf(current, feed, 'current stock')
  await db
    .updateTable('feed')
    .set({ current_run_id: current.feed_run_id })
    .where('feed_id', '=', feed.feed_id)
    .execute()
  const upload_key = await put(`uploads/${feed.feed_id}/${randomUUID()}`)
  await db
    .insertInto('feed_file')
    .values({
      feed_id: feed.feed_id,
      position: 1,
      name: 'Stock',
      source: '{}',
      format: '{}',
      mapping: '[]',
      upload_key,
    })
    .execute()
  await upkeep()
  expect(await Promise.all([gone, stays, needed, upload_key].map(isThere))).toEqual([false, true, true, true])
})

test('a stored file nothing refers to is deleted after a day, and files from others are kept', async () => {
  const { db } = h.services
  const { feed_id, dropshipper_id } = await makeFeed(h)
  const named = {
    logo_key: await put(`logos/${dropshipper_id}/${randomUUID()}.webp`),
    upload_key: await put(`uploads/${feed_id}/${randomUUID()}`),
  }
  await db
    .updateTable('dropshipper')
    .set({ logo_key: named.logo_key })
    .where('dropshipper_id', '=', dropshipper_id)
    .execute()
  await db.updateTable('feed').set({ upload_key: named.upload_key }).where('feed_id', '=', feed_id).execute()
  const lost = [
    `logos/${dropshipper_id}/${randomUUID()}.webp`,
    `uploads/${feed_id}/${randomUUID()}`,
    `feeds/${feed_id}/${sha256('broken off')}.${randomUUID()}.part`,
    `rejected/999999-1.csv.${randomUUID()}.part`,
    'rejected/999999-1.csv',
    'fingerprints/999999-2',
  ]
  const others = [
    'suppliers/evergreen.csv',
    'stores/shop/1.csv',
    `images/${dropshipper_id}/1.webp`,
    'logos/read me',
    `logos/${dropshipper_id}/drawn by hand.webp`,
    `logos/${dropshipper_id}/${randomUUID()}.webp.bak`,
    `logos/99999999999/${randomUUID()}.webp`,
    `uploads/${feed_id}/stock 2026.csv`,
    `uploads/${feed_id}/more/${randomUUID()}`,
    `uploads/3000000000/${randomUUID()}`,
    `uploads/backup/${feed_id}/${randomUUID()}`,
    `feeds/${feed_id}/${sha256('x')}.csv`,
    `feeds/${feed_id}/latest`,
    'rejected/999999-1.csv.gz',
    'rejected/2026-11-22.txt',
    'fingerprints/999999-2-old',
  ]
  for (const key of lost) await put(key, 2)
  for (const key of others) await put(key)
  const fresh = await put(`uploads/${feed_id}/${randomUUID()}`, 0.9)
  await upkeep()
  for (const key of lost) expect([key, await isThere(key)]).toEqual([key, false])
  for (const key of [...others, ...Object.values(named), fresh])
    expect([key, await isThere(key)]).toEqual([key, true])
})

test('half-written files of suppliers’ and stores’ folders are removed after a day, whole ones never', async () => {
  const part = (file: string) => `${file}.${randomUUID()}.part`
  const old = [await put(`suppliers/${part('a.csv')}`, 2), await put(`stores/shop/${part('b.csv')}`, 2)]
  const stay = [
    await put(`suppliers/${part('c.csv')}`, 0.9),
    await put('suppliers/d.csv'),
    await put('stores/shop/e.part'),
  ]
  await upkeep()
  expect(await Promise.all(old.map(isThere))).toEqual([false, false])
  expect(await Promise.all(stay.map(isThere))).toEqual([true, true, true])
})
