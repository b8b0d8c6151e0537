import { describe, expect, test } from 'vitest'
import {
  feedFormat,
  feedRules,
  productFields,
  type FeedFormat,
  type FeedMapping,
} from '#contract/feeds/settings.ts'
import { presets, suggest } from './presets.ts'
import { suggestMapping } from './suggest.ts'

const suggested = (kind: FeedFormat['kind'], columns: readonly string[]) =>
  suggest(columns, { format: feedFormat.parse({ kind }), rules: feedRules.parse({}) })
/** `field: column`, and what is done to its cells. */
const told = (mapping: FeedMapping) =>
  mapping.map(({ field, from, transforms }) => {
    const steps = transforms.map((t) =>
      Object.values(t)
        .filter((setting) => typeof setting !== 'object')
        .join(' '),
    )
    return [`${field}: ${from}`, ...steps].join(', ')
  })

/** The columns of each shop's or standard's files, with one of their own, and what becomes of them. */
const known = [
  {
    name: 'google-merchant',
    label: 'Google Merchant (RSS)',
    format: { kind: 'xml', item: 'item' },
    mapping: [
      'sku: g:id',
      'title: g:title',
      'description: g:description',
      'manufacturer: g:brand',
      'categories: g:product_type',
      'images: g:image_link',
      'wholesale_price: g:price, price',
      'currency: g:price, currency',
      'quantity: g:availability, quantity_words',
      'upc: g:gtin',
      'parent_sku: g:item_group_id',
    ],
  },
  {
    name: 'shopify',
    label: 'Shopify product export (CSV)',
    format: { kind: 'csv', delimiter: ',', group: 'Handle' },
    mapping: [
      'sku: Variant SKU, trim',
      'title: Title',
      'description: Body (HTML)',
      'manufacturer: Vendor',
      'categories: Type',
      'images: Image Src',
      'wholesale_price: Variant Price, price',
      'msrp: Variant Compare At Price, price',
      'quantity: Variant Inventory Qty',
      'upc: Variant Barcode',
      'parent_sku: Handle',
    ],
  },
  {
    name: 'woocommerce',
    label: 'WooCommerce product export (CSV)',
    format: { kind: 'csv', delimiter: ',' },
    mapping: [
      'sku: SKU',
      'supplier_product_id: ID',
      'title: Name',
      'description: Description',
      'categories: Categories',
      'images: Images, split ,',
      'wholesale_price: Regular price, price',
      'quantity: Stock, quantity_words',
      'weight: Weight (kg)',
      'length: Length (cm)',
      'width: Width (cm)',
      'height: Height (cm)',
      'parent_sku: Parent',
    ],
  },
  {
    name: 'magento',
    label: 'Magento product export (CSV)',
    format: { kind: 'csv', delimiter: ',' },
    mapping: [
      'sku: sku',
      'title: name',
      'description: description',
      'categories: categories',
      'images: base_image',
      'wholesale_price: price, price',
      'quantity: qty, quantity_words',
      'weight: weight',
    ],
  },
  {
    name: 'yml',
    label: 'Yandex YML',
    format: { kind: 'xml', item: 'offer' },
    mapping: [
      'sku: @id',
      'supplier_product_id: vendorCode',
      'title: name',
      'description: description',
      'manufacturer: vendor',
      'categories: categoryId',
      'images: picture',
      'wholesale_price: price, price',
      'quantity: @available, quantity_words',
      'upc: barcode',
      'currency: currencyId',
    ],
  },
  {
    name: 'bmecat',
    label: 'BMEcat 1.2',
    format: { kind: 'xml', item: 'ARTICLE' },
    mapping: [
      'sku: SUPPLIER_AID',
      'title: ARTICLE_DETAILS/DESCRIPTION_SHORT',
      'description: ARTICLE_DETAILS/DESCRIPTION_LONG',
      'manufacturer: ARTICLE_DETAILS/MANUFACTURER_NAME',
      'ean: ARTICLE_DETAILS/EAN',
      'wholesale_price: ARTICLE_PRICE_DETAILS/ARTICLE_PRICE/PRICE_AMOUNT, split | 0',
      'images: MIME_INFO/MIME/MIME_SOURCE',
    ],
  },
  {
    name: 'bmecat-2005',
    label: 'BMEcat 2005',
    format: { kind: 'xml', item: 'PRODUCT' },
    mapping: [
      'sku: SUPPLIER_PID',
      'title: PRODUCT_DETAILS/DESCRIPTION_SHORT',
      'description: PRODUCT_DETAILS/DESCRIPTION_LONG',
      'manufacturer: PRODUCT_DETAILS/MANUFACTURER_NAME',
      'ean: PRODUCT_DETAILS/INTERNATIONAL_PID',
      'wholesale_price: PRODUCT_PRICE_DETAILS/PRODUCT_PRICE/PRICE_AMOUNT, split | 0',
      'images: MIME_INFO/MIME/MIME_SOURCE',
    ],
  },
  {
    name: 'x12-832',
    label: 'ANSI X12 832 price catalog',
    format: { kind: 'x12' },
    mapping: ['sku: LIN.IB', 'isbn: LIN.IB', 'title: PID, split | 0', 'manufacturer: LIN.B7'],
  },
  {
    name: 'x12-846',
    label: 'ANSI X12 846 inventory',
    format: { kind: 'x12' },
    mapping: ['sku: LIN.SK', 'upc: LIN.UP', 'quantity: QTY.33'],
  },
] as const
const columnsOf = (mapping: readonly string[]) => mapping.map((m) => m.replace(/^\w+: |, .*/g, ''))

