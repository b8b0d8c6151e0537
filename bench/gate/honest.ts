import type { Kind } from './cases.ts'
import { hasColumn, type ColumnKey, type FeedSpec } from './feeds.ts'
import type { Layout } from './files.ts'
import { dearer, kinds, looks, type Item } from './products.ts'

const needs =
  (...keys: ColumnKey[]) =>
  (spec: FeedSpec) =>
    keys.every((key) => hasColumn(spec, key))
const header = ({ layout }: FeedSpec) => layout.header
const csv = ({ layout }: FeedSpec) => layout.kind === 'csv'
/** A random share of the items. */
const changeSome =
  (share: number, change: (item: Item, n: number) => Partial<Item>): NonNullable<Kind['items']> =>
  (items, { chance }) => {
    const struckItems = chance.some(items, share)
    return items.map((item, n) => (struckItems.has(item) ? { ...item, ...change(item, n) } : item))
  }
const reprice = (times: number): NonNullable<Kind['items']> => changeSome(1, (item) => dearer(item, times))
const columns = (change: (columns: Layout['columns']) => Layout['columns']) => (layout: Layout) => ({
  ...layout,
  columns: change(layout.columns),
})

const german = [
  'Leuchte',
  'Sessel',
  'Kessel',
  'Decke',
  'Bohrer',
  'Spiegel',
  'Regal',
  'Korb',
  'Uhr',
  'Teppich',
]
const oftheir = [
  'Eiche',
  'Stahl',
  'Leinen',
  'Messing',
  'Elfenbein',
  'Kobalt',
  'Nuss',
  'Schiefer',
  'Bernstein',
  'Moos',
]
const translate = (text: string) =>
  text.replace(/\w+/g, (word) => german[kinds.indexOf(word)] ?? oftheir[looks.indexOf(word)] ?? word)
const atLeast = (least: number) => (spec: FeedSpec) => spec.count >= least

