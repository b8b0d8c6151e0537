import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '../../test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('an uploaded file that isn’t what it says is refused before it is stored', async () => {
  const feed = await makeFeed(h)
  const upload = (name: string, bytes: Buffer) =>
    c.upload(
      `/api/suppliers/${feed.dropshipper_id}/feed-file-upload/${feed.feed_id}`,
      'feedFile',
      name,
      bytes,
    )
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), Buffer.alloc(5000, 1)])
  expect((await upload('feed.csv', png)).body.error).toMatchObject({
    message: 'Error uploading File : it is a PNG image',
    fields: { feedFile: 'it is a PNG image' },
  })
  expect((await upload('feed.xlsx', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain(
    'neither',
  )
  expect((await upload('feed.csv.gz', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain(
    'gzip',
  )
  expect((await upload('feed.csv', Buffer.from('sku\0\x01price'))).status).toBe(400)
  expect(
    existsSync(join(h.dir, 'files', 'uploads')) &&
      readdirSync(join(h.dir, 'files', 'uploads', String(feed.feed_id)), { recursive: true }),
  ).toEqual(existsSync(join(h.dir, 'files', 'uploads')) ? [] : false)
  expect((await upload('feed.csv', Buffer.from(manyRows(3)))).status).toBe(200)
  expect((await upload('feed.csv', Buffer.from(manyRows(5000)))).status).toBe(200)
  expect((await upload('feed.csv', Buffer.from('\ufeffsku,title', 'utf16le'))).status).toBe(200)
  expect((await upload('feed.csv.gz', gzipSync(manyRows(3)))).status).toBe(200)
  await upload('feed.csv', Buffer.from(manyRows(5000)))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 5000 })
})
