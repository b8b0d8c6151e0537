import type { Harm } from './cases.ts'
import type { Layout } from './files.ts'
import { cents, type Item } from './products.ts'
import {
  everywhere,
  large,
  whole,
  each,
  exchanged,
  needs,
  csv,
  named,
  and,
  full,
  replaced,
  without,
  called,
  filledBy,
  swapped,
  cut,
  priceMoved,
  stocked,
  noStock,
  priced,
} from './strikes.ts'

const titled = needs('title')
const accented = and(titled, ({ layout }) => layout.encoding !== 'utf-8')
const retitled = (layout: Layout, change: (title: string) => string) =>
  replaced(layout, (c) => (c.field === 'title' ? { ...c, of: (item) => change(c.of(item)) } : c))
export const harmOfTexts: Harm[] = [
  {
    name: 'titles exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: titled,
    items: exchanged('title'),
  },
  {
    name: 'titles and descriptions exchanged',
    on: large,
    because: ['crossed'],
    needs: and(needs('title', 'description'), ({ layout }) => layout.encoding === 'utf-8'),
    items: each((i) => ({ title: i.description, description: i.title })),
  },
  {
    name: 'descriptions on other products',
    on: large,
    because: ['exchanged'],
    needs: needs('description'),
    items: exchanged('description'),
  },
  {
    name: 'letters lost in another encoding',
    on: whole,
    because: ['garbled'],
    needs: accented,
    layout: (layout) => retitled(layout, (title) => title.replace(/\P{ASCII}/gu, '?')),
  },
  {
    name: 'letters read as two',
    on: whole,
    because: ['garbled'],
    needs: and(accented, ({ layout }) => layout.encoding === 'windows-1252'),
    layout: (layout) => retitled(layout, (title) => Buffer.from(title).toString('latin1')),
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
    because: ['crossed', 'exchanged', 'one_text', 'reworded'],
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
export const harmOfFiles: Harm[] = [
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
  {
    name: 'the file of ten days ago',
    on: whole,
    because: ['earlier'],
    needs: ({ pace }) => pace.speed === 1,
    bytes: (_, { earlier }) => earlier.at(-10)!,
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
    needs: and(csv, ({ layout }) => layout.header),
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
