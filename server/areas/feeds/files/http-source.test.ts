import { createServer, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, manyRows, runFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a source over HTTP', () => {
  let server: Server
  let base = ''
  let file = { body: Buffer.from(manyRows(10)), etag: '"one"' }
  const asked: string[] = []
  const carried: string[] = []
  const secrets: string[] = []
  beforeAll(async () => {
    server = createServer((req, res) => {
      if (req.headers.authorization) carried.push(`${req.headers.host}${req.url}`)
      if (req.headers.authorization) secrets.push(req.headers.authorization)
      if (req.url === '/away')
        return void res
          .writeHead(302, { location: `${base.replace('127.0.0.1', 'localhost')}/feed.csv` })
          .end()
      if (req.url === '/near') return void res.writeHead(302, { location: '/moved' }).end()
      asked.push(`${req.url} ${req.headers['if-none-match'] ?? ''}`.trim())
      if (req.url === '/loop') return void res.writeHead(302, { location: '/loop' }).end()
      if (req.url === '/moved') return void res.writeHead(302, { location: '/feed.csv' }).end()
      if (req.url === '/broken') return void res.writeHead(500).end('no')
      if (req.url === '/inside')
        return void res.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
      if (req.url === '/short') {
        res.writeHead(200, { 'content-length': '1000' })
        res.write('sku,ti')
        return void setTimeout(() => res.destroy(), 20)
      }
      if (req.headers['if-none-match'] === file.etag) return void res.writeHead(304).end()
      res.writeHead(200, { etag: file.etag }).end(req.url === '/feed.gz' ? gzipSync(file.body) : file.body)
    })
    await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
    base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => new Promise((r) => server.close(r)))
  const of = (path: string) => makeFeed(h, { source: { kind: 'http', url: base + path, user: '' } })

  test('is fetched, then requested with its ETag: “not modified” makes an unchanged run', async () => {
    const feed = await of('/moved')
    expect(await runFeed(c, feed.feed_id)).toMatchObject({
      state: 'applied',
      created: 10,
      file_name: 'feed.csv',
    })
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'unchanged', rows_accepted: 10 })
    expect(asked.at(-1)).toBe('/feed.csv "one"')
    file = { body: Buffer.from(manyRows(11)), etag: '"two"' }
    expect(await runFeed(c, feed.feed_id)).toMatchObject({ state: 'applied', created: 1 })
  })
  test('receives the password at its own host, and no other host does', async () => {
    const tried = async (path: string) => {
      carried.length = 0
      const source = { kind: 'http', url: base + path, user: 'me' }
      expect(await runFeed(c, (await makeFeed(h, { source })).feed_id)).toMatchObject({ state: 'applied' })
      return carried.map((at) => at.replace(/:\d+/, ''))
    }
    expect(await tried('/away')).toEqual(['127.0.0.1/away'])
    expect(await tried('/near')).toEqual(['127.0.0.1/near', '127.0.0.1/moved', '127.0.0.1/feed.csv'])
  })
  test('receives a saved password in a preview only if the typed source leads to the same place', async () => {
    const { feed_id } = await makeFeed(h)
    const path = `/api/feeds/${feed_id}`
    const source = { kind: 'http', url: `${base}/feed.csv`, user: 'me' }
    const { body } = await c.get(path)
    expect((await c.put(path, { ...body, source, source_secret: 'a secret' })).status).toBe(200)
    const tried = async (typed: object, source_secret?: string) => {
      secrets.length = 0
      const seen = await c.post(`${path}/preview`, { source: { ...source, ...typed }, source_secret })
      expect(seen.body.failure).toBeNull()
      return secrets.map((basic) => Buffer.from(basic.slice(6), 'base64').toString())
    }
    expect(await tried({})).toEqual(['me:a secret'])
    expect(await tried({ url: `${base}/100%.csv` })).toEqual(['me:a secret'])
    expect(await tried({ user: 'you' })).toEqual(['you:'])
    expect(await tried({ url: `${base.replace('127.0.0.1', 'localhost')}/feed.csv` })).toEqual(['me:'])
    expect(await tried({ user: 'you' }, 'another')).toEqual(['you:another'])
    expect((await c.get(path)).body).toMatchObject({ source, source_secret_set: true })
  })
  test.each([
    ['/100%.csv', '100%.csv'],
    ['/a%zz%20b.csv', 'a%zz%20b.csv'],
    ['/price%20list.csv?x=50%', 'price list.csv'],
    ['/..%2F..%2Fetc%0A.csv', '.._.._etc_.csv'],
  ])('can have a percent sign in its address: %s', async (path, name) => {
    expect(await runFeed(c, (await of(path)).feed_id)).toMatchObject({ state: 'applied', file_name: name })
    expect(asked.at(-1)).toBe(path)
  })
  test('can be gzipped', async () => {
    expect(await runFeed(c, (await of('/feed.gz')).feed_id)).toMatchObject({ state: 'applied', created: 11 })
  })
  test.each([
    ['/loop', 'More than 5 redirects'],
    ['/broken', 'The server returned status 500'],
    ['/short', 'Couldn’t fetch the file'],
    ['/inside', 'an address in a private network'],
  ])('that answers wrongly (%s) makes a rejected run', async (path, reason) => {
    const run = await runFeed(c, (await of(path)).feed_id)
    expect(run.state).toBe('rejected')
    expect(run.reason).toContain(reason)
  })
})
