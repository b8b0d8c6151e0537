import { columnNamed, has, type ColumnKey, type FeedSpec } from './feeds.ts'
import type { Column, Layout } from './files.ts'
import type { Cause, Harm, Scope } from './cases.ts'
import { cents, dearer, type Item } from './products.ts'

const everywhere: Scope[] = ['all', '1/8', '2 %', 'one part']
const large: Scope[] = ['all', '1/8', 'one part']
const whole: Scope[] = ['all']
const each =
  (change: (item: Item, n: number) => Partial<Item>): NonNullable<Harm['items']> =>
  (struck) =>
    struck.map((item, n) => ({ ...item, ...change(item, n) }))
/** Each gets what the next one of a shuffled list has. */
const exchanged =
  (...keys: (keyof Item)[]): NonNullable<Harm['items']> =>
  (struck, { chance }) => {
    const order = chance.shuffled(struck)
    const next = new Map(order.map((item, i) => [item, order[(i + 1) % order.length]!]))
    return struck.map((item) => ({
      ...item,
      ...Object.fromEntries(keys.map((key) => [key, next.get(item)![key]])),
    }))
  }
const needs =
  (...keys: ColumnKey[]) =>
  (spec: FeedSpec) =>
    keys.every((key) => has(spec, key))
const csv = ({ layout }: FeedSpec) => layout.kind === 'csv'
const named = ({ layout }: FeedSpec) => layout.header && (layout.kind === 'csv' || layout.kind === 'xlsx')
const and =
  (...of: ((spec: FeedSpec) => boolean)[]) =>
  (spec: FeedSpec) =>
    of.every((one) => one(spec))
const letters = ({ range }: FeedSpec) => range.skus === 'letters'
const padded = ({ range }: FeedSpec) => range.skus === 'padded'
/** Products that aren't in a file of some are nobody's loss, so they aren't said to be renamed. */
const full = ({ rules }: FeedSpec) => (rules?.covers ?? 'all') === 'all'

const replaced = (layout: Layout, of: (column: Column, i: number) => Column | []): Layout => ({
  ...layout,
  columns: layout.columns.flatMap(of),
})
const without = (key: ColumnKey) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? [] : c))
const called = (key: ColumnKey, name: string) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? { ...c, name } : c))
/** A column's header over another one's values. */
const filledBy = (key: ColumnKey, by: (item: Item) => string) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? { ...c, of: by } : c))
const swapped = (a: ColumnKey, b: ColumnKey) => (layout: Layout) => {
  const of = (key: ColumnKey) => layout.columns.find((c) => c.name === columnNamed(key))!.of
  return filledBy(a, of(b))(filledBy(b, of(a))(layout))
}

const renamed: Cause[] = ['renamed']
const cut =
  (share: number) =>
  (file: Buffer): Buffer =>
    file.subarray(0, Math.floor(file.length * share) + 3)

const identity: Harm[] = [
  { name: 'SKU prefix', on: everywhere, because: renamed, items: each((i) => ({ sku: `N-${i.sku}` })) },
  { name: 'SKU suffix', on: everywhere, because: renamed, items: each((i) => ({ sku: `${i.sku}_EU` })) },
  {
    name: 'SKU prefix gone',
    on: large,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.slice(3) })),
  },
  {
    name: 'SKU case',
    on: everywhere,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.toUpperCase() })),
  },
  {
    name: 'SKU zeros gone',
    on: everywhere,
    because: renamed,
    needs: padded,
    items: each((i) => ({ sku: i.sku.replace(/^0+/, '') })),
  },
  {
    name: 'SKU marks gone',
    on: large,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.replaceAll('-', '') })),
  },
  {
    name: 'SKU and UPC exchanged',
    on: large,
    because: renamed,
    needs: needs('upc'),
    items: each((i) => ({ sku: i.upc, upc: i.sku })),
  },
  {
    name: 'SKUs renumbered',
    on: large,
    because: renamed,
    needs: needs('title'),
    items: each((_, n) => ({ sku: `ID${(n * 7919) % 999_983}` })),
  },
  {
    name: 'another supplier’s file',
    on: whole,
    because: ['foreign'],
    needs: needs('title'),
    items: (struck, { others }) => struck.map((item, n) => others[n] ?? item),
  },
]

const commas: Harm['row'] = (cells, { columns }) =>
  cells.map((cell, i) => (columns[i]!.field === 'wholesale_price' ? `${cell.replace('.', ',')},0` : cell))
