import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { zip } from '../cases/make.ts'
import { isOpen } from '../cases/open-files.ts'
import { unpackLimits, type UnpackLimits } from '../failure.ts'
import { namesInZip, packingOf, unpack } from './unpack.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-unpack-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const written = (bytes: Buffer | string) => {
  const path = join(work, 'packed')
  writeFileSync(path, bytes)
  return path
}
async function read(bytes: Buffer | string, bounds?: UnpackLimits) {
  const parts: Buffer[] = []
  for await (const part of (await unpack(written(bytes), bounds)) as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

/** Numbers that hardly pack. */
const noise = (length: number) => {
  const bytes = Buffer.alloc(length)
  for (let i = 0, n = 1; i < length; i++) bytes[i] = (n = (n * 16_807) % 2_147_483_647) >> 8
  return bytes
}
const large = noise(1_000_000)
/** The archive with other bytes from a place behind a signature on. */
const changed = (bytes: Buffer, signature: string, behind: number, ...others: number[]) => {
  const copy = Buffer.from(bytes)
  Buffer.from(others).copy(copy, copy.indexOf(signature, 0, 'latin1') + behind)
  return copy
}
const directory = 'PK\x01\x02'

describe('a file’s compression', () => {
  test.each([
    ['plain', ''],
    ['plain', '1f'],
    ['plain', '1f8c'],
    ['plain', '1e8b08'],
    ['gzip', '1f8b'],
    ['gzip', gzipSync('x').toString('hex')],
    ['plain', '504b03'],
    ['plain', '504b0506'],
    ['zip', '504b0304'],
    ['plain', '736b750a'],
  ])('is recognized by its first bytes: %s from %s', async (packing, hex) => {
    expect(await packingOf(written(Buffer.from(hex, 'hex')))).toBe(packing)
  })
})

describe('a file', () => {
  test('is unchanged after unpacking, whatever it was packed in', async () => {
    for (const bytes of [large, Buffer.from('sku\nA\n'), Buffer.alloc(0)]) {
      expect((await read(gzipSync(bytes))).equals(bytes)).toBe(true)
      expect((await read(await zip({ 'feed.csv': bytes }))).equals(bytes)).toBe(true)
      expect((await read(bytes)).equals(bytes)).toBe(true)
    }
  })
  test('can be in a folder, next to files added by macOS', async () => {
    const packed = await zip({
      'a/': '',
      'a/feed.csv': 'sku\n',
      '__MACOSX/a/._feed.csv': 'x',
      '__MACOSX/x': 'x',
    })
    expect((await read(packed)).toString()).toBe('sku\n')
    expect(await namesInZip(written(packed))).toEqual(['a/feed.csv'])
  })
  test('must be clear among the files of its archive', async () => {
    const two = await zip({ 'a.csv': 'x', 'b/__MACOSX/b.csv': 'y', 'b/': '' })
    expect(await namesInZip(written(two))).toEqual(['a.csv', 'b/__MACOSX/b.csv'])
    await expect(read(two)).rejects.toMatchObject({
      code: 'many_files',
      message: 'The zip archive has 2 files: “a.csv”, “b/__MACOSX/b.csv”. Enter the name of the feed’s file',
    })
    expect(await read(await zip({ 'a.csv.gz': gzipSync('sku\nA\n'), 'readme.txt': 'y' }))).toEqual(
      Buffer.from('sku\nA\n'),
    )
    await expect(read(await zip({ 'a/': '' }))).rejects.toMatchObject({
      code: 'empty_archive',
      message: 'The zip archive is empty',
    })
  })
  test('that is missing isn’t the feed’s fault', async () => {
    await expect(unpack(join(work, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
  test.each(['plain', 'gzip', 'zip'])('can be abandoned before its end: %s', async (packing) => {
    const bytes = packing === 'gzip' ? gzipSync(large) : packing === 'zip' ? await zip({ a: large }) : large
    const path = written(bytes)
    const stream: Readable = await unpack(path)
    const errors: unknown[] = []
    stream.on('error', (error) => errors.push(error))
    for await (const part of stream as AsyncIterable<Buffer>) {
      expect(part.length).toBeGreaterThan(0)
      break
    }
    expect(stream.destroyed).toBe(true)
    expect(errors).toEqual([])
    await expect.poll(() => isOpen(path)).toBe(false)
  })
  test.each([
    ['read', { 'feed.csv': large }],
    ['refused', { 'a.csv': 'x', 'b.csv': 'y' }],
  ])('isn’t left open after it is %s', async (_what, files) => {
    const path = written(await zip(files))
    await namesInZip(path)
    await expect.poll(() => isOpen(path)).toBe(false)
    await unpack(path)
      .then((stream) => {
        expect(isOpen(path)).toBe(process.platform === 'linux')
        return stream.resume().toArray()
      })
      .catch((error: { code: string }) => expect(error.code).toBe('many_files'))
    await expect.poll(() => isOpen(path)).toBe(false)
  })
})

describe('a file that unpacks to too much is refused', () => {
  const packings: [string, (bytes: Buffer) => Buffer | Promise<Buffer>][] = [
    ['gzip', (bytes) => gzipSync(bytes)],
    ['zip', (bytes) => zip({ 'feed.csv': bytes })],
  ]
  test.each(packings)('by size: %s', async (_packing, pack) => {
    const packed = await pack(large)
    const bounds = { ...unpackLimits, bytes: large.length }
    expect((await read(packed, bounds)).length).toBe(large.length)
    await expect(read(packed, { ...bounds, bytes: large.length - 1 })).rejects.toMatchObject({
      code: 'too_large',
      message: `The unpacked file is larger than ${large.length - 1} bytes`,
    })
  })
  test.each(packings)('as a decompression bomb, once it is large: %s', async (_packing, pack) => {
    const size = 1024 ** 2
    const packed = await pack(Buffer.alloc(size, 'a'))
    const bounds = { bytes: size, ratio: Math.ceil(size / packed.length), ratioFrom: size / 2 }
    expect((await read(packed, bounds)).length).toBe(size)
    const ratio = bounds.ratio - 1
    await expect(read(packed, { ...bounds, ratio })).rejects.toMatchObject({
      code: 'bomb',
      message: `The ${packed.length}-byte archive unpacks to more than ${ratio} times its size`,
    })
    expect((await read(packed, { ...bounds, ratio, ratioFrom: size })).length).toBe(size)
  })
  test('if it has too many files', async () => {
    const folders = Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`${i}/`, '']))
    await expect(namesInZip(written(await zip(folders)))).rejects.toMatchObject({
      code: 'broken_archive',
      message: 'The zip archive has more than 5,000 files',
    })
  })
})

describe('a broken archive is reported', () => {
  test('if it ends too early', async () => {
    await expect(read(gzipSync(large).subarray(0, 300_000))).rejects.toMatchObject({
      code: 'broken_archive',
      message: expect.stringMatching(/^The archive is damaged: it ends early, after byte 300000: /),
    })
  })
  test('with the position of a wrong byte', async () => {
    const packed = gzipSync(large, { level: 0 })
    packed[600_000]! ^= 0xff
    const failure = await read(packed).catch((e: Error) => e.message)
    const [, from, to] = /^The archive is damaged between bytes (\d+) and (\d+): /.exec(String(failure)) ?? []
    expect(Number(to)).toBe(packed.length)
    expect(Number(from)).toBeGreaterThan(0)
    const early = await read(Buffer.concat([Buffer.from([0x1f, 0x8b]), noise(600_000)])).catch(
      (e: Error) => e.message,
    )
    expect(early).toMatch(/^The archive is damaged between bytes 0 and 65536: /)
  })
  test.each([
    ['without its end', (z: Buffer) => z.subarray(0, z.length - 30), /^Couldn't open the zip archive: /],
    ['with a wrong list', (z: Buffer) => changed(z, directory, 0, 0), /^The zip archive is damaged: /],
    ['with a password', (z: Buffer) => changed(z, directory, 8, 1), /^Couldn't unpack feed.csv: .*encrypted/],
    ['that can’t be inflated', (z: Buffer) => changed(z, 'feed.csv', 8, 0xff), /^The archive is damaged: /],
    [
      'with a wrong letter',
      (z: Buffer) => changed(z, 'feed.csv', 500, z[z.indexOf('feed.csv') + 500]! ^ 1),
      /^feed.csv is damaged: its checksum doesn't match$/,
    ],
  ])('for zip files: %s', async (_what, breaking, message) => {
    const broken = breaking(await zip({ 'feed.csv': large }))
    const failure = await read(broken).then(
      () => 'read',
      (e: unknown) => e,
    )
    expect(failure).toMatchObject({ code: 'broken_archive', message: expect.stringMatching(message) })
  })
})
