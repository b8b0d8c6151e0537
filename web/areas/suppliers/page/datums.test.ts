import { expect, test } from 'vitest'
import { datumText, labelOf } from './datums.ts'

test.each([
  ['products', 1204, 'Products', '1,204'],
  ['in_stock', 0, 'In stock', '0'],
  ['read', 1204, 'Rows read', '1,204'],
  ['accepted', 1200, 'Accepted rows', '1,200'],
  ['rejected', 4, 'Rejected rows', '4'],
  ['created', 1, 'Created', '1'],
  ['updated', 2, 'Updated', '2'],
  ['unchanged', 5, 'Unchanged', '5'],
  ['deleted', 3, 'Removed', '3'],
  ['prices_changed', 6, 'Prices changed', '6'],
  ['categories', 8, 'Categories', '8'],
  ['with_images', 9, 'With images', '9'],
  ['active', 10, 'Active', '10'],
  ['fill:Title', 98.25, 'Title filled', '98.3%'],
  ['bytes', 2048, 'File size', '2.0 kB'],
  ['odd_new_one', 7, 'odd new one', '7'],
])('the figure %s of %d is labeled “%s” and reads %s', (datum, value, label, text) => {
  expect([labelOf(datum), datumText(datum, value)]).toEqual([label, text])
})
