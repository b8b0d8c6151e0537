import { expect, test } from 'vitest'
import { hash64, hashHigh, hashText } from './hash.ts'

// what is kept of earlier runs holds these: they are never to change
test.each([
  ['a', 7929297801672961n],
  ['b', 8684336938537663n],
  ['revenge', 4051478007546757n],
  ['revenue', 8309097637345594n],
])('a text’s hash is cyrb53’s, including the bits that cyrb53 drops: %s', (text, cyrb53) => {
  const low = hashText(text)
  expect(BigInt.asUintN(53, BigInt(hash64(low, hashHigh)))).toBe(cyrb53)
})

test('a hash is a signed 64-bit number made of two signed halves', () => {
  expect(hash64(1, 0)).toBe('1')
  expect(hash64(-1, 0)).toBe('4294967295')
  expect(hash64(0, 1)).toBe('4294967296')
  expect(hash64(-1, -1)).toBe('-1')
  expect(hash64(0, -(2 ** 31))).toBe(String(-(2n ** 63n)))
  for (const text of ['', 'SKU-1,5', 'č'.repeat(99)])
    for (const half of [hashText(text), hashHigh]) expect(half).toBe(half | 0)
})

test('texts that differ slightly have different hashes, in both halves', () => {
  const texts = ['', 'A,1', 'A,2', 'a,1', 'A1,', '1,A', ' A,1', 'A,1 ', 'Ā,1']
  const hashes = texts.map((t) => [hashText(t), hashHigh])
  for (const half of [0, 1]) expect(new Set(hashes.map((h) => h[half])).size).toBe(texts.length)
})
