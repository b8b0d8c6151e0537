import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../test/servers/free-port.ts'
import { openFiles, type Files } from './files.ts'

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
  'the key “%s” leads outside the storage folder, so nothing is read, written or removed',
  async (key) => {
    await expect(files.put(key, body())).rejects.toThrow('is outside the storage folder')
    await expect(files.open(key)).rejects.toThrow('is outside the storage folder')
    await expect(files.stat(key)).rejects.toThrow('is outside the storage folder')
    await expect(files.remove(key)).rejects.toThrow('is outside the storage folder')
    expect(readdirSync(dir).toSorted()).toEqual(['a folder', 'a folder-beside', 'secret'])
    expect(readdirSync(`${root}-beside`)).toEqual(['secret'])
  },
)

test('a folder’s listing has all files below it, and none of other folders', async () => {
  for (const key of ['lists/1/a', 'lists/2/deep/b', 'lists-not/c']) await files.put(key, body())
  const listed: { key: string; modified: string }[] = await Readable.from(files.list('lists')).toArray()
  expect(listed.map(({ key }) => key).toSorted()).toEqual(['lists/1/a', 'lists/2/deep/b'])
  expect(Date.now() - Date.parse(listed[0]!.modified)).toBeLessThan(60_000)
  expect(await Readable.from(files.list('nowhere')).toArray()).toEqual([])
})

test('a file of this machine is kept when its own path is removed, and leaves nothing if it is missing', async () => {
  const path = join(dir, 'fetched')
  writeFileSync(path, 'theirs')
  await files.putFile('kept/it', path)
  rmSync(path)
  expect(await text(await files.open('kept/it'))).toBe('theirs')
  await expect(files.putFile('kept/it', path)).rejects.toThrow('ENOENT')
  expect(readdirSync(join(root, 'kept'))).toEqual(['it'])
})

test.each(['%2e%2e/secret', '..%2fsecret', '%2Fetc%2Fhostname', '..\\secret'])(
  'the key “%s” is an ordinary name inside the storage folder',
  async (key) => {
    expect(await files.stat(key)).toBeUndefined()
    await files.put(key, body())
    expect(existsSync(join(root, key))).toBe(true)
    expect(await text(await files.open(key))).toBe('mine')
    await files.remove(key)
    expect(await files.stat(key)).toBeUndefined()
  },
)

const kinds = mkdtempSync(join(tmpdir(), 'feedstock-kinds-'))
const s3 = join(kinds, 's3')
mkdirSync(join(kinds, 'temporary'))
let port = 0
let server: S3rver
beforeAll(async () => {
  vi.stubEnv('TMPDIR', join(kinds, 'temporary'))
  port = await freePort()
  server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory: s3,
    configureBuckets: [{ name: 'feeds', configs: [] }],
  })
  await server.run()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(kinds, { recursive: true, force: true })
})
const bucket = (path: string, who = 'S3RVER:S3RVER') =>
  openFiles(`s3://${who}@feeds${path}?endpoint=http://127.0.0.1:${port}`, kinds)

describe.each<[string, () => Files]>([
  ['a folder', () => openFiles(pathToFileURL(join(kinds, 'one')).href, kinds)],
  ['the data folder', () => openFiles(undefined, join(kinds, 'two'))],
  ['S3-compatible storage', () => bucket('/here')],
])('%s as the storage location', (_where, open) => {
  const key = 'a/b c.csv'
  const broken = () =>
    Readable.from(
      (function* () {
        yield 'half'
        throw new Error('broke off')
      })(),
    )
  test('stores a file, opens it, describes it and removes it', async () => {
    const kept = open()
    await kept.put(key, Readable.from(['sku,price\n', 'A,1\n']))
    expect(await text(await kept.open(key))).toBe('sku,price\nA,1\n')
    const { bytes, modified, etag } = (await kept.stat(key))!
    expect([bytes, new Date(modified).toISOString()]).toEqual([14, modified])
    expect(Math.abs(Date.now() - Date.parse(modified))).toBeLessThan(60_000)
    await kept.put(key, Readable.from(['sku,price\n', 'A,2.50\n']))
    expect((await kept.stat(key))!.etag).not.toBe(etag)
    await kept.remove(key)
    expect(await kept.stat(key)).toBeUndefined()
  })
  test('reports a missing file as missing, and removing it is no error', async () => {
    const kept = open()
    expect(await kept.stat('none.csv')).toBeUndefined()
    expect(await kept.stat('a')).toBeUndefined()
    await expect(kept.open('none.csv')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(kept.open('none.csv')).rejects.toThrow('none.csv')
    await kept.remove('none.csv')
  })
  test('keeps the old file if a new one breaks off, and nothing of the new one', async () => {
    const kept = open()
    await kept.put(key, body())
    await expect(kept.put(key, broken())).rejects.toThrow('broke off')
    await expect(kept.put('a/new.csv', broken())).rejects.toThrow('broke off')
    expect(await text(await kept.open(key))).toBe('mine')
    expect(await kept.stat('a/new.csv')).toBeUndefined()
    expect(
      readdirSync(kinds, { recursive: true }).filter((name) => /\.part$|temporary./.test(String(name))),
    ).toEqual([])
  })
})

test('the data folder keeps its files separate from everything else', async () => {
  await openFiles(undefined, join(kinds, 'two')).put('x.csv', body())
  expect(readFileSync(join(kinds, 'two', 'files', 'x.csv'), 'utf8')).toBe('mine')
})
test.each([
  ['', 'x.csv'],
  ['/', 'x.csv'],
  ['//deep/down//', 'deep/down/x.csv'],
])('a bucket’s file under “%s” is stored at %s', async (path, at) => {
  await bucket(path).put('x.csv', body())
  expect(existsSync(join(s3, 'feeds', `${at}._S3rver_object`))).toBe(true)
  await bucket(path).remove('x.csv')
  expect(existsSync(join(s3, 'feeds', `${at}._S3rver_object`))).toBe(false)
})
test('a bucket that refuses access isn’t reported as a missing file', async () => {
  await bucket('/here').put('x.csv', body())
  const stranger = bucket('/here', 'NOBODY:a%2Fb')
  await expect(stranger.open('x.csv')).rejects.toThrow('Access Key')
  await expect(stranger.stat('x.csv')).rejects.toThrow()
  await expect(stranger.put('x.csv', body())).rejects.toThrow('Access Key')
  expect(readdirSync(join(kinds, 'temporary'))).toEqual([])
})
