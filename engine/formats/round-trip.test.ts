import fc from 'fast-check'
import iconv from 'iconv-lite'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, feedRules, type FeedFormat, type ProductField } from '#contract/feeds/settings.ts'
import { zip } from '../cases/make.ts'
import { readFeed } from '../read.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-round-trip-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

type Row = readonly [sku: string, title: string, price: string, qty: string]
type Kind = FeedFormat['kind']
/** How a table is written: the file, and what a person would set. */
interface Written {
  bytes: Buffer
  format?: Partial<FeedFormat>
  /** The names of the columns, if they aren't those of the table. */
  columns?: readonly string[]
}

const letters = fc.constantFrom(
  'a',
  'Z',
  'é',
  'ß',
  '"',
  "'",
  ',',
  ';',
  '|',
  '<',
  '&',
  '>',
  '\\',
  '/',
  '{',
  ' ',
  '7',
)
const title = fc.string({ unit: letters, maxLength: 10 }).map((s) => `k${s.trim()}k`)
const row: fc.Arbitrary<Row> = fc
  .tuple(
    fc.integer({ min: 1, max: 99_999 }),
    title,
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 99 }),
  )
  .map(([code, text, price, qty]) => [`N-${code}`, text, `${price}.25`, String(qty)])
const table = fc.array(row, { minLength: 2, maxLength: 20 })
const names = ['sku', 'title', 'price', 'qty'] as const
const fields: readonly ProductField[] = ['sku', 'title', 'wholesale_price', 'quantity']

/** What the reader makes of a file whose columns have these names. */
async function read(kind: Kind, { bytes, format, columns = names }: Written) {
  const path = join(work, `feed.${kind}`)
  writeFileSync(path, bytes)
  const reading = await readFeed(path, {
    format: feedFormat.parse({ kind, ...format }),
    mapping: fields.map((field, i) => ({ field, from: columns[i] ?? '', transforms: [] })),
    rules: feedRules.parse({}),
  })
  const found: (string | null)[][] = []
  for await (const { accepted, rejected } of reading.batches) {
    expect(rejected).toEqual([])
    found.push(...accepted.map(({ values }) => values))
  }
  return found
}

/** 200 tables, each written in one of the ways of its kind. */
const inEveryWay = <Way>(
  kind: Kind,
  ways: fc.Arbitrary<Way>,
  write: (rows: Row[], way: Way) => Written | Promise<Written>,
) =>
  fc.assert(
    fc.asyncProperty(table, ways, async (rows, way) => {
      expect(await read(kind, await write(rows, way))).toEqual(rows)
    }),
    { numRuns: 200 },
  )

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const elements = (values: Row, open: (name: string, value: string) => string) =>
  names.map((name, i) => open(name, values[i] ?? '')).join('')
const asObject = (values: Row, numbers: boolean) =>
  `{${names.map((name, i) => `"${name}":${numbers && i > 1 ? values[i] : JSON.stringify(values[i])}`).join(',')}}`

