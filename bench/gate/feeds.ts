import type { FeedRules, ProductField } from '#contract/feeds/settings.ts'
import type { Column, Layout } from './files.ts'
import type { Item, Pace, Range } from './products.ts'

export interface FeedSpec {
  range: Range
  count: number
  pace: Pace
  layout: Layout
  rules?: Partial<FeedRules>
  /** Only every nth kind of file is tried, since a large feed takes long. */
  every?: number
  /** Thresholds are never tuned on it. */
  sealed: boolean
}

const amount = (n: number) => String(Number(n.toFixed(4)))
const columns = {
  sku: ['Code', 'sku', (i) => i.sku],
  ref: ['Ref', 'supplier_product_id', (i) => i.ref],
  title: ['Name', 'title', (i) => i.title],
  description: ['Text', 'description', (i) => i.description],
  brand: ['Brand', 'manufacturer', (i) => i.brand],
  category: ['Group', 'categories', (i) => i.category],
  image: ['Image', 'images', (i) => i.image],
  price: ['Cost', 'wholesale_price', (i) => amount(i.price)],
  msrp: ['List', 'msrp', (i) => amount(i.msrp)],
  map: ['Floor', 'map_price', (i) => amount(i.map)],
  weight: ['Weight', 'weight', (i) => amount(i.weight)],
  quantity: ['Stock', 'quantity', (i) => String(i.quantity)],
  upc: ['Barcode', 'upc', (i) => i.upc],
  currency: ['Currency', 'currency', (i) => i.currency],
  parent: ['Parent', 'parent_sku', (i) => i.parent],
  option: ['Option', 'options', (i) => i.option],
} satisfies Record<string, [string, ProductField, Column['of']]>
export type ColumnKey = keyof typeof columns

const column = (key: ColumnKey): Column => {
  const [name, field, read] = columns[key]
  return { name, field, of: read }
}
export const columnNamed = (key: ColumnKey): string => columns[key][0]
export const hasColumn = ({ layout }: FeedSpec, key: ColumnKey): boolean =>
  layout.columns.some((c) => c.name === columns[key][0])

const all: ColumnKey[] = [
  'sku',
  'ref',
  'title',
  'description',
  'brand',
  'category',
  'image',
  'price',
  'msrp',
  'quantity',
  'upc',
]
const csv = (keys: ColumnKey[], layout: Partial<Layout> = {}): Layout => ({
  kind: 'csv',
  columns: keys.map(column),
  header: true,
  delimiter: ',',
  encoding: 'utf-8',
  lineEnd: '\n',
  ended: true,
  ...layout,
})
const range = (name: string, skus: Range['skus'], currencies: readonly string[] = ['EUR']): Range => ({
  name,
  skus,
  currencies,
})
const daily: Pace = { stock: 0.3, speed: 1, weekend: false }
const week: Pace = { stock: 0.2, speed: 1, weekend: true }
const stillPace: Pace = { stock: 0.02, speed: 0.2, weekend: false }
/** Item titles in an alphabet that windows-1251 covers. */
const cyrillic = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns.map((c) =>
    c.field === 'title' ? { ...c, of: (i: Item) => i.title && `Товар ${i.title}` } : c,
  ),
})

/** Item titles with a letter that takes two bytes in UTF-8. */
const accentedLayout = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns.map((c) =>
    c.field === 'title' ? { ...c, of: (i: Item) => i.title && `Décor ${i.title}` } : c,
  ),
})

/** Ten synthetic feeds; half of them stay sealed while thresholds are tuned. */
export const feeds: readonly FeedSpec[] = [
  { range: range('corner', 'letters'), count: 40, pace: daily, layout: csv(all), sealed: false },
  {
    range: range('counter', 'plain'),
    count: 300,
    pace: daily,
    layout: csv(['sku', 'quantity']),
    sealed: false,
  },
  {
    range: range('almanac', 'letters', ['EUR', 'USD', 'UAH']),
    count: 3000,
    pace: week,
    layout: cyrillic(csv([...all, 'currency'], { kind: 'xml', encoding: 'windows-1251' })),
    sealed: false,
  },
  {
    range: range('ledger', 'padded'),
    count: 300,
    pace: stillPace,
    layout: csv(all, { kind: 'xlsx' }),
    sealed: false,
  },
  {
    range: range('wardrobe', 'padded'),
    count: 3000,
    pace: daily,
    layout: accentedLayout(
      csv([...all, 'map', 'weight', 'parent', 'option'], {
        lineEnd: '\r\n',
        encoding: 'windows-1252',
        delimiter: ';',
      }),
    ),
    sealed: false,
  },
  {
    range: range('warehouse', 'letters'),
    count: 50_000,
    pace: daily,
    layout: csv(all),
    every: 4,
    sealed: true,
  },
  {
    range: range('tariff', 'plain'),
    count: 300,
    pace: week,
    layout: csv(['sku', 'price', 'quantity'], { header: false, delimiter: ';' }),
    sealed: true,
  },
  {
    range: range('bazaar', 'letters', ['EUR', 'USD', 'GBP']),
    count: 3000,
    pace: week,
    layout: csv([...all, 'map', 'weight', 'currency'], { kind: 'json' }),
    sealed: true,
  },
  {
    range: range('outlet', 'padded'),
    count: 3000,
    pace: daily,
    layout: csv(['sku', 'title', 'brand', 'category', 'price', 'msrp', 'quantity', 'upc']),
    rules: { covers: 'some' },
    sealed: true,
  },
  {
    range: range('attic', 'letters'),
    count: 40,
    pace: stillPace,
    layout: csv(all, { delimiter: ';' }),
    sealed: true,
  },
]
