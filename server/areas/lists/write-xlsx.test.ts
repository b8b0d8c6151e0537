import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { Kind } from '#contract/lists/columns.ts'
import { feedFormat } from '#contract/feeds/settings.ts'
import { listZip, openZip, zipEntry } from '#engine/formats/unpack.ts'
import { readXlsx } from '#engine/formats/xlsx.ts'
import type { Cell } from '#server/platform/files/exported.ts'
import { writeXlsx } from './write-xlsx.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-xlsx-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const path = join(work, 'book.xlsx')
type Batch = readonly (readonly Cell[])[]
async function* inTurn(batches: readonly Batch[]) {
  yield* batches
}
const write = (columns: Record<string, Kind>, batches: readonly Batch[], title = 'List') =>
  pipeline(
    writeXlsx({
      title,
      columns: Object.entries(columns).map(([header, kind]) => ({ header, kind })),
      batches: inTurn(batches),
    }),
    createWriteStream(path),
  )
/** What the reader of suppliers' files finds in a sheet. */
async function sheet(name: string) {
  const rows: (readonly string[])[] = []
  let columns: readonly string[] = []
  for await (const batch of readXlsx(path, feedFormat.parse({ kind: 'xlsx', sheet: name }))) {
    columns = batch.columns
    rows.push(...batch.rows.map((r) => r.cells))
  }
  return { columns, rows }
}
/** The workbook's files by their names. */
async function files(): Promise<Record<string, string>> {
  const zip = await openZip(path)
  const found: Record<string, string> = {}
  for (const entry of await listZip(zip)) found[entry.fileName] = await text(await zipEntry(zip, entry))
  zip.close()
  return found
}
const all = (whole: string, pattern: RegExp) => [...whole.matchAll(pattern)].map((match) => match[1]!)
/** The cells of a column of one row, as the file has them. */
async function cellsOf(kind: Kind, ...cells: Cell[]) {
  await write({ header: kind }, [cells.map((cell) => [cell])])
  const xml = (await files())['xl/worksheets/sheet1.xml']!
  const rows = all(xml.replace(/<c r="A\d+"/g, '<c'), /<row r="\d+">(.*?)<\/row>/gs)
  return rows.slice(1).map((row) => row.replace(/^<c t="inlineStr"(.*)<\/t><\/is><\/c>$/s, 'text$1'))
}

describe('a cell', () => {
  test('with text stays text, whatever it looks like, and doesn’t become a formula when edited', async () => {
    expect(await cellsOf('text', '007', 12, '2026-01-02', '=1+1', ' a\tb\n')).toEqual([
      'text><is><t xml:space="preserve">007',
      'text><is><t xml:space="preserve">12',
      'text><is><t xml:space="preserve">2026-01-02',
      'text s="4"><is><t xml:space="preserve">=1+1',
      'text><is><t xml:space="preserve"> a\tb\n',
    ])
  })
  test('with a number is numeric, and is text only if the value isn’t a number', async () => {
    expect(await cellsOf('number', 5, '12.50', -0.5, 'many')).toEqual([
      '<c><v>5</v></c>',
      '<c><v>12.5</v></c>',
      '<c><v>-0.5</v></c>',
      'text><is><t xml:space="preserve">many',
    ])
  })
  test('with a time is stored as a spreadsheet date and shown in its own format', async () => {
    expect(await cellsOf('moment', '2026-01-02T12:00:00Z', 'soon')).toEqual([
      '<c s="2"><v>46024.5</v></c>',
      'text><is><t xml:space="preserve">soon',
    ])
    expect(await cellsOf('day', '1899-12-30', '2026-01-02')).toEqual([
      '<c s="3"><v>0</v></c>',
      '<c s="3"><v>46024</v></c>',
    ])
  })
  test.each(['text', 'number', 'moment', 'day'] as const)('of %s can be blank', async (kind) => {
    expect(await cellsOf(kind, null, '')).toEqual(['<c/>', '<c/>'])
  })
  test('holds only characters valid in XML, whole ones, up to the format’s limit', async () => {
    const said = [
      'a<b>&"c"',
      'x\0\x08y\x1f\uffffz',
      '\r',
      '_x000D_ _X00aF_ _x00G0_',
      `${'x'.repeat(32_766)}😀`,
    ]
    await write({ What: 'text' }, [said.map((text) => [text])])
    const { rows } = await sheet('List')
    const read = ['a<b>&"c"', 'xyz', '\r', said[3], `${'x'.repeat(32_766)}\ufffd`]
    expect(rows.map(([cell]) => cell)).toEqual(read)
  })
})

test('a sheet has bold, frozen headers over columns that are wide enough', async () => {
  const columns = { 'A & B': 'text', N: 'number', At: 'moment', On: 'day' } as const
  await write(columns, [[['a', 1, '', '']], [], [['b', 2, '', '']]])
  expect(await sheet('List')).toEqual({
    columns: ['A & B', 'N', 'At', 'On'],
    rows: [
      ['a', '1', '', ''],
      ['b', '2', '', ''],
    ],
  })
  const xml = (await files())['xl/worksheets/sheet1.xml']!
  expect(all(xml, /<col (.*?)\/>/g)).toEqual(
    [24, 12, 20, 12].map((width, i) => `min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"`),
  )
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(xml).toContain('<row r="1"><c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">A &amp; B</t>')
})

