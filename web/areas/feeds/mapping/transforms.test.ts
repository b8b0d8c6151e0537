import { expect, test } from 'vitest'
import { transform } from '#contract/feeds/settings.ts'
import {
  describe as told,
  fromLines,
  toLines,
  transformKinds,
  transformLabels,
  wordsFromLines,
} from './transforms.ts'

test.each([
  [{ kind: 'trim' }, 'Trim'],
  [{ kind: 'price' }, 'Price with currency'],
  [{ kind: 'decimal_comma' }, 'Decimal comma'],
  [{ kind: 'currency' }, 'Currency from price'],
  [{ kind: 'quantity_words', words: {} }, 'Quantity from text'],
  [{ kind: 'quantity_words', words: { plenty: 9, few: 1 } }, 'Quantity from text + 2'],
  [{ kind: 'split', by: ',' }, 'Split by “,”'],
  [{ kind: 'split', by: '>', take: 0 }, 'Split by “>”, part 1'],
  [{ kind: 'prefix', text: 'https://x/' }, 'Add prefix “https://x/”'],
  [{ kind: 'default', text: 'EUR' }, 'If blank: “EUR”'],
  [{ kind: 'lookup', table: { T: 'Tools', G: 'Garden' } }, 'Replace T, G'],
  [{ kind: 'lookup', table: {} }, 'Replace …'],
  [{ kind: 'blank', values: ['n/a', '.'] }, 'Blank: n/a, .'],
  [{ kind: 'blank', values: [] }, 'Blank: …'],
  [{ kind: 'unit', from: 'g', to: 'kg' }, 'g to kg'],
  [{ kind: 'exchange', rate: '1.08', on: '2026-11-01' }, '× 1.08 (11/1/26)'],
  [{ kind: 'exchange', rate: '', on: '' }, '× …'],
  [{ kind: 'divide', by: 100 }, '÷ 100'],
  [{ kind: 'divide_by', column: '', has: 'pieces' }, '÷ …'],
  [{ kind: 'divide_by', column: 'Price unit', has: 'pieces' }, '÷ Price unit'],
  [{ kind: 'divide_by', column: 'precision', has: 'decimals' }, '÷ 10^precision'],
  [{ kind: 'pattern', find: '^A-', put: '' }, 'Replace /^A-/ by “”'],
  [{ kind: 'when', values: ['yes'], put: '5' }, 'If yes: “5”'],
] as const)('the transform %j reads “%s”', (transform, text) => {
  expect(told(structuredClone(transform) as Parameters<typeof told>[0])).toBe(text)
})

test('a lookup table is edited as one entry per line and reads back unchanged', () => {
  const table = { T: 'Tools', 'in stock': '', A: 'b = c' }
  expect(toLines(table)).toBe('T = Tools\nin stock = \nA = b = c')
  expect(fromLines(toLines(table))).toEqual(table)
  expect(fromLines(' T=Tools \n\nno sign\n= nothing before\nG  =  Garden')).toEqual({
    T: 'Tools',
    G: 'Garden',
  })
})

test('quantity words accept only whole numbers of up to 7 digits', () => {
  const typed = 'call = 0\nplenty = 1000000\nfew = 2.5\nmany = 12345678\nnone = x1\nsome = 1x'
  expect(wordsFromLines(typed)).toEqual({ call: 0, plenty: 1_000_000 })
})

test('each transform shows its effect, and a new one starts with its defaults', () => {
  const offered = transformKinds.map(
    (kind) => `${transformLabels[kind].label}: ${transformLabels[kind].effect}`,
  )
  expect(offered).toEqual([
    'Decimal comma: 1.210,50 becomes 1210.50',
    'Price with currency: $1,234.50 becomes 1234.50',
    'Currency from price: 12.50 EUR becomes EUR',
    'Quantity from text: in stock becomes 1, >100 becomes 100',
    'Trim: removes spaces at both ends',
    'Split: a,b becomes a and b, or one of them',
    'Add prefix: a.jpg becomes https://…/a.jpg',
    'If blank: uses a default value',
    'Replace: one value becomes another',
    'Convert unit: 1500 g becomes 1.5 for kg',
    'Convert currency: multiplies by a rate that you enter',
    'Divide: 1250 becomes 12.50 if divided by 100',
    'Divide by a column: by the pieces a price is for, or by its number of decimals',
    'Replace by pattern: a regular expression, for values of up to 300 characters',
    'If it is: some values become another',
    'Treat as blank: n/a becomes blank',
  ])
  for (const kind of transformKinds) {
    const { first } = transformLabels[kind]
    expect(first.kind).toBe(kind)
    // what is left to be typed is blank, all else is as it is saved
    expect(Object.keys(first)).toEqual(Object.keys({ ...transform.safeParse(first).data, ...first }))
  }
  expect(transformLabels.split.first).toMatchObject({ by: ',' })
  expect(['prefix', 'default', 'blank'].map((kind) => told(transformLabels[kind as 'blank'].first))).toEqual([
    'Add prefix “”',
    'If blank: “”',
    'Blank: …',
  ])
})