describe('a known file', () => {
  test('is one of the listed ones', () => {
    expect(presets.map((p) => p.name)).toEqual(known.map((k) => k.name))
  })
  test.each(known)('is recognized by its columns: $label', ({ name, label, format, mapping }) => {
    const columns = columnsOf(mapping)
    const found = suggested(format.kind, ['another', ...columns])
    expect(found.preset).toMatchObject({ name, label })
    expect(found.format).toEqual({ header: true, quote: '"', ...format })
    expect(told(found.mapping)).toEqual(mapping)
    expect(suggested('json', columns).preset).toBeUndefined()
  })
  test('is recognized by four of its columns, and maps the columns it has', () => {
    const four = ['Handle', 'Title', 'Vendor', 'Variant SKU']
    const found = suggested('csv', four)
    expect(found.preset?.name).toBe('shopify')
    expect(found.mapping.map((m) => m.from).toSorted()).toEqual(four.toSorted())
    expect(suggested('csv', four.slice(0, 3)).preset).toBeUndefined()
  })
  test('sets its grouping and lenient rule, and keeps the encoding and other rules', () => {
    const rules = feedRules.parse({ warn_percent: 9 })
    const columns = ['Handle', 'Title', 'Vendor', 'Variant SKU', 'Variant Price']
    const format = feedFormat.parse({ kind: 'csv', encoding: 'utf-8', delimiter: ';', header: false })
    expect(suggest(columns, { format, rules })).toMatchObject({
      format: { kind: 'csv', header: true, quote: '"', delimiter: ',', group: 'Handle', encoding: 'utf-8' },
      rules: { ...rules, ragged_row: 'accept' },
    })
  })
})

test('an unknown file keeps its settings and gets a mapping from its column names', () => {
  const now = { format: feedFormat.parse({ kind: 'csv', delimiter: ';' }), rules: feedRules.parse({}) }
  expect(suggest(['a', 'sku'], now)).toEqual({
    preset: undefined,
    ...now,
    mapping: [{ field: 'sku', from: 'sku', transforms: [] }],
    confidence: { sku: 0.97 },
  })
})

