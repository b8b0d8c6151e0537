import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  activityOf,
  catalogue,
  csv,
  harness,
  makeFeed,
  manyRows,
  runFeed,
  saveUpload,
  staff,
  upload,
  type Client,
} from '#server/test/harness.ts'
import { sendParts } from '#server/test/multipart.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

test('an uploaded file that isn’t the type it claims is refused before it is stored', async () => {
  const feed = await makeFeed(h)
  const send = (name: string, bytes: Buffer) => upload(c, feed, name, bytes)
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), Buffer.alloc(5000, 1)])
  expect((await send('feed.csv', png)).body.error).toMatchObject({
    message: 'Error uploading File : it is a PNG image',
    fields: { feedFile: 'it is a PNG image' },
  })
  expect((await send('feed.xlsx', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain(
    'like a zip or Excel file',
  )
  expect((await send('feed.csv.gz', Buffer.from('sku,price\n'))).body.error.fields.feedFile).toContain('gzip')
  expect((await send('feed.csv', Buffer.from('sku\0\x01price'))).status).toBe(400)
  expect(
    existsSync(join(h.dir, 'files', 'uploads')) &&
      readdirSync(join(h.dir, 'files', 'uploads', String(feed.feed_id)), { recursive: true }),
  ).toEqual(existsSync(join(h.dir, 'files', 'uploads')) ? [] : false)
  expect((await send('feed.csv', Buffer.from(manyRows(3)))).status).toBe(200)
  expect((await send('feed.csv', Buffer.from(manyRows(5000)))).status).toBe(200)
  expect((await send('feed.csv', Buffer.from('\ufeffsku,title', 'utf16le'))).status).toBe(200)
  expect((await send('feed.csv.gz', gzipSync(manyRows(3)))).status).toBe(200)
  await saveUpload(c, feed, 'feed.csv', manyRows(5000))
  expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 5000 })
})

const one = (sku: string) => csv([[sku, 'Thing', '1.50', '3']])

describe('an uploaded file', () => {
  const path = ({ dropshipper_id, feed_id }: { dropshipper_id: number; feed_id: number }) =>
    `/api/suppliers/${dropshipper_id}/feed-file-upload/${feed_id}`
  test('is what a feed reads from then on, if its source is an upload and it is no draft', async () => {
    const feed = await makeFeed(h, { source: { kind: 'upload' } })
    const sent = await c.upload(path(feed), 'feedFile', 'mine.csv', Buffer.from(one('MINE')))
    expect(sent).toMatchObject({ status: 200, body: { name: 'mine.csv', in_use: true } })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', file_name: 'mine.csv' })
    expect((await activityOf(c, feed.dropshipper_id)).map(({ type }) => type)).toContain('feed.settings')
    const elsewhere = await makeFeed(h)
    const draft = await c.upload(path(elsewhere), 'feedFile', 'mine.csv', Buffer.from(one('MINE')))
    expect(draft).toMatchObject({ status: 200, body: { in_use: false } })
    expect((await c.get(`/api/feeds/${elsewhere.feed_id}`)).body).toMatchObject({ upload: null })
  })
  test('comes alone: a second one in a request is refused by name, and neither is kept', async () => {
    const feed = await makeFeed(h, { source: { kind: 'upload' } })
    const file = { name: 'feedFile', fileName: 'a.csv', bytes: Buffer.from(one('A')) }
    const refused = await sendParts(h, c, path(feed), [file, file])
    expect([refused.status, refused.body.error.fields]).toEqual([400, { feedFile: 'Choose one file only' }])
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toMatchObject({ upload: null })
    expect(readdirSync(join(h.dir, 'files', 'uploads', String(feed.feed_id)))).toEqual([])
  })
  test('replaces nothing until it is saved, not even for a run started in between', async () => {
    const feed = await makeFeed(h)
    await saveUpload(c, feed, 'first.csv', one('FIRST'))
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', file_name: 'first.csv' })
    const before = (await c.get(`/api/feeds/${feed.feed_id}`)).body
    const { body: second } = await upload(c, feed, 'second.csv', one('SECOND'))
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toEqual(before)
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged', file_name: 'first.csv' })
    const seen = await c.post(`/api/feeds/${feed.feed_id}/preview`, {
      source: { kind: 'upload' },
      new_file: { id: second.id, name: second.name },
    })
    expect(seen.body).toMatchObject({
      file: { name: 'second.csv' },
      rows: [{ cells: ['SECOND', 'Thing', '1.50', '3'] }],
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body).toEqual(before)
    const new_file = { id: second.id, name: second.name }
    const saved = await c.put(`/api/feeds/${feed.feed_id}`, { ...before, new_file })
    expect(saved.body).toMatchObject({ upload: { name: 'second.csv' }, source: { kind: 'upload' } })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ file_name: 'second.csv' })
    expect((await catalogue(h, feed.feed_id)).map((p) => p.sku)).toContain('SECOND')
  })

  test('of one person isn’t overwritten by another: the second to save is shown the first’s change', async () => {
    const feed = await makeFeed(h)
    await saveUpload(c, feed, 'old.csv', one('OLD'))
    const another = await staff(h)
    const opened = (await another.get(`/api/feeds/${feed.feed_id}`)).body
    const { body: theirs } = await upload(another, feed, 'theirs.csv', one('THEIRS'))
    await saveUpload(c, feed, 'mine.csv', one('MINE'))
    const new_file = { id: theirs.id, name: theirs.name }
    const refused = await another.put(`/api/feeds/${feed.feed_id}`, { ...opened, new_file })
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { changed: [{ field: 'file', from: 'old.csv', to: 'mine.csv' }] } },
    })
    expect((await c.get(`/api/feeds/${feed.feed_id}`)).body.upload.name).toBe('mine.csv')
  })

  test('is accepted only by its own feed, and only while it is kept', async () => {
    const [feed, other] = [await makeFeed(h), await makeFeed(h)]
    const { body: file } = await upload(c, feed, 'a.csv', one('A'))
    const { body } = await c.get(`/api/feeds/${other.feed_id}`)
    const save = await c.put(`/api/feeds/${other.feed_id}`, {
      ...body,
      source: { kind: 'upload' },
      new_file: { id: file.id, name: file.name },
    })
    expect(save).toMatchObject({
      status: 400,
      body: { error: { fields: { new_file: 'The uploaded file has expired. Upload it again.' } } },
    })
    expect((await c.get(`/api/feeds/${other.feed_id}`)).body).toEqual(body)
    const seen = await c.post(`/api/feeds/${other.feed_id}/preview`, {
      source: { kind: 'upload' },
      new_file: { id: file.id, name: file.name },
    })
    expect(seen.body).toMatchObject({ file: null, failure_code: 'missing' })
  })
})
