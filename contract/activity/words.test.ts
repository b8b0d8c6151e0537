import { expect, test } from 'vitest'
import { atLength, inWords, isLong, valueText } from './words.ts'

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [undefined, 'nothing'],
  [true, 'yes'],
  [false, 'no'],
  [1204, '1,204'],
  ['<p>Ships <b>daily</b></p>', 'Ships  daily'],
  ['<p>One</p><p>Two</p>', 'One Two'],
  [[], 'nothing'],
  [['Home', 'Garden'], 'Home, Garden'],
  [[{ name: 'Home' }, { name: 'Gone', deleted: true }], 'Home'],
  [[{ name: 'Gone', deleted: true }], 'nothing'],
  [[{ field: 'sku', from: 'SKU' }], 'sku'],
  [[{ votes: 3, supplier_name: 'Cobalt' }], 'Cobalt'],
  [[{ id: 7, name: 'Garden', field: 'x' }], 'Garden'],
  [[{ id: 7, field: 'sku' }], 'sku'],
  [[{ line: 1204, cell: 'x' }], '1,204'],
  [[3, 'x'], '3, x'],
  [{ from: '', to: undefined, rules: { warn: true } }, 'rules warn yes'],
  [{ kind: 'ftp', host: 'ftp.example', port: null }, 'kind ftp, host ftp.example'],
  [{}, 'nothing'],
  ['<p> </p>', 'nothing'],
  [{ is_legacy: false, has_ebay_access: true }, 'ebay access yes'],
])('%o reads %s', (value, text) =>
  expect(inWords(value).trim().replaceAll(/ +/g, ' ')).toBe(text.replaceAll(/ +/g, ' ')),
)

test('a long value is shortened inline and shown whole in full view', () => {
  const text = 'word '.repeat(60)
  expect([inWords(text).length, atLength(text), isLong(text), isLong('short')]).toEqual([
    160,
    text,
    true,
    false,
  ])
  expect(
    atLength([
      { field: 'sku', from: 'SKU' },
      { field: 'title', from: 'Name' },
    ]),
  ).toBe('field sku, from SKU\nfield title, from Name')
  expect(atLength({ hold_percent: 30, warn: false })).toBe('Hold percent: 30\nWarn: no')
})

test.each([
  ['x'.repeat(80), false],
  ['x'.repeat(81), true],
  [{ note: 'x'.repeat(74) }, false],
  [{ note: 'x'.repeat(75) }, true],
  [Array.from({ length: 41 }, () => 1), true],
  [null, false],
  [1e90, false],
])('%o counts as long: %s', (value, long) => expect(isLong(value)).toBe(long))

test('every value has a full text, and inline texts have at most 160 characters', () => {
  expect([atLength(null), atLength(1204), atLength(['a', 2])]).toEqual(['nothing', '1,204', 'a\n2'])
  const many = Array.from({ length: 100 }, (_, i) => `value ${i}`)
  expect(inWords(many)).toHaveLength(160)
  expect(inWords(Object.fromEntries(many.map((v) => [v, v])))).toHaveLength(160)
})

test('a value that stands alone begins with a capital, but a typed text stays as it is', () => {
  expect([null, true, false, 'no', 'Home', 3].map((value) => valueText(value))).toEqual([
    'Nothing',
    'Yes',
    'No',
    'no',
    'Home',
    '3',
  ])
})

test('blank values read “nothing” in full view', () => {
  expect(['', [], {}, null].map(atLength)).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
})
