import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedRules } from '#contract/feeds/settings.ts'
import { harness, makeFeed, staff, upload, waitUntil } from '#server/test/harness.ts'
import { previewInThread } from './preview-thread.ts'
import { PreviewTurns } from './preview-turns.ts'

const h = harness()
const work = mkdtempSync(join(tmpdir(), 'feedstock-preview-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const items = (count: number) => {
  const item = (n: number) =>
    `<thing><sku>N${n}</sku><name>Lamp ${n}</name><price>${n}.5</price><stock>${n % 7}</stock><text>${'words '.repeat(20)}</text></thing>`
  return `<shop>${Array.from({ length: count }, (_, i) => item(i)).join('\n')}</shop>`
}
const settings = {
  format: feedFormat.parse({ kind: 'csv' }),
  mapping: [],
  rules: feedRules.parse({}),
}

describe('a preview', () => {
  test('of a large file lets other requests be answered before its own answer', async () => {
    const c = await staff(h)
    const feed = await makeFeed(h, { source: { kind: 'upload' } })
    const { body: newFile } = await upload(c, feed, 'items.xml', items(120_000))
    let isAnswered = false
    const previewing = c
      .post(`/api/feeds/${feed.feed_id}/preview`, {
        source: { kind: 'upload' },
        new_file: { id: newFile.id, name: newFile.name },
        detect: true,
        mapping: [],
      })
      .then((answer) => {
        isAnswered = true
        return answer
      })
    for (let request = 0; request < 10; request++) {
      expect((await c.get(`/api/feeds/${feed.feed_id}`)).status).toBe(200)
      expect(isAnswered).toBe(false)
    }
    const { status, body } = await previewing
    expect(status).toBe(200)
    expect(body).toMatchObject({
      rows_counted: 120_000,
      failure: null,
      format: { kind: 'xml', item: 'thing' },
    })
    expect(body.suggestion.mapping.map((m: { field: string }) => m.field)).toContain('wholesale_price')
  })
  test('waits while its person has two running, says so, and leaves with its request', async () => {
    const turns = new PreviewTurns()
    const log: string[] = []
    const ends: Record<string, () => void> = {}
    const start = (name: string, person: number, signal = new AbortController().signal) =>
      turns.take({ person, signal, onWait: () => log.push(`${name} waits`) }, async () => {
        log.push(name)
        await new Promise<void>((resolve) => (ends[name] = resolve))
      })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    const leaving = new AbortController()
    const all = [
      start('a1', 1),
      start('a2', 1),
      start('a3', 1),
      start('b1', 2),
      start('c1', 3),
      start('d1', 4),
    ]
    const left = start('a4', 1, leaving.signal)
    expect(log).toEqual(['a1', 'a2', 'a3 waits', 'b1', 'c1', 'd1 waits', 'a4 waits'])
    log.length = 0
    leaving.abort(new Error('the caller left'))
    await expect(left).rejects.toThrow('the caller left')
    ends.b1?.()
    await settle()
    expect(log).toEqual(['d1'])
    ends.a1?.()
    await settle()
    expect(log).toEqual(['d1', 'a3'])
    for (const end of Object.values(ends)) end()
    await Promise.all(all)
    // each gave its room back
    const again = [start('e1', 5), start('e2', 5), start('f1', 6), start('f2', 6)]
    expect(log).toEqual(['d1', 'a3', 'e1', 'e2', 'f1', 'f2'])
    for (const end of Object.values(ends)) end()
    await Promise.all(again)
  })
  test('that fails gives its room to the next', async () => {
    const turns = new PreviewTurns()
    const asked = { person: 1, signal: new AbortController().signal, onWait: () => {} }
    const fail = () => turns.take(asked, () => Promise.reject(new Error('unreadable')))
    for (const failure of await Promise.allSettled([fail(), fail(), fail(), fail(), fail()]))
      expect(failure).toMatchObject({ reason: { message: 'unreadable' } })
  })
  test('waits for others of the same person, and the screen can read that it does', async () => {
    const c = await staff(h)
    const held: (() => void)[] = []
    const server = createServer((_, res) => void held.push(() => res.end('sku,price\nA,1\n')))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as { port: number }
    const source = { kind: 'http', url: `http://127.0.0.1:${port}/feed.csv`, user: '' }
    const previewOf = async () => {
      const { feed_id } = await makeFeed(h, { source })
      return { feed_id, preview: c.post(`/api/feeds/${feed_id}/preview`, { detect: true, mapping: [] }) }
    }
    const both = [await previewOf(), await previewOf()]
    await waitUntil(
      () => Promise.resolve(held.length),
      (count) => count === 2,
    )
    const third = await previewOf()
    await waitUntil(
      async () => (await c.get(`/api/feeds/${third.feed_id}/preview-progress`)).body.text,
      (text) => text === 'Waiting for another preview to finish',
    )
    expect(held).toHaveLength(2)
    for (const release of held) release()
    await waitUntil(
      () => Promise.resolve(held.length),
      (count) => count === 3,
    )
    held[2]?.()
    const answers = await Promise.all([...both, third].map(({ preview }) => preview))
    expect(answers.map(({ body }) => body.rows_counted)).toEqual([1, 1, 1])
    await new Promise((closed) => server.close(closed))
  })
  test('says how far it is, and ends with its request', async () => {
    const path = join(work, 'items.xml')
    writeFileSync(path, items(150_000))
    const file = { path, name: 'items.xml', settings, detect: true, rows: 5 }
    const stop = new AbortController()
    const rows: number[] = []
    const previewing = previewInThread(file, stop.signal, (count) => {
      rows.push(count)
      stop.abort(new Error('the caller left'))
    })
    await expect(previewing).rejects.toThrow('the caller left')
    expect(rows[0]).toBeGreaterThan(0)
    expect(rows[0]).toBeLessThan(150_000)
  })
})
