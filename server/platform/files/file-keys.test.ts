import { describe, expect, test } from 'vitest'
import { fileKeys, partOf } from './file-keys.ts'

const uuid = '0198c1de-1111-4222-8333-444455556666'
const sha256 = 'ab01'.repeat(16)
const uploads = fileKeys('uploads/{owner}/{uuid}')
const logos = fileKeys('logos/{owner}/{uuid}.webp')
const read = fileKeys('feeds/{owner}/{sha256}')
const rejected = fileKeys('rejected/{owner}-{attempt}.csv')

test('a key is made of its parts, in its folder', () => {
  expect(logos.folder).toBe('logos')
  expect(logos.key({ owner: 12, uuid })).toBe(`logos/12/${uuid}.webp`)
  expect(read.key({ owner: 3, sha256 })).toBe(`feeds/3/${sha256}`)
  expect(rejected.key({ owner: 7, attempt: 2 })).toBe('rejected/7-2.csv')
})

describe('a file key', () => {
  test('gives its owner, even while the file is being written', () => {
    for (const [keys, key] of [
      [uploads, uploads.key({ owner: 12, uuid })],
      [logos, logos.key({ owner: 12, uuid })],
      [read, read.key({ owner: 12, sha256 })],
      [rejected, rejected.key({ owner: 12, attempt: 3 })],
    ] as const) {
      expect(keys.ownerOf(key)).toBe(12)
      expect(keys.ownerOf(partOf(key, uuid))).toBe(12)
    }
    expect(uploads.ownerOf(`uploads/2147483647/${uuid}`)).toBe(2_147_483_647)
  })
  test.each([
    `uploads/2147483648/${uuid}`,
    `uploads/12345678901/${uuid}`,
    `uploads//${uuid}`,
    `uploads/x/${uuid}`,
    `uploads/12/${uuid}.csv`,
    `uploads/12/more/${uuid}`,
    `uploads/12/${uuid.toUpperCase()}`,
    `uploads/12/${uuid.slice(1)}`,
    `uploads/12/${uuid}.part`,
    `uploads/12/${uuid}.${uuid}`,
    `uploads/12/${uuid}x${uuid}.part`,
    `more/uploads/12/${uuid}`,
    `logos/12/${uuid}.webp`,
  ])('has no other form: %s', (key) => {
    expect(uploads.ownerOf(key)).toBeUndefined()
  })
  test('must match its form character for character', () => {
    expect(logos.ownerOf(`logos/12/${uuid}xwebp`)).toBeUndefined()
    expect(read.ownerOf(`feeds/12/${sha256}0`)).toBeUndefined()
    expect(read.ownerOf(`feeds/12/${sha256.slice(1)}`)).toBeUndefined()
    expect(rejected.ownerOf('rejected/12-x.csv')).toBeUndefined()
    expect(rejected.ownerOf('rejected/12-12345678901.csv')).toBeUndefined()
  })
})
