import type {
  FeedFormat,
  FeedMapping,
  FeedRules,
  ProductField,
  ReadSettings,
  Transform,
} from '#contract/feeds/settings.ts'
import { blankSure, suggestMapping, type SuggestedMapping } from './suggest.ts'

export interface Preset {
  name: string
  label: string
  format: FeedFormat
  mapping: FeedMapping
  /** Better columns for a field, the best first, used if the file fills them. */
  better?: FeedMapping
  rules?: Partial<FeedRules>
}

const format = (kind: FeedFormat['kind'], options: Partial<FeedFormat> = {}): FeedFormat => ({
  kind,
  header: true,
  quote: '"',
  ...options,
})
const map = (field: ProductField, from: string, ...transforms: Transform[]) => ({ field, from, transforms })
const price: Transform = { kind: 'price' }
const words: Transform = { kind: 'quantity_words', words: {} }

/** The formats that suppliers' shops and standards publish (docs/domain/feed-formats.md, Suggested mappings). */
export const presets: readonly Preset[] = [
  {
    name: 'google-merchant',
    label: 'Google Merchant (RSS)',
    format: format('xml', { item: 'item' }),
    mapping: [
      map('sku', 'g:id'),
      map('title', 'g:title'),
      map('description', 'g:description'),
      map('manufacturer', 'g:brand'),
      map('categories', 'g:product_type'),
      map('images', 'g:image_link'),
      map('wholesale_price', 'g:price', price),
      map('currency', 'g:price', { kind: 'currency' }),
      map('quantity', 'g:availability', words),
      map('upc', 'g:gtin'),
      map('parent_sku', 'g:item_group_id'),
    ],
  },
  {
    name: 'shopify',
    label: 'Shopify product export (CSV)',
    format: format('csv', { delimiter: ',', group: 'Handle' }),
    rules: { ragged_row: 'accept' },
    mapping: [
      map('sku', 'Variant SKU', { kind: 'trim' }),
      map('title', 'Title'),
      map('description', 'Body (HTML)'),
      map('manufacturer', 'Vendor'),
      map('categories', 'Type'),
      map('images', 'Image Src'),
      map('wholesale_price', 'Variant Price', price),
      map('msrp', 'Variant Compare At Price', price),
      map('quantity', 'Variant Inventory Qty'),
      map('upc', 'Variant Barcode'),
      map('parent_sku', 'Handle'),
    ],
  },
  {
    name: 'woocommerce',
    label: 'WooCommerce product export (CSV)',
    format: format('csv', { delimiter: ',' }),
    mapping: [
      map('sku', 'SKU'),
      map('supplier_product_id', 'ID'),
      map('title', 'Name'),
      map('description', 'Description'),
      map('categories', 'Categories'),
      map('images', 'Images', { kind: 'split', by: ',' }),
      map('wholesale_price', 'Regular price', price),
      map('quantity', 'Stock', words),
      map('weight', 'Weight (kg)'),
      map('length', 'Length (cm)'),
      map('width', 'Width (cm)'),
      map('height', 'Height (cm)'),
      map('parent_sku', 'Parent'),
    ],
    // shops that count no stock leave it blank
    better: [map('quantity', 'Stock', words), map('quantity', 'In stock?', words)],
  },
  {
    name: 'magento',
    label: 'Magento product export (CSV)',
    format: format('csv', { delimiter: ',' }),
    mapping: [
      map('sku', 'sku'),
      map('title', 'name'),
      map('description', 'description'),
      map('categories', 'categories'),
      map('images', 'base_image'),
      map('wholesale_price', 'price', price),
      map('quantity', 'qty', words),
      map('weight', 'weight'),
    ],
  },
  {
    name: 'yml',
    label: 'Yandex YML',
    format: format('xml', { item: 'offer' }),
    mapping: [
      map('sku', '@id'),
      map('supplier_product_id', 'vendorCode'),
      map('title', 'name'),
      map('description', 'description'),
      map('manufacturer', 'vendor'),
      map('categories', 'categoryId'),
      map('images', 'picture'),
      map('wholesale_price', 'price', price),
      map('quantity', '@available', words),
      map('upc', 'barcode'),
      map('currency', 'currencyId'),
    ],
    better: [
      map('categories', 'category'),
      ...['quantity_in_stock', 'stock_quantity', 'quantity'].map((from) => map('quantity', from, words)),
    ],
  },
  {
    name: 'bmecat',
    label: 'BMEcat 1.2',
    format: format('xml', { item: 'ARTICLE' }),
    mapping: [
      map('sku', 'SUPPLIER_AID'),
      map('title', 'ARTICLE_DETAILS/DESCRIPTION_SHORT'),
      map('description', 'ARTICLE_DETAILS/DESCRIPTION_LONG'),
      map('manufacturer', 'ARTICLE_DETAILS/MANUFACTURER_NAME'),
      map('ean', 'ARTICLE_DETAILS/EAN'),
      map('wholesale_price', 'ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_AMOUNT', {
        kind: 'split',
        by: '|',
        take: 0,
      }),
      map('currency', 'ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_CURRENCY', {
        kind: 'split',
        by: '|',
        take: 0,
      }),
      map('images', 'MIME_INFO/MIME/MIME_SOURCE'),
    ],
  },
  {
    name: 'bmecat-2005',
    label: 'BMEcat 2005',
    format: format('xml', { item: 'PRODUCT' }),
    mapping: [
      map('sku', 'SUPPLIER_PID'),
      map('title', 'PRODUCT_DETAILS/DESCRIPTION_SHORT'),
      map('description', 'PRODUCT_DETAILS/DESCRIPTION_LONG'),
      map('manufacturer', 'PRODUCT_DETAILS/MANUFACTURER_NAME'),
      map('ean', 'PRODUCT_DETAILS/INTERNATIONAL_PID'),
      map('wholesale_price', 'PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_AMOUNT', {
        kind: 'split',
        by: '|',
        take: 0,
      }),
      map('currency', 'PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_CURRENCY', {
        kind: 'split',
        by: '|',
        take: 0,
      }),
      map('images', 'MIME_INFO/MIME/MIME_SOURCE'),
    ],
  },
  {
    name: 'x12-832',
    label: 'ANSI X12 832 price catalog',
    format: format('x12'),
    mapping: [
      map('sku', 'LIN.IB'),
      map('isbn', 'LIN.IB'),
      map('title', 'PID', { kind: 'split', by: '|', take: 0 }),
      map('manufacturer', 'LIN.B7'),
    ],
  },
  {
    name: 'x12-846',
    label: 'ANSI X12 846 inventory',
    format: format('x12'),
    mapping: [map('sku', 'LIN.SK'), map('upc', 'LIN.UP'), map('quantity', 'QTY.33')],
  },
]

