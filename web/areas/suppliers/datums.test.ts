import { expect, test } from 'vitest'
import { datumText, labelOf } from './datums.ts'

test.each([
  ['products', 1204, 'Products', '1,204'],
  ['deleted', 3, 'Gone', '3'],
  ['fill:Title', 98.25, 'Title filled', '98.3%'],
  ['bytes', 2048, 'File size', '2.0 kB'],
  ['odd_new_one', 7, 'odd new one', '7'],
])('the figure %s of %d is “%s”: %s', (datum, value, label, text) => {
  expect([labelOf(datum), datumText(datum, value)]).toEqual([label, text])
})
