import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import type { FeedFormat, FeedMapping, ProductField, Transform } from '#contract/feeds/settings.ts'
import { presets } from '#engine/presets/presets.ts'
import { pictureName } from './image-host.ts'
import { Random } from '#server/platform/random.ts'
import { adjectives, brands, colours, shopKinds, things } from './words.ts'

export interface DemoProduct {
  sku: string
  title: string
  brand: string
  category: string
  price: number
  msrp: number
  quantity: number
  upc: string
  image: string
  weight: number
}
export interface DemoFormat {
  name: string
  extension: string
  format: FeedFormat
  mapping: FeedMapping
  write(products: readonly DemoProduct[]): Buffer
}

export function makeProducts(
  seed: number,
  prefix: string,
  count: number,
  image: (thing: string) => string,
): DemoProduct[] {
  const r = new Random(seed)
  return Array.from({ length: count }, (_, i) => {
    const price = r.int(300, 25_000) / 100
    const sku = `${prefix}-${String(10_000 + i)}`
    const thing = r.pick(things)
    return {
      sku,
      title: `${r.pick(adjectives)} ${thing}, ${r.pick(colours)}`,
      brand: r.pick(brands),
      category: `${r.pick(shopKinds)} > ${r.pick(shopKinds)}`,
      price,
      msrp: Math.round(price * (1.3 + r.next() * 0.6) * 100) / 100,
      quantity: r.chance(0.12) ? 0 : r.int(1, 400),
      upc: r.chance(0.04) ? '' : upc(r),
      // products of a kind share a picture, as in many suppliers' feeds
      image: r.chance(0.03) ? '' : image(thing),
      weight: r.int(10, 900) / 100,
    }
  })
}

/** Most prices stay; some move by up to 7%. */
const movedPrice = (r: Random, price: number) =>
  r.chance(0.4) ? Math.round(price * (0.95 + r.next() * 0.12) * 100) / 100 : price

/** The next day's file: some stock and a few prices change, a product or two come and go. */
export function nextDay(products: readonly DemoProduct[], seed: number, share = 0.02): DemoProduct[] {
  const r = new Random(seed)
  const keptProducts = products
    .filter(() => !r.chance(0.002))
    .map((p) =>
      r.chance(share)
        ? {
            ...p,
            quantity: Math.max(0, p.quantity + r.int(-30, 30)),
            price: movedPrice(r, p.price),
          }
        : p,
    )
  const base = products.find((p) => p.image)?.image.replace(/[^/]+$/, '') ?? ''
  const [prefix] = products.map((p) => p.sku.split('-')[0])
  return [
    ...keptProducts,
    ...makeProducts(seed + 1, `${prefix}N${seed % 100}`, r.int(1, 6), (thing) => base + pictureName(thing)),
  ]
}

function upc(r: Random): string {
  const digits = Array.from({ length: 11 }, () => r.int(0, 9))
  const sum = digits.reduce((s, d, i) => s + d * (i % 2 === 0 ? 3 : 1), 0)
  return digits.join('') + String((10 - (sum % 10)) % 10)
}

const csv = (format: Partial<FeedFormat>): FeedFormat => ({
  kind: 'csv',
  header: true,
  quote: '"',
  ...format,
})
const map = (field: ProductField, from: string, ...transforms: Transform[]) => ({ field, from, transforms })
const columns = [
  'SKU',
  'Name',
  'Brand',
  'Category',
  'Cost',
  'MSRP',
  'MAP',
  'Stock',
  'UPC',
  'Image URL',
  'Weight (lb)',
] as const
const standard: FeedMapping = [
  map('sku', 'SKU'),
  map('title', 'Name'),
  map('manufacturer', 'Brand'),
  map('categories', 'Category'),
  map('wholesale_price', 'Cost'),
  map('msrp', 'MSRP'),
  map('map_price', 'MAP'),
  map('quantity', 'Stock'),
  map('upc', 'UPC'),
  map('images', 'Image URL'),
  map('weight', 'Weight (lb)'),
]
/** The columns with decimal commas in such a file. */
const decimalColumns: ReadonlySet<string> = new Set(['Cost', 'MSRP', 'Weight (lb)'])
const cells = (p: DemoProduct) => [
  p.sku,
  p.title,
  p.brand,
  p.category,
  p.price.toFixed(2),
  p.msrp.toFixed(2),
  // one brand requires a minimum advertised price
  p.brand === brands[0] ? (p.msrp * 0.9).toFixed(2) : '',
  String(p.quantity),
  p.upc,
  p.image,
  p.weight.toFixed(2),
]
const quote = (delimiter: string) => (v: string) =>
  v.includes(delimiter) || v.includes('"') ? `"${v.replaceAll('"', '""')}"` : v
const table = (products: readonly DemoProduct[], delimiter: string, eol: string) =>
  [[...columns], ...products.map(cells)].map((row) => row.map(quote(delimiter)).join(delimiter)).join(eol) +
  eol
const xml = (v: string) => v.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)
const merchantItem = (x: DemoProduct) =>
  [
    `<item><g:id>${x.sku}</g:id><g:title>${xml(x.title)}</g:title><g:brand>${xml(x.brand)}</g:brand>`,
    `<g:product_type>${xml(x.category)}</g:product_type><g:image_link>${x.image}</g:image_link>`,
    `<g:price>${x.price.toFixed(2)} USD</g:price>`,
    `<g:availability>${x.quantity > 0 ? 'in stock' : 'out of stock'}</g:availability>`,
    `<g:gtin>${x.upc}</g:gtin></item>`,
  ].join('')