/** The preset that matches a file's columns. */
const presetOf = (kind: FeedFormat['kind'], columns: readonly string[]): Preset | undefined =>
  presets.find(
    (p) =>
      p.format.kind === kind &&
      p.mapping.filter((m) => columns.includes(m.from)).length >= Math.min(4, p.mapping.length),
  )

/** Settings for a file with these columns: a preset with its rules, or a mapping from column names and first values. */
export function suggest(
  columns: readonly string[],
  now: Pick<ReadSettings, 'format' | 'rules'>,
  rows: readonly (readonly string[])[] = [],
): Suggestion {
  const preset = presetOf(now.format.kind, columns)
  if (!preset) return { preset, format: now.format, rules: now.rules, ...suggestMapping(columns, rows) }
  const countFilled = (c: string, subset = rows) => subset.filter((r) => r[columns.indexOf(c)]?.trim()).length
  const isBlank = (c: string) => rows.length > 0 && countFilled(c) === 0
  // a row without a price is no product, such as a shop's parent of variations
  const cost = preset.mapping.find((m) => m.field === 'wholesale_price')?.from ?? ''
  const pricedRows = rows.filter((r) => r[columns.indexOf(cost)]?.trim())
  const mapping = preset.mapping
    .map((m) => {
      const candidates = [...(preset.better ?? []), m].filter(
        (b) => b.field === m.field && columns.includes(b.from),
      )
      return (
        candidates.find((b) => countFilled(b.from, pricedRows) === pricedRows.length) ?? candidates[0] ?? m
      )
    })
    .filter((m) => columns.includes(m.from))
  return {
    preset,
    format: { ...preset.format, ...(now.format.encoding && { encoding: now.format.encoding }) },
    rules: { ...now.rules, ...preset.rules },
    mapping,
    confidence: Object.fromEntries(mapping.map((m) => [m.field, isBlank(m.from) ? blankSure : 0.98])),
  }
}
interface Suggestion extends ReadSettings, SuggestedMapping {
  preset: Preset | undefined
}
