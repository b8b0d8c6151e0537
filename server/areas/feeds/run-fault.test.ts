import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedFormat } from '#contract/feeds/settings.ts'
import { harness, makeFeed, runFeed, staff, type Client } from '#server/test/harness.ts'
import { full, joinedFeed, twenty } from '#server/test/joined-feed.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

async function faultOf(kind: 'csv' | 'json' | 'xml', text: string | Buffer) {
  const feed = await makeFeed(h, { format: feedFormat.parse({ kind }) })
  await feed.publish(text)
  const run = await runFeed(c, feed.feed_id)
  expect(run.state).toBe('rejected')
  const { status, body } = await c.get(`/api/feed-runs/${run.feed_run_id}/fault`)
  expect(status).toBe(200)
  return { run, fault: body }
}
/** The character that the caret is under. */
const pointed = ({ line, column, first_column, lines }: Awaited<ReturnType<typeof faultOf>>['fault']) =>
  lines.find((shown: { line: number }) => shown.line === line).text[column - first_column]

describe('a rejected run shows the lines around the place where it broke', () => {
  test('in CSV, the quote that is never closed', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => `A${i},"Mug, ${i}",1.50,3`)
    const { fault } = await faultOf(
      'csv',
      ['sku,title,price,qty', ...rows, 'B,"Mug,1.5,3', 'C,Jar,2,1'].join('\n'),
    )
    expect(fault).toMatchObject({ line: 8, column: 3, first_column: 1, missing: null })
    expect(fault.lines.map((shown: { line: number }) => shown.line)).toEqual([5, 6, 7, 8, 9])
    expect(fault.lines[3].text).toBe('B,"Mug,1.5,3')
  })
  test('in CSV, on a later line than the record’s first', async () => {
    const { fault } = await faultOf('csv', 'sku,title,price,qty\nA,"two\nlines","open,1,2\n')
    expect(fault).toMatchObject({ line: 3, column: 8 })
    expect(pointed(fault)).toBe('"')
  })
  test('in JSON, the unexpected character', async () => {
    const { fault } = await faultOf('json', '[\n {"sku": "A"},\n {"sku": "B" "qty": 1}\n]')
    expect(fault.line).toBe(3)
    expect(fault.lines[2].text.slice(fault.column - 1)).toMatch(/^"qty"/)
  })
  test('in JSON on a single long line, only the part around it', async () => {
    const items = Array.from({ length: 200 }, (_, i) => `{"sku":"S${i}","qty":${i}}`)
    const { fault } = await faultOf('json', `[${items.join(',')},{"sku":oops}]`)
    expect(fault.first_column).toBeGreaterThan(1000)
    expect(pointed(fault)).toBe('o')
    expect(fault.lines[0].text.length).toBeLessThanOrEqual(200)
  })
  test('in XML, the element that is never closed', async () => {
    const { fault } = await faultOf(
      'xml',
      '<items>\n  <item>\n    <sku>A</sku>\n    <title>Mug\n  </item>\n</items>',
    )
    expect(fault).toMatchObject({ line: 4, column: 5 })
    expect(pointed(fault)).toBe('<')
  })
  test('in XML, the character that isn’t allowed', async () => {
    const { fault } = await faultOf('xml', '<items>\n<item><sku>A</sku><qty>5 < 6</qty></item>\n</items>')
    expect(fault.line).toBe(2)
    expect(fault.lines[1].text.slice(0, fault.column)).toMatch(/5 < $/)
  })
  test('in an additional file', async () => {
    const feed = await joinedFeed(h, c)
    await feed.products(twenty)
    await feed.stock(full)
    await feed.run()
    await feed.stockText('code;stock\nS00;"1\nS01;2\n')
    const run = await feed.run()
    const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/fault`)
    expect(body).toMatchObject({ line: 2, column: 5, lines: [{ line: 1 }, { text: 'S00;"1' }, { line: 3 }] })
  })
})

test('a file that is something else shows its first lines', async () => {
  const { fault } = await faultOf('csv', '<!doctype html>\n<title>Sign in</title>\n')
  expect(fault).toMatchObject({ line: null, column: null })
  expect(fault.lines[1].text).toBe('<title>Sign in</title>')
})

test('an archive that ends early shows the lines before that', async () => {
  const packed = gzipSync(`sku,title,price,qty\nA,Mug,1.50,3\n${randomBytes(400_000).toString('hex')}`)
  const { fault } = await faultOf('csv', packed.subarray(0, packed.length / 2))
  expect(fault).toMatchObject({ line: null, missing: null })
  expect(fault.lines.slice(0, 2)).toEqual([
    { line: 1, text: 'sku,title,price,qty', is_cut: false },
    { line: 2, text: 'A,Mug,1.50,3', is_cut: false },
  ])
})

test('a file that is no longer kept has no lines, and says so', async () => {
  const { run } = await faultOf('csv', 'sku,title,price,qty\nA,"open,1,2\n')
  const { file_key } = await h.services.db
    .selectFrom('feed_run')
    .select('file_key')
    .where('feed_run_id', '=', run.feed_run_id)
    .executeTakeFirstOrThrow()
  await h.services.files.remove(file_key ?? '')
  const { body } = await c.get(`/api/feed-runs/${run.feed_run_id}/fault`)
  expect(body).toMatchObject({ line: 2, lines: [], missing: 'not_kept' })
})

test('only a rejected run has such lines', async () => {
  const feed = await makeFeed(h)
  await feed.publish('sku,title,price,qty\nA,Mug,1,2\n')
  const run = await runFeed(c, feed.feed_id)
  expect((await c.get(`/api/feed-runs/${run.feed_run_id}/fault`)).status).toBe(404)
})