const priceMoved: Cause[] = ['price_half', 'price_five', 'median_price', 'part_price']
const power: Cause[] = ['powers_of_ten']
const priced = needs('price')
const prices: Harm[] = [
  {
    name: 'prices in cents',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => dearer(i, 100)),
  },
  {
    name: 'prices a hundredth',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => ({ price: i.price / 100, msrp: i.msrp / 100 })),
  },
  {
    name: 'prices in thousands',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => dearer(i, 1000)),
  },
  { name: 'decimal comma', on: large, because: ['rejected'], needs: priced, row: commas },
  {
    name: 'prices zero',
    on: everywhere,
    because: ['price_lost'],
    needs: priced,
    items: each(() => ({ price: 0 })),
  },
  {
    name: 'one price for all',
    on: large,
    because: ['one_price', ...priceMoved],
    needs: priced,
    items: each(() => ({ price: 9.99 })),
  },
  {
    name: 'prices exchanged',
    on: large,
    because: priceMoved,
    needs: priced,
    items: exchanged('price', 'msrp'),
  },
  {
    name: 'prices halved',
    on: large,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 0.5)),
  },
  {
    name: 'prices up 40 %',
    on: whole,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 1.4)),
  },
  {
    name: 'prices down 30 %',
    on: whole,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 0.7)),
  },
  {
    name: 'another currency’s rate',
    on: large,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 41.3)),
  },
  {
    name: 'cost and list exchanged',
    on: everywhere,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    items: each((i) => ({ price: i.msrp, msrp: i.price })),
  },
  {
    name: 'cost and list exchanged by header',
    on: whole,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    layout: swapped('price', 'msrp'),
  },
  {
    name: 'price from the stock',
    on: whole,
    because: [...priceMoved, 'price_lost'],
    needs: priced,
    items: each((i) => ({ price: i.quantity })),
  },
  {
    name: 'currency changed',
    on: everywhere,
    because: ['currency'],
    needs: needs('currency'),
    items: each((i) => ({ currency: i.currency === 'USD' ? 'EUR' : 'USD' })),
  },
]

const stocked = needs('quantity')
const noStock: Cause[] = ['left_stock', 'part_left_stock']
const quantityMoved: Cause[] = ['quantity_moved', 'quantity_scaled']
const stock: Harm[] = [
  {
    name: 'stock zero',
    on: ['all', 'one part'],
    because: noStock,
    needs: stocked,
    items: each(() => ({ quantity: 0 })),
  },
  {
    name: 'stock blank',
    on: whole,
    because: [...noStock, 'refused'],
    needs: stocked,
    layout: filledBy('quantity', () => ''),
  },
  {
    name: 'stock times ten',
    on: large,
    because: ['quantity_scaled'],
    needs: stocked,
    items: each((i) => ({ quantity: i.quantity * 10 })),
  },
  {
    name: 'quantities exchanged',
    on: whole,
    because: [...quantityMoved, ...noStock],
    needs: stocked,
    items: exchanged('quantity'),
  },
  {
    name: 'quantity from another column',
    on: whole,
    because: quantityMoved,
    needs: stocked,
    layout: filledBy('quantity', (i) => i.ref),
  },
  {
    name: 'quantity from the price',
    on: whole,
    because: ['unreadable', ...noStock],
    needs: stocked,
    layout: filledBy('quantity', (i) => i.price.toFixed(2)),
  },
]

const titled = needs('title')
const texts: Harm[] = [
  {
    name: 'titles exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: titled,
    items: exchanged('title'),
  },
  {
    name: 'codes exchanged',
    on: everywhere,
    because: ['codes_moved'],
    needs: needs('upc'),
    items: exchanged('upc'),
  },
  {
    name: 'images exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: needs('image'),
    items: exchanged('image'),
  },
  {
    name: 'rows shifted against their SKUs',
    on: large,
    because: ['exchanged', 'codes_moved', ...priceMoved],
    needs: titled,
    items: exchanged('title', 'image', 'upc', 'price', 'msrp', 'quantity'),
  },
  {
    name: 'titles emptied',
    on: everywhere,
    because: ['title_emptied'],
    needs: titled,
    items: each(() => ({ title: '' })),
  },
  {
    name: 'images emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('image'),
    items: each(() => ({ image: '' })),
  },
  {
    name: 'descriptions emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('description'),
    items: each(() => ({ description: '' })),
  },
  {
    name: 'titles alike',
    on: large,
    because: ['one_text'],
    needs: titled,
    items: each(() => ({ title: 'Product' })),
  },
  {
    name: 'images alike',
    on: large,
    because: ['one_text'],
    needs: needs('image'),
    items: each(() => ({ image: 'https://img.example.com/none.png' })),
  },
  {
    name: 'titles are codes',
    on: whole,
    because: ['exchanged', 'one_text', 'reworded'],
    needs: needs('brand', 'title'),
    layout: filledBy('title', (i) => i.brand),
  },
  {
    name: 'codes new',
    on: large,
    because: ['codes_changed'],
    needs: needs('upc'),
    items: each((i) => ({ upc: `9${i.upc.slice(1)}` })),
  },
  {
    name: 'brands exchanged',
    on: whole,
    because: ['brand_changed'],
    needs: needs('brand'),
    items: exchanged('brand'),
  },
]

