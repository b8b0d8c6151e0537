import type { ProductField } from '#contract/feeds/settings.ts'
import type { Kind, Harm } from './cases.ts'
import type { ColumnKey } from './feeds.ts'
import type { Column, Layout } from './files.ts'
import type { Item } from './products.ts'
import { allOf, needs, needsPrice, replaceColumn, withoutColumn } from './strikes.ts'

/** A feed's first file, whole. */
export type FirstFile = Pick<Kind, 'name' | 'needs'> & {
  /** Empty: the file is honest. */
  because: Harm['because']
  items?: (items: readonly Item[]) => readonly Item[]
  layout?: (layout: Layout) => Layout
}

const unmap =
  (...fields: ProductField[]) =>
  (layout: Layout) =>
    replaceColumn(layout, (c) => (c.field && fields.includes(c.field) ? without(c) : c))
const without = ({ name, of }: Column): Column => ({ name, of })
const keep = (wanted: (column: Column) => boolean) => (layout: Layout) =>
  replaceColumn(layout, (c) => (wanted(c) ? c : []))
const each = (change: (item: Item, n: number) => Partial<Item>) => (items: readonly Item[]) =>
  items.map((item, n) => ({ ...item, ...change(item, n) }))
const oneInSeven = (change: (item: Item, n: number) => Partial<Item>) =>
  each((item, n) => (n % 7 ? {} : change(item, n)))
/** The list price is mapped in place of the cost. */
const listForCost = (layout: Layout) =>
  replaceColumn(unmap('wholesale_price')(layout), (c) =>
    c.field === 'msrp' ? { ...c, field: 'wholesale_price' } : c,
  )
const stockKeys: ReadonlySet<ProductField | undefined> = new Set(['sku', 'quantity', 'upc'])
const needsTitle = needs('title')
const full = allOf(needsPrice, needsTitle)
const columnNames: ColumnKey[] = ['image', 'description']

export const firstFiles: readonly FirstFile[] = [
  { name: 'the first file', because: [] },
  {
    name: 'a first file without a price mapped',
    needs: full,
    because: ['price_lost'],
    layout: unmap('wholesale_price'),
  },
  {
    name: 'a first file without a title mapped',
    needs: full,
    because: ['title_emptied'],
    layout: unmap('title'),
  },
  {
    name: 'a first file without its column of titles',
    needs: full,
    because: ['title_emptied'],
    layout: withoutColumn('title'),
  },
  {
    name: 'a first file with blank titles',
    needs: full,
    because: ['title_emptied'],
    items: each(() => ({ title: '' })),
  },
  {
    name: 'a first file with its SKU mapped alone',
    because: ['only_codes'],
    layout: (layout) => replaceColumn(layout, (c) => (c.field === 'sku' ? c : without(c))),
  },
  {
    name: 'a first file with the list price for the cost',
    needs: (spec) => needs('price', 'msrp')(spec) && spec.layout.header,
    because: ['dearer_price'],
    layout: listForCost,
  },
  {
    name: 'a first file, one row in seven filler',
    because: ['filler'],
    items: oneInSeven((_, n) => ({ sku: `TEST-${n}`, title: `Test product ${n}`, price: 1, msrp: 2 })),
  },
  {
    name: 'a first file, one title in seven filler',
    needs: needsTitle,
    because: ['filler'],
    items: oneInSeven((_, n) => ({ title: ['Lorem ipsum dolor', 'N/A', 'xxx'][n % 3]! })),
  },
  {
    name: 'a first file, one price in seven 9999',
    needs: full,
    because: ['filler', 'below_cost'],
    items: oneInSeven(() => ({ price: 9999, msrp: 99_999 })),
  },
  { name: 'a first file of 4 products', because: [], items: (items) => items.slice(0, 4) },
  { name: 'a first file of 1 product', because: [], items: (items) => items.slice(0, 1) },
  { name: 'a first file of one brand', because: [], items: each(() => ({ brand: 'Calder' })) },
  {
    name: 'a first file with stock as yes or no',
    because: [],
    items: each((i) => ({ quantity: Math.min(1, i.quantity) })),
  },
  {
    name: 'a first file with prices that repeat',
    because: [],
    items: each((_, n) => ({ price: n % 3 ? 5 : 9.5, msrp: 20 })),
  },
  {
    name: 'a first file without images and descriptions',
    because: [],
    layout: (layout) => columnNames.reduce((l, key) => withoutColumn(key)(l), layout),
  },
  {
    name: 'a first file of stock alone',
    because: [],
    layout: keep((c) => stockKeys.has(c.field)),
  },
  {
    name: 'a first file, one product in fifty a test',
    because: [],
    items: each((_, n) => (n % 50 ? {} : { title: 'Test product' })),
  },
  {
    name: 'a first file of variants that share their title',
    needs: needsTitle,
    because: [],
    items: each((_, n) => ({ title: `Shirt of cotton, kind ${Math.floor(n / 6)}` })),
  },
  {
    name: 'a first file with a column of shipping costs',
    needs: full,
    because: [],
    layout: (layout) => ({
      ...layout,
      columns: [...layout.columns, { name: 'Shipping cost', of: () => '0.99' }],
    }),
  },
]
