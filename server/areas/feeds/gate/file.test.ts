import { expect, test } from 'vitest'
import { feedMapping, feedRules, feedFormat } from '#contract/feeds/settings.ts'
import { observeFile, type FileFacts } from './file.ts'

const facts = (columns: string[]): FileFacts => ({
  columns,
  ended: true,
  swallowed: 0,
  rejected: 0,
  repeated: 0,
  read: 100,
  unreadable: {},
})
const settings = {
  format: feedFormat.parse({ kind: 'csv' }),
  rules: feedRules.parse({}),
  mapping: feedMapping.parse([
    { field: 'sku', from: 'SKU' },
    { field: 'images', from: 'Image 1', also: ['Image 2'] },
  ]),
}
/** What is said of the columns of a file that had others before. */
const columnsOf = (now: string[], before: string[]) =>
  observeFile(settings, {
    now: facts(now),
    before: facts(before),
    traits: { columns: now, ended: true, swallowed: undefined, sample: [] },
    comparison: { deleted: 0, created: 0 },
    rejectedFor: undefined,
  }).filter((o) => o.name === 'column_gone' || o.name === 'columns')

test('a missing column is named with its field, including one of several image columns', () => {
  const before = ['SKU', 'Image 1', 'Image 2', 'Colour']
  expect(columnsOf(before, before)).toEqual([])
  expect(columnsOf(['SKU', 'Image 1', 'Colour'], before)).toMatchObject([
    { name: 'column_gone', words: { gone: '“Image 2” (Images)' } },
  ])
  expect(columnsOf(['SKU', 'Image 1', 'Image 2'], before)).toMatchObject([
    { name: 'columns', words: { gone: '“Colour”' } },
  ])
})
