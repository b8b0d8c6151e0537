import iconv from 'iconv-lite'
import type { FeedFormat, FeedMapping, ProductField } from '#contract/feeds/settings.ts'
import { zip } from '#engine/cases/make.ts'
import type { Item } from './products.ts'

export interface Column {
  name: string
  of: (item: Item) => string
  /** The field it is mapped to; undefined: unmapped. */
  field?: ProductField
}
/** The format in which a supplier writes its file. */
export interface Layout {
  kind: 'csv' | 'xml' | 'json' | 'xlsx'
  columns: readonly Column[]
  header: boolean
  delimiter: ',' | ';'
  encoding: string
  lineEnd: '\n' | '\r\n'
  /** The last line ends like the others. */
  ended: boolean
}

export const formatOf = ({ kind, header, delimiter, encoding }: Layout): Partial<FeedFormat> => ({
  kind,
  header,
  ...(kind === 'csv' && { delimiter }),
  ...(kind === 'json' && { item: 'items' }),
  ...(kind === 'csv' && encoding !== 'utf-8' ? { encoding } : {}),
})

export const mappingOf = ({ columns, header }: Layout): FeedMapping =>
  columns.flatMap(({ name, field }, i) =>
    field ? { field, from: header ? name : `col${i + 1}`, transforms: [] } : [],
  )

/** @param rowOf changes a product's cells */
export function write(
  items: readonly Item[],
  layout: Layout,
  rowOf: (item: Item, cells: string[]) => string[] = (_, cells) => cells,
): Promise<Buffer> | Buffer {
  const names = layout.columns.map((c) => c.name)
  const rows = items.map((item) =>
    rowOf(
      item,
      layout.columns.map((c) => c.of(item)),
    ),
  )
  switch (layout.kind) {
    case 'csv':
      return csv(layout.header ? [names, ...rows] : rows, layout)
    case 'json':
      return Buffer.from(
        JSON.stringify({ items: rows.map((row) => Object.fromEntries(names.map((n, i) => [n, row[i]]))) }),
      )
    case 'xml':
      return xml(names, rows, layout.encoding)
    case 'xlsx':
      return xlsx([names, ...rows])
  }
}

function csv(rows: string[][], { delimiter, lineEnd, ended: endsWithNewline, encoding }: Layout): Buffer {
  const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const text =
    rows.map((row) => row.map(cell).join(delimiter)).join(lineEnd) + (endsWithNewline ? lineEnd : '')
  return iconv.encode(text, encoding)
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function xml(names: string[], rows: string[][], encoding: string): Buffer {
  const elements = names.map((name) => name.replaceAll(' ', '_'))
  const item = (row: string[]) =>
    `<item>${row.map((cell, i) => `<${elements[i]}>${escape(cell)}</${elements[i]}>`).join('')}</item>`
  const text = `<?xml version="1.0" encoding="${encoding}"?>\n<shop>\n${rows.map(item).join('\n')}\n</shop>\n`
  return iconv.encode(text, encoding)
}

function xlsx(rows: string[][]): Promise<Buffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  })
}
