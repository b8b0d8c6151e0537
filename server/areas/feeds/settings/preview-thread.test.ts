import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedRules } from '#contract/feeds/settings.ts'
import { harness, makeFeed, staff, upload } from '#server/test/harness.ts'
import { previewInThread } from './preview-thread.ts'

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