describe('a table reads the same however it is written', () => {
  test('as delimited text in any encoding', () =>
    inEveryWay(
      'csv',
      fc.record({
        delimiter: fc.constantFrom(',', ';', '|', '\t'),
        encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850', 'macintosh'),
        hasMark: fc.boolean(),
        quotesAll: fc.boolean(),
      }),
      (rows, { delimiter, encoding, hasMark, quotesAll }) => {
        const quoted = (cell: string) =>
          quotesAll || cell.includes(delimiter) || /["']/.test(cell)
            ? `"${cell.replaceAll('"', '""')}"`
            : cell
        const text = [names, ...rows].map((line) => line.map(quoted).join(delimiter)).join('\n')
        const marked = hasMark && encoding.startsWith('utf') ? `\uFEFF${text}` : text
        return { bytes: iconv.encode(marked, encoding, { addBOM: false }), format: { encoding, delimiter } }
      },
    ))
  test('as XML', () =>
    inEveryWay(
      'xml',
      fc.record({
        style: fc.constantFrom('elements', 'attributes', 'cdata', 'variants'),
        item: fc.constantFrom('product', 'offer', 'thing', 'x:entry'),
        depth: fc.integer({ min: 1, max: 3 }),
        encoding: fc.constantFrom('utf-8', 'utf-16le', 'windows-1252'),
      }),
      (rows, { style, item, depth, encoding }) => {
        const field = (name: string, value: string) =>
          style === 'cdata'
            ? `<${name}><![CDATA[${value}]]></${name}>`
            : `<${name}>${escaped(value)}</${name}>`
        const attribute = (name: string, value: string) => ` ${name}="${escaped(value)}"`
        const items = rows.map((values) => {
          const [sku, text, price, qty] = values
          if (style === 'attributes') return `<${item}${elements(values, attribute)}/>`
          if (style !== 'variants') return `<${item}>${elements(values, field)}</${item}>`
          const own = `${attribute('sku', sku)}${attribute('price', price)}`
          return `<${item}>${field('title', text)}<variants><variant${own}>${field('qty', qty)}</variant></variants></${item}>`
        })
        const opens = Array.from({ length: depth }, (_, i) => `<list${i}>`).join('')
        const closes = Array.from({ length: depth }, (_, i) => `</list${depth - 1 - i}>`).join('')
        const declared = encoding === 'utf-16le' ? 'utf-16' : encoding
        const text = `<?xml version="1.0" encoding="${declared}"?>${opens}${items.join('\n')}${closes}`
        return {
          bytes: iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' }),
          format: { item: style === 'variants' ? `${item}//variant` : item },
          ...(style === 'attributes' && { columns: names.map((name) => `@${name}`) }),
        }
      },
    ))
  test('as JSON', () =>
    inEveryWay(
      'json',
      fc.record({
        path: fc.constantFrom('', 'products', 'data.items', 'feed.shop.list'),
        numbers: fc.boolean(),
        indent: fc.boolean(),
        isSet: fc.boolean(),
      }),
      (rows, { path, numbers, indent, isSet }) => {
        const list = `[${rows.map((values) => asObject(values, numbers)).join(indent ? ',\n  ' : ',')}]`
        const keys = path === '' ? [] : path.split('.')
        const text = keys.reduceRight((inner, key) => `{"version":1,"${key}":${inner}}`, list)
        return { bytes: Buffer.from(text), ...(isSet && path !== '' && { format: { item: path } }) }
      },
    ))
  test('as JSON Lines', () =>
    inEveryWay(
      'jsonl',
      fc.record({ numbers: fc.boolean(), lineEnd: fc.constantFrom('\n', '\r\n', '\n\n') }),
      (rows, way) => ({
        bytes: Buffer.from(rows.map((values) => asObject(values, way.numbers)).join(way.lineEnd)),
      }),
    ))
  test('as a workbook', () =>
    inEveryWay(
      'xlsx',
      fc.record({
        texts: fc.constantFrom('shared', 'inline', 'formula'),
        hasReferences: fc.boolean(),
        prefix: fc.constantFrom('', 'x:'),
        first: fc.integer({ min: 1, max: 4 }),
      }),
      async (rows, { texts, hasReferences, prefix, first }) => ({
        bytes: await workbook(rows, { texts, hasReferences, prefix, first }),
      }),
    ))
})

interface WorkbookWay {
  texts: string
  hasReferences: boolean
  prefix: string
  /** The row of the header. */
  first: number
}
function workbook(
  rows: readonly Row[],
  { texts, hasReferences, prefix, first }: WorkbookWay,
): Promise<Buffer> {
  const shared: string[] = []
  const cell = (value: string, reference: string, isNumber: boolean) => {
    const r = hasReferences ? ` r="${reference}"` : ''
    if (isNumber) return `<${prefix}c${r}><${prefix}v>${value}</${prefix}v></${prefix}c>`
    if (texts === 'inline')
      return `<${prefix}c${r} t="inlineStr"><${prefix}is><${prefix}t>${escaped(value)}</${prefix}t></${prefix}is></${prefix}c>`
    if (texts === 'formula')
      return `<${prefix}c${r} t="str"><${prefix}f>A1</${prefix}f><${prefix}v>${escaped(value)}</${prefix}v></${prefix}c>`
    shared.push(`<si><t>${escaped(value)}</t></si>`)
    return `<${prefix}c${r} t="s"><${prefix}v>${shared.length - 1}</${prefix}v></${prefix}c>`
  }
  const lines = [names, ...rows].map((values, i) => {
    const n = first + i
    const cells = values.map((value, column) => cell(value, `${'ABCD'[column]}${n}`, i > 0 && column > 1))
    return `<${prefix}row r="${n}">${cells.join('')}</${prefix}row>`
  })
  const space = prefix ? ' xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' : ''
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<${prefix}worksheet${space}><${prefix}sheetData>${lines.join('')}</${prefix}sheetData></${prefix}worksheet>`,
  })
}
