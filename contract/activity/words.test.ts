import { expect, test } from 'vitest'
import { atLength, inWords, isLong } from './words.ts'

test.each([
  [null, 'nothing'],
  ['', 'nothing'],
  [true, 'yes'],
  [1204, '1,204'],
  ['<p>Ships <b>daily</b></p>', 'Ships  daily'],
  [[], 'nothing'],
  [['Home', 'Garden'], 'Home, Garden'],
  [[{ name: 'Home' }, { name: 'Gone', deleted: true }], 'Home'],
  [[{ field: 'sku', from: 'SKU' }], 'sku'],
  [{ kind: 'ftp', host: 'ftp.example', port: null }, 'kind ftp, host ftp.example'],
  [{}, 'nothing'],
])('%o reads %s', (value, text) =>
  expect(inWords(value).trim().replaceAll(/ +/g, ' ')).toBe(text.replaceAll(/ +/g, ' ')),
)

test('a long value is cut in a line and whole where it is asked for', () => {
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
