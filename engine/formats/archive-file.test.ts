import { expect, test } from 'vitest'
import { note, type TextTraits } from '../record.ts'
import { chooseFile } from './archive-file.ts'

const files = (list: Record<string, number>) => Object.entries(list).map(([name, bytes]) => ({ name, bytes }))

test.each([
  ['the only one', { 'x.bin': 5 }, 'x.bin'],
  ['not a readme', { 'README.txt': 90_000, 'data.csv': 500 }, 'data.csv'],
  ['not pictures and papers', { 'a.jpg': 9e6, 'terms.pdf': 9e6, 'goods.xml': 4000 }, 'goods.xml'],
  ['not a list of categories', { 'categories.csv': 9000, 'products.csv': 9000 }, 'products.csv'],
  ['the largest of one kind', { 'a.csv': 200_000, 'b.csv': 1000 }, 'a.csv'],
  ['a gzipped one', { 'items.json.gz': 100, 'note.txt': 90 }, 'items.json.gz'],
  ['one in a folder', { 'out/readme.md': 10, 'out/list.tsv': 10 }, 'out/list.tsv'],
])('an archive’s feed is %s', (_what, list, name) => {
  expect(chooseFile(files(list), {}).name).toBe(name)
})
test('two files that are equally likely are named', () => {
  expect(() => chooseFile(files({ 'a.csv': 900, 'b.csv': 700 }), {})).toThrow(
    'The zip archive has 2 files: “a.csv”, “b.csv”. Enter the name of the feed’s file',
  )
})
test('a person may choose by name or pattern, and the others are said', () => {
  const list = files({ 'in/a_0901.csv': 900, 'b_0901.csv': 700 })
  const seen: TextTraits = { ended: true, swallowed: undefined }
  expect(chooseFile(list, { file: 'A_*.csv', traits: seen }).name).toBe('in/a_0901.csv')
  expect(chooseFile(list, { file: 'b_0901.csv' }).name).toBe('b_0901.csv')
  expect([...(seen.notices?.values() ?? [])]).toEqual([
    {
      reason: 'Left out: other files in the archive. The feed is “in/a_0901.csv”',
      count: 1,
      line: 1,
      value: 'b_0901.csv',
    },
  ])
  expect(() => chooseFile(list, { file: '*.csv' })).toThrow('“*.csv” matches 2 files of the archive')
  expect(() => chooseFile(list, { file: 'c.csv' })).toThrow(
    'The zip archive has no file “c.csv”. It has “in/a_0901.csv”, “b_0901.csv”',
  )
})
test('a pattern with many stars is tried in one pass', () => {
  const list = files({ [`${'a'.repeat(120)}.csv`]: 900, 'b.csv': 700 })
  expect(chooseFile(list, { file: `${'*a'.repeat(60)}*.csv` }).bytes).toBe(900)
  expect(() => chooseFile(list, { file: `${'*a'.repeat(60)}*!` })).toThrow('The zip archive has no file')
  expect(() => chooseFile(files({ 'ab.csv': 900 }), { file: 'ab*b.csv' })).toThrow('no file')
})
test('last season’s file isn’t the feed', () => {
  expect(chooseFile(files({ 'products_old.csv': 5000, 'products.csv': 900 }), {}).name).toBe('products.csv')
})
test('notices of the same kind are counted together', () => {
  const seen: TextTraits = { ended: true, swallowed: undefined }
  note(seen, { reason: 'r', line: 2, value: 'x' })
  note(seen, { reason: 'r', line: 5, value: 'y' }, 3)
  expect([...(seen.notices?.values() ?? [])]).toEqual([{ reason: 'r', count: 4, line: 2, value: 'x' }])
})
