import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openFiles } from './files.ts'

const dir = mkdtempSync(join(tmpdir(), 'feedstock-files-'))
const root = join(dir, 'a folder')
mkdirSync(root)
writeFileSync(join(dir, 'secret'), 'secret')
mkdirSync(`${root}-beside`)
writeFileSync(join(`${root}-beside`, 'secret'), 'secret')
const files = openFiles(pathToFileURL(root).href, dir)
const body = () => Readable.from([Buffer.from('mine')])
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const outside = [
  '../secret',
  'a/../../secret',
  '/etc/hostname',
  join(dir, 'secret'),
  '../a folder-beside/secret',
  '..',
  '.',
  '',
]
test.each(outside)(
  'the key “%s” leaves the storage folder: nothing is read, written or removed there',
  async (key) => {
    await expect(files.put(key, body())).rejects.toThrow('leaves the storage folder')
    await expect(files.open(key)).rejects.toThrow('leaves the storage folder')
    await expect(files.stat(key)).rejects.toThrow('leaves the storage folder')
    await expect(files.local(key)).rejects.toThrow('leaves the storage folder')
    await expect(files.remove(key)).rejects.toThrow('leaves the storage folder')
    expect(readdirSync(dir).toSorted()).toEqual(['a folder', 'a folder-beside', 'secret'])
    expect(readdirSync(`${root}-beside`)).toEqual(['secret'])
  },
)

test('a folder’s files are listed with all below it, and those of no other folder', async () => {
  for (const key of ['lists/1/a', 'lists/2/deep/b', 'lists-not/c']) await files.put(key, body())
  const listed: { key: string; modified: string }[] = await Readable.from(files.list('lists')).toArray()
  expect(listed.map(({ key }) => key).toSorted()).toEqual(['lists/1/a', 'lists/2/deep/b'])
  expect(Date.now() - Date.parse(listed[0]!.modified)).toBeLessThan(60_000)
  expect(await Readable.from(files.list('nowhere')).toArray()).toEqual([])
})

test.each(['%2e%2e/secret', '..%2fsecret', '%2Fetc%2Fhostname', '..\\secret'])(
  'the key “%s” is a name like any other, inside the storage folder',
  async (key) => {
    expect(await files.stat(key)).toBeUndefined()
    await files.put(key, body())
    expect(existsSync(join(root, key))).toBe(true)
    expect(await text(await files.open(key))).toBe('mine')
    await files.remove(key)
    expect(await files.stat(key)).toBeUndefined()
  },
)