/** What suppliers do on good days, and what a gate of net counts or of histories alone would hold. */
export const honest: readonly Kind[] = [
  {
    name: '20 % new range',
    items: (items, { supplier }) => [...items, ...supplier.fresh(Math.round(items.length / 5))],
  },
  { name: '3 % discontinued', items: (items, { chance }) => removeItems(items, chance.some(items, 0.03)) },
  { name: 'prices up 1 %', needs: needs('price'), items: reprice(1.01) },
  { name: 'prices up 3 %', needs: needs('price'), items: reprice(1.03) },
  { name: 'prices up 10 %', needs: needs('price'), items: reprice(1.1) },
  { name: 'prices down 5 %', needs: needs('price'), items: reprice(0.95) },
  {
    name: 'a sale of one brand, 20 % off',
    needs: needs('price', 'brand'),
    items: (items) => items.map((i) => (i.brand === 'Calder' ? { ...i, price: dearer(i, 0.8).price } : i)),
  },
  {
    name: 'offers that change places, 6 % each way',
    needs: needs('price'),
    items: changeSome(0.12, (i, n) => dearer(i, n % 2 ? 0.8 : 1.25)),
  },
  {
    name: 'a quarter restocked to one quantity',
    needs: needs('quantity'),
    items: changeSome(0.25, (i) => ({ quantity: Math.max(i.quantity, 60) })),
  },
  { name: '2 % at twice the price', needs: needs('price'), items: changeSome(0.02, (i) => dearer(i, 2)) },
  { name: '10 % sold out', needs: needs('quantity'), items: changeSome(0.1, () => ({ quantity: 0 })) },
  {
    name: 'all restocked',
    needs: needs('quantity'),
    items: changeSome(1, (i) => ({ quantity: i.quantity + 40 })),
  },
  {
    name: 'titles reworded',
    needs: needs('title'),
    items: changeSome(1, (i) => ({ title: `${i.brand}: ${i.title}` })),
  },
  {
    name: 'titles translated',
    needs: needs('title'),
    items: changeSome(1, (i) => ({ title: translate(i.title) })),
  },
  {
    name: 'titles translated, without brand and number',
    needs: (spec) => needs('title')(spec) && atLeast(300)(spec),
    items: changeSome(1, (i) => ({ title: translate(i.title.split(' ').slice(1, 3).join(' ')) })),
  },
  {
    name: 'descriptions translated',
    needs: needs('description'),
    items: changeSome(1, (i) => ({
      description: translate(i.description).replace('number', 'Nummer').replace('of its kind', 'der Art'),
    })),
  },
  {
    name: 'a brand by another name',
    needs: needs('brand'),
    items: (items) =>
      items.map((i) =>
        i.brand === 'Calder' ? { ...i, brand: 'Northway', title: i.title.replace('Calder', 'Northway') } : i,
      ),
  },
  {
    name: 'all brands in capitals',
    needs: needs('brand'),
    items: changeSome(1, (i) => ({ brand: i.brand.toUpperCase() })),
  },
  {
    name: 'categories translated',
    needs: needs('category'),
    items: changeSome(1, (i) => ({ category: `Wohnen / ${translate(i.category.slice(7, -1))}` })),
  },
  {
    name: 'categories split in two by what they are',
    needs: needs('category'),
    items: changeSome(1, (i) => ({
      category: `${i.category} > ${i.title.includes('oak') ? 'Oak' : 'More'}`,
    })),
  },
  {
    name: 'two brands merged into one',
    needs: needs('brand'),
    items: changeSome(1, (i) => ({ brand: /Calder|Dunmore/.test(i.brand) ? 'Calder & Dunmore' : i.brand })),
  },
  { name: 'UPCs as EANs', needs: needs('upc'), items: changeSome(1, (i) => ({ upc: `0${i.upc}` })) },
  {
    name: 'accents as letters of their own',
    needs: (spec) => needs('title')(spec) && spec.layout.encoding === 'windows-1252',
    layout: (l) => ({
      ...l,
      encoding: 'utf-8',
      columns: l.columns.map((c) => ({ ...c, of: (i: Item) => c.of(i).normalize('NFD') })),
    }),
    bytes: (b) => Buffer.concat([Buffer.from('\uFEFF'), b]),
  },
  {
    name: 'quantities told up to 20',
    needs: needs('quantity'),
    items: changeSome(1, (i) => ({ quantity: Math.min(i.quantity, 20) })),
  },
  {
    name: 'new descriptions',
    needs: needs('description'),
    items: changeSome(1, (i) => ({ description: `New text: ${i.title}` })),
  },
  {
    name: 'category tree renamed',
    needs: needs('category'),
    items: changeSome(1, (i) => ({ category: i.category.replace('Home', 'House and garden') })),
  },
  {
    name: 'images on another host',
    needs: needs('image'),
    items: changeSome(1, (i) => ({ image: i.image.replace('img.', 'cdn.') })),
  },
  {
    name: 'a currency for its shop: 1 product',
    needs: needs('currency'),
    items: changeSome(0.0001, () => ({ currency: 'EUR' })),
  },
  {
    name: 'a column added',
    needs: header,
    layout: columns((baseColumns) => [...baseColumns, { name: 'Season', of: () => 'all' }]),
  },
  {
    name: 'columns in another order',
    needs: header,
    layout: columns((baseColumns) => baseColumns.toReversed()),
  },
  { name: 'rows in another order', items: (items, { chance }) => chance.shuffled(items) },
  {
    name: 'other line ends',
    needs: csv,
    layout: (l) => ({ ...l, lineEnd: l.lineEnd === '\n' ? '\r\n' : '\n' }),
  },
  {
    name: 'another encoding, with a mark',
    needs: csv,
    layout: (l) => ({ ...l, encoding: 'utf-8' }),
    bytes: (b) => Buffer.concat([Buffer.from('\uFEFF'), b]),
  },
  { name: 'no line end after the last row', needs: csv, layout: (l) => ({ ...l, ended: false }) },
  { name: 'the same file again', items: (items) => items },
]

const removeItems = (items: readonly Item[], removedItems: Set<Item>) =>
  items.filter((item) => !removedItems.has(item))