describe('a mapping from column names', () => {
  const spelt: Partial<Record<keyof typeof productFields, string>> = {
    sku: 'SKU|Item No.|Item Number|ITEM|Product Code|Stock_Number|Part-Number|Vendor Code|id|@id|g:id|GID|Model Number|Item ID',
    supplier_product_id: 'Product ID|Supplier ID|UID',
    title: 'Title|g:title|Name|Product Name|Item Name|Short Description',
    description: 'Description|Long Description|Body (HTML)|Details',
    manufacturer: 'Manufacturer|Brand|Vendor|MFG',
    categories: 'Categories|Category|Type|Product Type|Department',
    images: 'Images|Image|Image URL|Image Src|Picture|g:image_link|Image Name',
    wholesale_price: 'Wholesale Price|Cost|Dealer Price|Price|Unit Price|Selling Price|Your Price|List Price',
    msrp: 'MSRP|Retail|Retail Price|Original Price|RRP|Compare At Price',
    map_price: 'MAP|MAP Price|Minimum Advertised Price',
    dropship_fee: 'Dropship Fee|Handling Fee',
    shipping_cost: 'Shipping|Shipping Cost|Freight',
    weight: 'Weight|Weight (lb)|Weight (lbs)|Weight kg|Shipping Weight',
    length: 'Length|Depth',
    width: 'Width',
    height: 'Height',
    quantity: 'Quantity|Qty|Stock|On Hand|Inventory|Available|Availability|Qty Available|Inventory Qty',
    upc: 'UPC|GTIN|Barcode|UPC Code',
    ean: 'EAN|EAN-13',
    isbn: 'ISBN',
    asin: 'ASIN',
    unspsc: 'UNSPSC',
    currency: 'Currency|currencyId',
    parent_sku: 'Parent SKU|Parent|g:item_group_id',
    options: 'Options',
  }
  test.each(Object.entries(spelt))('finds the %s', (field, names) => {
    const money = ['wholesale_price', 'msrp', 'map_price', 'dropship_fee', 'shipping_cost'].includes(field)
    const transforms = money
      ? [{ kind: 'price' }]
      : field === 'quantity'
        ? [{ kind: 'quantity_words', words: {} }]
        : []
    for (const from of names.split('|'))
      expect(suggestMapping([from]).mapping).toEqual([{ field, from, transforms }])
  })
  test('looks for every field', () => {
    expect(Object.keys(spelt)).toEqual(Object.keys(productFields))
  })
  test.each(['Colour', 'g:', '@', 'The Title', 'Titles', 'xg:id', 'x@id'])(
    'finds nothing in “%s”',
    (name) => {
      expect(suggestMapping([name]).mapping).toEqual([])
    },
  )
  test('gives each field its likeliest column, and each column once', () => {
    const columns = ['Item No', 'SKU', 'Name', 'Product Name', 'name', 'Dealer Price', 'Price', 'UPC Code']
    expect(told(suggestMapping(columns).mapping)).toEqual([
      'sku: SKU',
      'title: Name',
      'wholesale_price: Dealer Price, price',
      'upc: UPC Code',
    ])
  })
})

describe('the best of several columns is used', () => {
  const woo = ['ID', 'SKU', 'Name', 'Regular price', 'Stock', 'In stock?']
  const stockOf = (kind: 'csv' | 'xml', columns: readonly string[], ...rows: string[][]) => {
    const now = { format: { kind, header: true, quote: '"' as const }, rules: feedRules.parse({}) }
    return suggest(columns, now, rows).mapping.find((m) => m.field === 'quantity')?.from
  }
  test('the in-stock flag, if the shop has no stock count', () => {
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '9', '', '1'], ['2', 'B', 'Chair', '8', '4', '1'])).toBe(
      'In stock?',
    )
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '9', '7', '1'], ['2', 'B', 'Chair', '8', '0', '0'])).toBe(
      'Stock',
    )
  })
  test('the stock count, even if it is blank for a parent of variations, which has no price', () => {
    expect(stockOf('csv', woo, ['1', 'A', 'Lamp', '', '', '1'], ['2', 'B', 'Lamp, red', '8', '4', '1'])).toBe(
      'Stock',
    )
  })
  test('the count, rather than the flag of a YML offer', () => {
    const yml = ['@id', '@available', 'name', 'price', 'quantity_in_stock', 'quantity']
    expect(stockOf('xml', yml, ['1', 'true', 'Lamp', '9', '12', '3'])).toBe('quantity_in_stock')
    expect(stockOf('xml', yml, ['1', 'true', 'Lamp', '9', '', '3'])).toBe('quantity')
    expect(stockOf('xml', yml.slice(0, 4), ['1', 'true', 'Lamp', '9'])).toBe('@available')
  })
  test('the category names of a YML offer, rather than their numbers', () => {
    const now = {
      format: { kind: 'xml' as const, header: true, quote: '"' as const },
      rules: feedRules.parse({}),
    }
    const columns = ['@id', 'categoryId', 'name', 'price', 'category']
    const categoriesOf = (...rows: string[][]) =>
      suggest(columns, now, rows).mapping.find((m) => m.field === 'categories')?.from
    expect(categoriesOf(['1', '2', 'Lamp', '9', 'Home > Lamps'], ['2', '', 'Chair', '8', ''])).toBe(
      'category',
    )
    columns.pop()
    expect(categoriesOf(['1', '2', 'Lamp', '9'])).toBe('categoryId')
  })
})
