import { expect, test } from 'vitest'
import { candidates, explain } from './renamed-skus.ts'

const olds = ['AB-0012', 'AB-0013', 'CD-0450', 'EF-7001', 'GH-0999']
const explained = (make: (sku: string) => string) => {
  const news = olds.map(make)
  const known = (among: readonly string[], looked: readonly string[]) =>
    new Set(looked.filter((sku) => among.includes(sku)))
  const ways = [
    explain(news, known(olds, candidates(news)), 'new'),
    explain(olds, known(news, candidates(olds)), 'old'),
  ]
  return ways.filter((w) => w?.share === 1).map((w) => w!.reason)
}

test.each<[string, (sku: string) => string, string]>([
  ['a prefix', (s) => `X-${s}`, 'they match the old SKUs with “X-” before them'],
  ['a suffix', (s) => `${s}_N`, 'they match the old SKUs with “_N” after them'],
  ['small letters', (s) => s.toLowerCase(), 'they match the old SKUs in lowercase'],
  ['no marks', (s) => s.replaceAll('-', ''), 'they match the old SKUs without punctuation'],
  [
    'a prefix of its own each',
    (s) => `${s[0]}${s[1]}${s}`,
    'they match the old SKUs with 2 characters before them',
  ],
  ['two letters less', (s) => s.slice(2), 'they match the old SKUs without 2 characters before them'],
])('SKUs with %s are reported with the change that was made', (_, make, how) => {
  expect(explained(make)).toContain(how)
})

test('leading zeros that were removed or added are reported', () => {
  const zeros = ['0012', '0450', '0999']
  const plain = ['12', '450', '999']
  expect(explain(zeros, new Set(plain), 'old')).toEqual({
    share: 1,
    reason: 'they match the old SKUs without leading zeros',
  })
  expect(explain(zeros, new Set(plain), 'new')?.reason).toBe('they match the old SKUs with leading zeros')
})

test('added marks are reported', () => {
  const plain = olds.map((sku) => sku.replace('-', ''))
  expect(explain(olds, new Set(plain), 'new')?.reason).toBe('they match the old SKUs with punctuation')
})

test('unrelated SKUs get no explanation, and partly related ones only a share', () => {
  expect(explain(['Q1', 'Q2'], new Set(), 'new')).toBeUndefined()
  expect(explain([], new Set(['A']), 'new')).toBeUndefined()
  expect(explain(['XA', 'XB', 'QQ', 'RR'], new Set(['A', 'B']), 'new')?.share).toBe(0.5)
})

test('the candidates for a SKU never include the SKU itself or an empty text', () => {
  const looked = candidates(['a1', '0', '007'])
  expect(looked).not.toContain('')
  expect(looked).not.toContain('a1')
  expect(looked).toEqual(expect.arrayContaining(['A1', '1', 'a', '7', '07', '00']))
})

test('SKUs in capitals are recognized, and zeros in the middle are kept', () => {
  expect(explained((s) => s.replaceAll('0', 'o').toUpperCase())).toEqual([])
  const small = olds.map((sku) => sku.toLowerCase())
  expect(explain(olds, new Set(small), 'new')?.reason).toBe('they match the old SKUs in uppercase')
  expect(explain(small, new Set(olds), 'new')?.reason).toBe('they match the old SKUs in lowercase')
  expect(explain(olds, new Set(small), 'old')?.reason).toBe('they match the old SKUs in lowercase')
  expect(explain(small, new Set(olds), 'old')?.reason).toBe('they match the old SKUs in uppercase')
  // a zero that isn't the first stays
  expect(explain(['1012', '1405'], new Set(['112', '145']), 'old')).toBeUndefined()
})

test('an added piece is named if four of five SKUs have it, else only its length is given', () => {
  const told = (...pieces: string[]) => {
    const news = pieces.map((piece, i) => `${piece}SKU${i}`)
    return explain(news, new Set(pieces.map((_, i) => `SKU${i}`)), 'new')?.reason
  }
  expect(told('X-', 'X-', 'X-', 'X-', 'Y-')).toBe('they match the old SKUs with “X-” before them')
  expect(told('X-', 'X-', 'X-', 'Y-', 'Z-')).toBe('they match the old SKUs with 2 characters before them')
  expect(told('Y-', 'X-', 'X-', 'X-', 'X-')).toBe('they match the old SKUs with “X-” before them')
})