const ymlOffer = (x: DemoProduct) =>
  [
    `<offer id="${x.sku}" available="${x.quantity > 0}"><name>${xml(x.title)}</name>`,
    `<vendor>${xml(x.brand)}</vendor><price>${x.price}</price><picture>${x.image}</picture>`,
    `<barcode>${x.upc}</barcode></offer>`,
  ].join('')
function stockWord(quantity: number, text: string): string {
  if (quantity === 0) return 'CALL'
  return quantity > 100 ? '>100' : text
}

function preset(name: string) {
  const match = presets.find((p) => p.name === name)
  if (!match) throw new Error(`Preset ${name} not found`)
  return match
}

/** The demo suppliers' file formats, each like a real one. */
export const demoFormats: readonly DemoFormat[] = [
  {
    name: 'CSV',
    extension: 'csv',
    format: csv({ delimiter: ',' }),
    mapping: standard,
    write: (p) => Buffer.from(table(p, ',', '\n')),
  },
  {
    name: 'CSV; Windows-1252, decimal comma',
    extension: 'csv',
    format: csv({ delimiter: ';', encoding: 'windows-1252' }),
    mapping: standard.map((m) =>
      m.field === 'wholesale_price' || m.field === 'msrp' || m.field === 'weight'
        ? { ...m, transforms: [{ kind: 'decimal_comma' }] }
        : m,
    ),
    write: (p) =>
      iconv.encode(
        [
          [...columns],
          ...p.map((x) =>
            cells(x).map((v, i) => (decimalColumns.has(columns[i] ?? '') ? v.replace('.', ',') : v)),
          ),
        ]
          .map((row) => row.map(quote(';')).join(';'))
          .join('\r\n'),
        'windows-1252',
      ),
  },
  {
    name: 'TSV, gzip',
    extension: 'tsv.gz',
    format: csv({ delimiter: '\t' }),
    mapping: standard,
    write: (p) => gzipSync(table(p, '\t', '\n')),
  },
  {
    name: 'Google Merchant',
    extension: 'xml',
    format: preset('google-merchant').format,
    mapping: preset('google-merchant').mapping.filter(
      (m) => m.field !== 'description' && m.field !== 'parent_sku',
    ),
    write: (p) =>
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Products</title>
${p.map(merchantItem).join('\n')}
</channel></rss>
`,
      ),
  },
  {
    name: 'JSON',
    extension: 'json',
    format: { kind: 'json', header: true, quote: '"', item: 'products' },
    mapping: [
      map('sku', 'sku'),
      map('title', 'name'),
      map('manufacturer', 'brand'),
      map('categories', 'category'),
      map('wholesale_price', 'price.amount'),
      map('quantity', 'stock'),
      map('upc', 'upc'),
      map('images', 'images'),
    ],
    write: (p) =>
      Buffer.from(
        JSON.stringify({
          generated: 'nightly',
          products: p.map((x) => ({
            sku: x.sku,
            name: x.title,
            brand: x.brand,
            category: x.category,
            price: { amount: x.price, currency: 'USD' },
            stock: x.quantity,
            upc: x.upc || null,
            images: x.image ? [x.image] : [],
          })),
        }),
      ),
  },
  {
    name: 'JSON Lines',
    extension: 'jsonl',
    format: { kind: 'jsonl', header: true, quote: '"' },
    mapping: [
      map('sku', 'sku'),
      map('title', 'title'),
      map('manufacturer', 'brand'),
      map('wholesale_price', 'cost'),
      map('msrp', 'msrp'),
      map('quantity', 'qty'),
      map('upc', 'upc'),
      map('images', 'image'),
    ],
    write: (p) =>
      Buffer.from(
        p
          .map((x) =>
            JSON.stringify({
              sku: x.sku,
              title: x.title,
              brand: x.brand,
              cost: x.price.toFixed(2),
              msrp: x.msrp.toFixed(2),
              qty: x.quantity,
              upc: x.upc,
              image: x.image,
            }),
          )
          .join('\n'),
      ),
  },
  {
    name: 'Yandex YML',
    extension: 'xml',
    format: preset('yml').format,
    mapping: preset('yml').mapping.filter((m) =>
      ['sku', 'title', 'manufacturer', 'images', 'wholesale_price', 'quantity', 'upc'].includes(m.field),
    ),
    write: (p) =>
      iconv.encode(
        `<?xml version="1.0" encoding="windows-1251"?>
<yml_catalog date="2026-01-01 00:00"><shop><offers>
${p.map(ymlOffer).join('\n')}
</offers></shop></yml_catalog>`,
        'windows-1251',
      ),
  },
  {
    name: 'CSV with words for stock',
    extension: 'csv',
    format: csv({ delimiter: '|', quote: 'none' }),
    mapping: standard.map((m) => {
      if (m.field === 'quantity') return { ...m, transforms: [{ kind: 'quantity_words', words: {} }] }
      return m.field === 'wholesale_price' ? { ...m, transforms: [{ kind: 'price' }] } : m
    }),
    write: (p) =>
      Buffer.from(
        [
          [...columns],
          ...p.map((x) =>
            cells(x).map((v, i) => {
              if (i === columns.indexOf('Cost')) return `$${v}`
              return i === columns.indexOf('Stock') ? stockWord(x.quantity, v) : v
            }),
          ),
        ]
          .map((row) => row.join('|'))
          .join('\n'),
      ),
  },
]
