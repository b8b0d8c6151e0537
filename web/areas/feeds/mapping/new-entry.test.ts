import { expect, test } from 'vitest'
import { feedMapping } from '#contract/feeds/settings.ts'
import { newEntry } from './new-entry.ts'

const suggestion = feedMapping.parse([
  { field: 'sku', from: 'Item' },
  {
    field: 'wholesale_price',
    from: 'Price',
    transforms: [{ kind: 'decimal_comma' }, { kind: 'default', text: '0' }],
  },
  { field: 'currency', from: '', transforms: [{ kind: 'default', text: 'USD' }] },
])

test('a new field without a column has no transforms, whatever other field has none', () => {
  expect(newEntry('title', '', suggestion)).toEqual({ field: 'title', from: '', transforms: [] })
})

test('a new field for a column has the transforms of its values, but no other field’s default', () => {
  expect(newEntry('msrp', 'Price', suggestion).transforms).toEqual([{ kind: 'decimal_comma' }])
  expect(newEntry('title', 'Name', suggestion).transforms).toEqual([])
})
