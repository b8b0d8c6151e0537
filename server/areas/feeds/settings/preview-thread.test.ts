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
    const feed = await makeFeed(h, { source: { kind: 'upload' } })
    const { body: newFile } = await upload(c, feed, 'items.xml', items(60_000))
    const body = {
      source: { kind: 'upload' },
      new_file: { id: newFile.id, name: newFile.name },
      detect: true,
      mapping: [],
    }
    const other = await makeFeed(h, { source: { kind: 'upload' } })
    const { body: otherFile } = await upload(c, other, 'items.xml', items(10))
    const first = [1, 2].map(() => c.post(`/api/feeds/${feed.feed_id}/preview`, body))
    const third = c.post(`/api/feeds/${other.feed_id}/preview`, {
      ...body,
      new_file: { id: otherFile.id, name: otherFile.name },
    })
    await waitUntil(
      async () => (await c.get(`/api/feeds/${other.feed_id}/preview-progress`)).body.text,
      (text) => text === 'Waiting for another preview to finish',
    )
    const answers = await Promise.all([...first, third])
    expect(answers.map((answer) => answer.body.rows_counted)).toEqual([60_000, 60_000, 10])
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
