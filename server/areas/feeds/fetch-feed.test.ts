import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from '#server/platform/files.ts'
import { fetchFeed } from './fetch-feed.ts'
import type { FetchedFile, FetchRequest } from './fetched-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-fetch-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const files = openFiles(undefined, dir)
const write = (key: string, text: string) => {
  const path = join(dir, 'files', key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const nothing = { secret: undefined, upload: undefined, etag: undefined, lastModified: undefined }
const fetched = (asked: Partial<FetchRequest>) =>
  fetchFeed(files, {
    ...nothing,
    source: { kind: 'upload' },
    allowHosts: [],
    signal: AbortSignal.timeout(10_000),
    ...asked,
  }) as Promise<FetchedFile>

test.each<[string, string, Partial<FetchRequest>]>([
  ['the storage location', 'suppliers/a.csv', { source: { kind: 'storage', key: 'a.csv' } }],
  ['an upload', 'uploads/1/x', { upload: { key: 'uploads/1/x', name: 'a.csv', tm: '2026-01-01T00:00:00Z' } }],
])(
  'what was fetched from %s stays as it was hashed, whatever is put there then',
  async (_what, key, asked) => {
    write(key, 'sku\nA\n')
    const file = await fetched(asked)
    write(key, 'sku\nother\n')
    const bytes = readFileSync(file.path)
    expect(bytes.toString()).toBe('sku\nA\n')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
    expect(file).toMatchObject({ name: 'a.csv', bytes: 6 })
    await file.done()
    expect(existsSync(file.path)).toBe(false)
    expect(readFileSync(join(dir, 'files', key), 'utf8')).toBe('sku\nother\n')
  },
)

test('a stored file that is the same as before is not fetched again; one that is gone is told', async () => {
  write('suppliers/b.csv', 'sku\n')
  const source = { kind: 'storage', key: 'b.csv' } as const
  const { etag } = await fetched({ source })
  expect(await fetched({ source, etag })).toBe('not modified')
  await expect(fetched({ source: { ...source, key: 'none.csv' } })).rejects.toMatchObject({ code: 'missing' })
})
