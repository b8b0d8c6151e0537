import { expect, test } from 'vitest'
import { describe as told, fromLines, toLines, wordsFromLines } from './transforms.ts'

test.each([
  [{ kind: 'trim' }, 'Trim'],
  [{ kind: 'price' }, 'Price with currency'],
  [{ kind: 'decimal_comma' }, 'Decimal comma'],
  [{ kind: 'quantity_words', words: {} }, 'Quantity words'],
  [{ kind: 'quantity_words', words: { plenty: 9, few: 1 } }, 'Quantity words + 2'],
  [{ kind: 'split', by: ',' }, 'Split at “,”'],
  [{ kind: 'split', by: '>', take: 0 }, 'Split at “>”, part 1'],
  [{ kind: 'prefix', text: 'https://x/' }, 'Put “https://x/” before'],
  [{ kind: 'default', text: 'EUR' }, 'If blank: “EUR”'],
  [{ kind: 'lookup', table: { T: 'Tools', G: 'Garden' } }, 'Replace T, G'],
  [{ kind: 'lookup', table: {} }, 'Replace …'],
  [{ kind: 'blank', values: ['n/a', '.'] }, 'Blank: n/a, .'],
  [{ kind: 'blank', values: [] }, 'Blank: …'],
] as const)('the transform %j is told as “%s”', (transform, text) => {
  expect(told(structuredClone(transform) as Parameters<typeof told>[0])).toBe(text)
})

test('a table is one entry a line, and comes back as it was', () => {
  const table = { T: 'Tools', 'in stock': '', A: 'b = c' }
  expect(toLines(table)).toBe('T = Tools\nin stock = \nA = b = c')
  expect(fromLines(toLines(table))).toEqual(table)
  expect(fromLines(' T=Tools \n\nno sign\n= nothing before\nG  =  Garden')).toEqual({
    T: 'Tools',
    G: 'Garden',
  })
})

test('quantity words stand for whole numbers of up to 7 digits alone', () => {
  const typed = 'call = 0\nplenty = 1000000\nfew = 2.5\nmany = 12345678\nnone = x1\nsome = 1x'
  expect(wordsFromLines(typed)).toEqual({ call: 0, plenty: 1_000_000 })
})