test('every row and cell has its reference, starting over on each sheet, as some readers require', async () => {
  const columns = Object.fromEntries(Array.from({ length: 703 }, (_, i) => [`Column ${i}`, 'text' as const]))
  await write(columns, [[['a', null, 'c']], [['d']]])
  const xml = (await files())['xl/worksheets/sheet1.xml']!
  expect(all(xml, /<row r="(\d+)"/g)).toEqual(['1', '2', '3'])
  const places = all(xml, /<c r="(\w+)"/g)
  expect(places).toHaveLength(3 * 703)
  expect([0, 25, 26, 51, 52, 701, 702, 703, 2 * 703].map((i) => places[i])).toEqual([
    'A1',
    'Z1',
    'AA1',
    'AZ1',
    'BA1',
    'ZZ1',
    'AAA1',
    'A2',
    'A3',
  ])
})

test('a workbook lists every part it has, and has every part it lists', async () => {
  await write({ What: 'text' }, [], 'Found <products>')
  const found = await files()
  for (const file of Object.values(found)) expect(file).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"/)
  const types = found['[Content_Types].xml']!
  const parts = Object.keys(found).filter((name) => !/Content_Types|\.rels$/.test(name))
  expect(all(types, /PartName="\/(.*?)"/g).toSorted()).toEqual(parts.toSorted())
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  expect(all(types, /ContentType="(.*?)"/g)).toEqual([
    'application/vnd.openxmlformats-package.relationships+xml',
    `${office}.sheet.main+xml`,
    `${office}.styles+xml`,
    `${office}.worksheet+xml`,
  ])
  expect(types).toContain('<Default Extension="rels"')
  const rels = found['xl/_rels/workbook.xml.rels']!
  expect(all(rels, /Target="(.*?)"/g)).toEqual(['worksheets/sheet1.xml', 'styles.xml'])
  expect(all(rels, /Id="(.*?)"/g)).toEqual(['s1', 'styles'])
  expect(all(rels, /relationships\/(\w+)"/g)).toEqual(['worksheet', 'styles'])
  expect(found['_rels/.rels']).toMatch(/Type="http:\S*\/officeDocument" Target="xl\/workbook.xml"/)
  expect(found['xl/workbook.xml']).toContain('<sheet name="Found &lt;products&gt;" sheetId="1" r:id="s1"/>')
  const styles = found['xl/styles.xml']!
  expect(all(styles, /formatCode="(.*?)"/g)).toEqual(['yyyy\\-mm\\-dd\\ hh:mm:ss', 'yyyy\\-mm\\-dd'])
  const cellStyles = /<cellXfs.*<\/cellXfs>/s.exec(styles)![0]
  expect(all(cellStyles, /<xf (?:\w+="\d+" ){5}?(\w+)="1"\/>/g)).toEqual([
    'applyFont',
    'applyNumberFormat',
    'applyNumberFormat',
    'quotePrefix',
  ])
})

test('rows beyond a sheet’s limit continue on another, with the headers repeated', async () => {
  const many = Array.from({ length: 262_144 }, () => [null])
  await write({ SKU: 'text' }, [many, many, many, [...many.slice(2), ['A'], ['B']], [['C']]], 'A'.repeat(40))
  const found = await files()
  const names = all(found['xl/workbook.xml']!, /<sheet name="(.*?)"/g)
  expect(found['xl/worksheets/sheet1.xml']!.match(/<row r=/g)).toHaveLength(1_048_576)
  for (const name of ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', '[Content_Types].xml'])
    expect([name, betweenElements(found[name]!)]).toEqual([name, ''])
  expect(names).toEqual(['A'.repeat(31), `${'A'.repeat(25)} 2`])
  expect(await sheet(names[1]!)).toEqual({ columns: ['SKU'], rows: [['B'], ['C']] })
})

/** What a strict reader would stumble over: text that is in no cell. */
const betweenElements = (xml: string) => xml.replace(/<(t|v)\b[^>]*>[^<]*<\/\1>|<[^>]*>|\n/g, '')

test('a workbook uses the standard namespaces, and has text only in its cells', async () => {
  await write({ SKU: 'text', Price: 'number', Day: 'day' }, [
    [
      ['A', 1.5, '2026-01-02'],
      ['B', 2, null],
    ],
  ])
  const found = await files()
  for (const [name, xml] of Object.entries(found)) expect([name, betweenElements(xml)]).toEqual([name, ''])
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  for (const name of ['xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/styles.xml'])
    expect(found[name]).toContain(main)
  const packaged = 'xmlns="http://schemas.openxmlformats.org/package/2006'
  expect(found['_rels/.rels']).toContain(`${packaged}/relationships"`)
  expect(found['[Content_Types].xml']).toContain(`${packaged}/content-types"`)
})

describe('a list that breaks off partway', () => {
  const of = (batches: () => AsyncGenerator<Batch>) =>
    writeXlsx({ title: 'List', columns: [{ header: 'A', kind: 'text' }], batches: batches() })
  test('doesn’t make a complete workbook', async () => {
    const out = of(async function* () {
      yield [['a']]
      throw new Error('the database went away')
    })
    await expect(pipeline(out, createWriteStream(path))).rejects.toThrow('the database went away')
  })
  test('releases its source', async () => {
    let closed = false
    const out = of(async function* () {
      try {
        while (true) yield Array.from({ length: 500 }, () => ['x'.repeat(100)])
      } finally {
        closed = true
      }
    })
    let chunks = 0
    for await (const _ of out) if (++chunks === 5) break
    await expect.poll(() => closed).toBe(true)
  })
})
