import type { Harm } from './cases.ts'
import type { Layout } from './files.ts'
import { cents, type Item } from './products.ts'
import {
  whole,
  needs,
  csv,
  hasNames,
  allOf,
  full,
  replaceColumn,
  withoutColumn,
  rename,
  swapColumns,
  cut,
  needsQuantity,
  noStock,
  needsPrice,
} from './strikes.ts'

const needsTitle = needs('title')
const shiftColumns = (layout: Layout): Layout => {
  const { columns } = layout
  return replaceColumn(layout, (c, i) => ({ ...c, of: columns[(i + 1) % columns.length]!.of }))
}
export const harmOfFiles: Harm[] = [
  {
    name: 'column of prices gone',
    on: whole,
    because: ['refused', 'rejected', 'unreadable'],
    needs: allOf(needsPrice, ({ layout }) => layout.header),
    layout: withoutColumn('price'),
  },
  {
    name: 'column of stock gone',
    on: whole,
    because: ['refused'],
    needs: allOf(needsQuantity, ({ layout }) => layout.header),
    layout: withoutColumn('quantity'),
  },
  {
    name: 'column of titles gone',
    on: whole,
    because: ['column_gone', 'title_emptied'],
    needs: needsTitle,
    layout: withoutColumn('title'),
  },
  {
    name: 'column of images renamed',
    on: whole,
    because: ['column_gone', 'emptied'],
    needs: needs('image'),
    layout: rename('image', 'Picture'),
  },
  {
    name: 'column of UPCs gone',
    on: whole,
    because: ['column_gone', 'emptied'],
    needs: needs('upc'),
    layout: withoutColumn('upc'),
  },
  {
    name: 'columns moved without their data',
    on: whole,
    because: ['renamed', 'foreign', 'rejected', 'lost', 'refused'],
    needs: allOf(needs('title'), hasNames, full),
    layout: shiftColumns,
  },
  {
    name: 'header exchanged: stock and code',
    on: whole,
    because: ['quantity_moved', 'unreadable', 'codes_moved', 'codes_changed', ...noStock],
    needs: allOf(needs('upc'), hasNames),
    layout: swapColumns('quantity', 'upc'),
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
    needs: allOf(csv, needsTitle),
    bytes: quoteLines(1 / 8),
  },
  {
    name: 'stray quote over 2 %',
    on: whole,
    because: ['swallowed'],
    needs: allOf(csv, needsTitle),
    bytes: quoteLines(0.02),
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
  {
    name: 'the file of ten days ago, a digit another',
    on: whole,
    because: ['earlier'],
    needs: ({ pace, layout }) => pace.speed === 1 && layout.kind !== 'xlsx',
    bytes: (_, { earlier }) => {
      const text = earlier.at(-10)!.toString('latin1')
      const position = text.search(/\d\D*$/)
      return Buffer.from(
        text.slice(0, position) + String((Number(text[position]) + 1) % 10) + text.slice(position + 1),
        'latin1',
      )
    },
  },
  { name: 'empty file', on: whole, because: ['refused'], bytes: () => Buffer.from('') },
  {
    name: 'filler rows',
    on: whole,
    because: ['lost', 'new', 'one_text', 'one_price', 'filler'],
    needs: full,
    items: (struckItems) => struckItems.map((item, n) => (n % 2 ? item : filler(item, n))),
  },
  {
    name: 'one row in seven filler',
    on: whole,
    because: ['lost', 'filler'],
    items: (struckItems) =>
      struckItems.map((item, n) => (n % 7 ? item : { ...filler(item, n), title: `Test product ${n}` })),
  },
  {
    name: 'one title in seven filler',
    on: whole,
    because: ['replaced', 'exchanged', 'one_text', 'filler'],
    needs: needsTitle,
    items: (struckItems) =>
      struckItems.map((item, n) =>
        n % 7 ? item : { ...item, title: ['N/A', 'xxx', 'Lorem ipsum dolor'][n % 3]! },
      ),
  },
  {
    name: 'half of the rows',
    on: whole,
    because: ['lost'],
    needs: full,
    items: (struckItems) => struckItems.filter((_, n) => n % 2),
  },
  { name: 'one brand gone', on: ['one part'], because: ['lost', 'part_lost'], needs: full, items: () => [] },
  {
    name: 'rows too long',
    on: ['all', '1/8'],
    because: ['rejected'],
    needs: allOf(csv, ({ layout }) => layout.header),
    row: (cells) => [...cells, 'x'],
  },
  {
    name: 'rows repeat SKUs',
    on: ['all', '1/8'],
    because: ['repeated', 'lost'],
    needs: full,
    items: (struckItems) =>
      struckItems.map((item, n) => (n % 2 ? { ...item, sku: struckItems[n - 1]!.sku } : item)),
  },
]
const filler = (item: Item, n: number): Item => ({
  ...item,
  sku: `TEST-${n}`,
  title: 'Lorem ipsum',
  price: 1,
  msrp: cents(2),
})

/** Inserts a quote before a cell, closed in the same column some lines below. */
function quoteLines(share: number): NonNullable<Harm['bytes']> {
  return (file, { spec }) => {
    const { lineEnd } = spec.layout
    const lines = file.toString('latin1').split(lineEnd)
    const position = Math.floor(lines.length * 0.3)
    const upto = position + Math.max(8, Math.floor(lines.length * share))
    const second = (line: string, change: (cell: string) => string) =>
      line.replace(/^([^,;]*[,;])([^,;]*)/, (_, first: string, cell: string) => first + change(cell))
    lines[position] = second(lines[position]!, (cell) => `"${cell}`)
    lines[upto] = second(lines[upto]!, (cell) => `${cell}"`)
    return Buffer.from(lines.join(lineEnd), 'latin1')
  }
}
