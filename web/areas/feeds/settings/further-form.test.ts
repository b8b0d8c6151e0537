import { expect, test } from 'vitest'
import { feedFormat, feedRules } from '#contract/feeds/settings.ts'
import { rebase } from '../../../ui/form/rebase.ts'
import { toErrors, toValues, validate } from './feed-form.ts'
import { inOrder, moveFile, toFurtherBody, removeFile, withNew, type FurtherByKey } from './further-form.ts'

const saved = (id: number, name: string) => ({
  feed_file_id: id,
  name,
  source: { kind: 'http', url: 'https://example.com/a.csv', user: 'me' } as const,
  source_secret_set: true,
  upload: null,
  format: feedFormat.parse({ kind: 'csv' }),
  mapping: [
    { field: 'sku' as const, from: 'sku', transforms: [] },
    { field: 'quantity' as const, from: 'qty', transforms: [] },
  ],
})
const values = toValues({
  feed_id: 1,
  dropshipper_id: 1,
  supplier: 'A',
  vendor_custom_feed_id: null,
  vendor_id: null,
  source: { kind: 'upload' },
  currency: '$',
  source_secret_set: false,
  host_keys: [],
  format: feedFormat.parse({ kind: 'csv' }),
  mapping: [],
  rules: feedRules.parse({}),
  one_time_threshold_percent: null,
  mapping_version: 1,
  upload: null,
  further: [saved(7, 'Stock'), saved(9, 'Prices')],
  current_run_id: null,
  updated_tm: '',
  version: 1,
})
const names = (files: FurtherByKey) => inOrder(files).map(([, file]) => file.name)

test('a file can be moved up and down but not past the ends, and is saved in that order', () => {
  const { further } = values
  expect(names(moveFile(further, 'file-9', -1))).toEqual(['Prices', 'Stock'])
  expect(moveFile(further, 'file-9', 1)).toEqual(further)
  expect(moveFile(further, 'file-7', -1)).toEqual(further)
  const body = toFurtherBody(moveFile(further, 'file-7', 1))
  expect(body.map((file) => [file.feed_file_id, file.name])).toEqual([
    [9, 'Prices'],
    [7, 'Stock'],
  ])
  expect(body[0]).not.toHaveProperty('source_secret')
})

test('new files come last, and those added by two people are ordered by key', () => {
  const { further } = values
  expect(names(withNew(further, 'a-new'))).toEqual(['Stock', 'Prices', ''])
  const merged = { ...withNew(further, 'new-2'), ...withNew(further, 'new-1') }
  expect(inOrder(merged).map(([key]) => key)).toEqual(['file-7', 'file-9', 'new-1', 'new-2'])
  const turned = Object.fromEntries(Object.entries(merged).toReversed())
  expect(inOrder(turned)).toEqual(inOrder(merged))
})

test('a new file is last, has no id, and shows errors on its own fields', () => {
  const further = withNew(removeFile(values.further, 'file-7'), 'new-1')
  expect(names(further)).toEqual(['Prices', ''])
  expect(toFurtherBody(further)[1]).not.toHaveProperty('feed_file_id')
  expect(validate({ ...values, further })).toEqual({
    'further.new-1.name': 'Enter a name',
    'further.new-1.mapping': 'Map the SKU. It joins this file to the main file.',
  })
  expect(toErrors({ 'further.0.source.url': 'No', 'source.url': 'Neither' }, values)).toEqual({
    'further.file-7.url': 'No',
    url: 'Neither',
  })
})

test('two people’s changes to different files merge', () => {
  const { further } = values
  const mine = { ...further, 'file-7': { ...further['file-7']!, name: 'Mine' } }
  const theirs = removeFile({ ...further, 'file-9': { ...further['file-9']!, name: 'Theirs' } }, '')
  expect(names(rebase(further, mine, theirs))).toEqual(['Mine', 'Theirs'])
})