const shifted = (layout: Layout): Layout => {
  const { columns } = layout
  return replaced(layout, (c, i) => ({ ...c, of: columns[(i + 1) % columns.length]!.of }))
}
const file: Harm[] = [
  {
    name: 'column of prices gone',
    on: whole,
    because: ['refused', 'rejected', 'unreadable'],
    needs: and(priced, ({ layout }) => layout.header),
    layout: without('price'),
  },
  {
    name: 'column of stock gone',
    on: whole,
    because: ['refused'],
    needs: and(stocked, ({ layout }) => layout.header),
    layout: without('quantity'),
  },
  {
    name: 'column of titles gone',
    on: whole,
    because: ['column_gone', 'title_emptied'],
    needs: titled,
    layout: without('title'),
  },
  {
    name: 'column of images renamed',
    on: whole,
    because: ['column_gone', 'emptied'],
    needs: needs('image'),
    layout: called('image', 'Picture'),
  },
  {
    name: 'column of UPCs gone',
    on: whole,
    because: ['column_gone', 'emptied'],
    needs: needs('upc'),
    layout: without('upc'),
  },
  {
    name: 'columns moved without their data',
    on: whole,
    because: ['renamed', 'foreign', 'rejected', 'lost', 'refused'],
    needs: and(needs('title'), named, full),
    layout: shifted,
  },
  {
    name: 'header exchanged: stock and code',
    on: whole,
    because: ['quantity_moved', 'unreadable', 'codes_moved', 'codes_changed', ...noStock],
    needs: and(needs('upc'), named),
    layout: swapped('quantity', 'upc'),
  },
  {
    name: 'file cut in the middle',
    on: whole,
    because: ['cut', 'lost', 'refused'],
    needs: full,
    bytes: cut(0.5),
  },
  { name: 'file cut near its end', on: whole, because: ['cut', 'refused'], needs: full, bytes: cut(0.96) },
  {
    name: 'stray quote over an eighth',
    on: whole,
    because: ['swallowed'],
    needs: and(csv, titled),
    bytes: quoted(1 / 8),
  },
  {
    name: 'stray quote over 2 %',
    on: whole,
    because: ['swallowed'],
    needs: and(csv, titled),
    bytes: quoted(0.02),
  },
  {
    name: 'web page',
    on: whole,
    because: ['refused'],
    bytes: () => Buffer.from('<!doctype html><html><head><title>Sign in</title></head><body></body></html>'),
  },
  { name: 'empty file', on: whole, because: ['refused'], bytes: () => Buffer.from('') },
  {
    name: 'filler rows',
    on: whole,
    because: ['lost', 'new', 'one_text', 'one_price'],
    needs: full,
    items: (struck) => struck.map((item, n) => (n % 2 ? item : filler(item, n))),
  },
  {
    name: 'half of the rows',
    on: whole,
    because: ['lost'],
    needs: full,
    items: (struck) => struck.filter((_, n) => n % 2),
  },
  { name: 'one brand gone', on: ['one part'], because: ['lost', 'part_lost'], needs: full, items: () => [] },
  {
    name: 'rows too long',
    on: ['all', '1/8'],
    because: ['rejected'],
    needs: csv,
    row: (cells) => [...cells, 'x'],
  },
  {
    name: 'rows repeat SKUs',
    on: ['all', '1/8'],
    because: ['repeated', 'lost'],
    needs: full,
    items: (struck) => struck.map((item, n) => (n % 2 ? { ...item, sku: struck[n - 1]!.sku } : item)),
  },
]
const filler = (item: Item, n: number): Item => ({
  ...item,
  sku: `TEST-${n}`,
  title: 'Lorem ipsum',
  price: 1,
  msrp: cents(2),
})

/** A quote before a cell, and its end in the same column so many lines below. */
function quoted(share: number): NonNullable<Harm['bytes']> {
  return (file, { spec }) => {
    const { lineEnd } = spec.layout
    const lines = file.toString('latin1').split(lineEnd)
    const at = Math.floor(lines.length * 0.3)
    const upto = at + Math.max(8, Math.floor(lines.length * share))
    const second = (line: string, change: (cell: string) => string) =>
      line.replace(/^([^,;]*[,;])([^,;]*)/, (_, first: string, cell: string) => first + change(cell))
    lines[at] = second(lines[at]!, (cell) => `"${cell}`)
    lines[upto] = second(lines[upto]!, (cell) => `${cell}"`)
    return Buffer.from(lines.join(lineEnd), 'latin1')
  }
}

/** What suppliers' files get wrong: class by class, on all products, some of them, one part. */
export const harm: readonly Harm[] = [
  ...identity.map((h) => ({ ...h, needs: and(full, h.needs ?? (() => true)) })),
  ...prices,
  ...stock,
  ...texts,
  ...file,
]
