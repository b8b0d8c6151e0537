import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { feedFormat, type FeedFormat } from '#contract/feeds/settings.ts'
import { zip } from '../cases/make.ts'
import { collectRecords, leftOutOf } from '../cases/records.ts'
import { isOpen } from '../cases/open-files.ts'
import { unpackLimits, type UnpackLimits } from '../failure.ts'
import type { TextTraits } from '../record.ts'
import { readXlsx } from './xlsx.ts'

const work = mkdtempSync(join(tmpdir(), 'feedstock-xlsx-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const workbook = (...sheets: string[]) =>
  `<workbook xmlns:r="r"><sheets>${sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`
const rels = (...targets: string[]) =>
  `<Relationships>${targets.map((t, i) => `<Relationship Id="rId${i + 1}" Target="${t}"/>`).join('')}</Relationships>`
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: (string | number)[]) =>
  `<row>${cells.map((c) => (typeof c === 'number' ? `<c><v>${c}</v></c>` : text(c))).join('')}</row>`
const parts = {
  'xl/workbook.xml': workbook('Items'),
  'xl/_rels/workbook.xml.rels': rels('worksheets/sheet1.xml'),
}

async function read(
  files: Record<string, string | Buffer> | Buffer,
  format: Partial<FeedFormat> = {},
  bounds?: UnpackLimits,
) {
  const path = join(work, 'book.xlsx')
  writeFileSync(path, Buffer.isBuffer(files) ? files : await zip(files))
  return collectRecords(readXlsx(path, feedFormat.parse({ kind: 'xlsx', ...format }), bounds)).finally(() =>
    expect.poll(() => isOpen(path)).toBe(false),
  )
}
const readSheet = (rows: string, more: Record<string, string> = {}, format: Partial<FeedFormat> = {}) =>
  read({ ...parts, ...more, 'xl/worksheets/sheet1.xml': sheet(rows) }, format)
const cellsOf = async (...args: Parameters<typeof readSheet>) =>
  (await readSheet(...args)).rows.map((r) => r.cells)

describe('a sheet', () => {
  test('returns its rows by number, as wide as the header, without blank rows', async () => {
    const rows = [
      '<row r="1"/>',
      row('', ''),
      row('sku', 'title', 'price'),
      row('A', 'Hat', 5),
      '<row r="9"><c r="C9"><v>6</v></c></row>',
      row('B'),
      row('C', '', '', 'more'),
    ]
    expect(await readSheet(rows.join(''))).toMatchObject({
      columns: ['sku', 'title', 'price'],
      rows: [
        { line: 4, cells: ['A', 'Hat', '5'], hashA: 0, hashB: 0 },
        { line: 9, cells: ['', '', '6'] },
        { line: 10, cells: ['B', '', ''] },
        { line: 11, cells: ['C', '', '', 'more'] },
      ],
    })
  })
  test('continues counting if row numbers are missing or invalid', async () => {
    const rows = ['', '5x', 'x5', '0', '12', '12345678'].map((r) => `<row r="${r}"><c><v>7</v></c></row>`)
    const { rows: read } = await readSheet(rows.join(''), {}, { header: false })
    expect(read.map((r) => r.line)).toEqual([1, 2, 3, 4, 12, 13])
  })
  test('has numbered columns if there is no header', async () => {
    expect(await readSheet(row('A', 5), {}, { header: false })).toMatchObject({
      columns: ['col1', 'col2'],
      rows: [{ line: 1, cells: ['A', '5'] }],
    })
  })
  test('returns nothing if it has no rows', async () => {
    expect((await readSheet('')).batches).toEqual([])
  })
  test('puts cells where their references say', async () => {
    const at = (...refs: string[]) =>
      `<row>${refs.map((r) => `<c r="${r}"><v>${r.length}</v></c>`).join('')}</row>`
    const wide = await readSheet(at('A1', 'Z1', 'AB1'), {}, { header: false })
    expect(wide.rows[0]!.cells.flatMap((c, i) => (c ? [[i, c]] : []))).toEqual([
      [0, '2'],
      [25, '2'],
      [27, '3'],
    ])
    expect(await cellsOf(`<row><c r="B1"><v>1</v></c><c><v>2</v></c></row>`, {}, { header: false })).toEqual([
      ['', '1', '2'],
    ])
  })
  test.each([
    ['a number', '<c><v>1.5E3</v></c>', '1500'],
    ['a number as it is shown', '<c t="n"><v>0.30000000000000004</v></c>', '0.3'],
    ['a formula’s saved text', '<c t="str"><f>1+1</f><v>1.50E3</v></c>', '1.50E3'],
    ['an inline text', '<c t="inlineStr"><is><r><t>a </t></r><r><t>&lt;b</t></r></is></c>', 'a <b'],
    [
      'an inline text with its reading',
      '<c t="inlineStr"><is><r><t>東</t></r><rPh sb="0" eb="1"><t>トウ</t></rPh></is></c>',
      '東',
    ],
    ['a code of a character', '<c t="str"><v>a_x000D_b_x005F_x0041_ _x12_</v></c>', 'a\rb_x0041_ _x12_'],
    ['yes', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['no', '<c t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c t="e"><v>#N/A</v></c>', ''],
    ['a shared text', '<c t="s"><v>1</v></c>', 'two'],
    ['a shared text that isn’t there', '<c t="s"><v>9</v></c>', ''],
    ['a day', '<c t="d"><v>2026-01-02</v></c>', '2026-01-02'],
    ['text beside the value', '<c>x<v>1</v>y</c>', '1'],
    ['nothing', '<c/>', ''],
  ])('returns what is in a cell: %s', async (_what, cell, value) => {
    const strings = '<sst><si><t>one</t></si><si><t>two</t></si></sst>'
    expect(
      await cellsOf(
        `<row>${text('sku')}${cell}</row>`,
        { 'xl/sharedStrings.xml': strings },
        { header: false },
      ),
    ).toEqual([['sku', value]])
  })
  test('includes the texts after a phonetic reading', async () => {
    const reading = '<c t="inlineStr"><is><t>東</t><rPh><t>トウ</t></rPh></is></c>'
    expect(await cellsOf(`<row>${reading}${text('B')}</row>`, {}, { header: false })).toEqual([['東', 'B']])
  })
  test('can have prefixed names', async () => {
    const files = {
      'xl/workbook.xml':
        '<sx:workbook xmlns:sx="x" xmlns:rel="r"><sx:sheets><sx:sheet name="Items" rel:id="rId2"/></sx:sheets></sx:workbook>',
      'xl/_rels/workbook.xml.rels': rels('worksheets/other.xml', '/xl/worksheets/items.xml'),
      'xl/sharedStrings.xml': '<sx:sst xmlns:sx="x"><sx:si><sx:t>sku</sx:t></sx:si></sx:sst>',
      'xl/worksheets/items.xml':
        '<sx:worksheet xmlns:sx="x"><sx:row><sx:c t="s"><sx:v>0</sx:v></sx:c></sx:row><sx:row><sx:c><sx:v>5</sx:v></sx:c></sx:row></sx:worksheet>',
    }
    expect(await read(files)).toMatchObject({ columns: ['sku'], rows: [{ line: 2, cells: ['5'] }] })
  })
  test.each([
    ['a price', '<c><v><![CDATA[1.50]]></v></c>', '1.50'],
    ['an inline text', '<c t="inlineStr"><is><t>a<![CDATA[ & b]]></t></is></c>', 'a & b'],
    ['a shared text', '<c t="s"><v><![CDATA[0]]></v></c>', '<one>'],
  ])('can have %s in CDATA', async (_what, cell, value) => {
    const strings = '<sst><si><t><![CDATA[<one>]]></t><rPh><t><![CDATA[no]]></t></rPh></si></sst>'
    const more = { 'xl/sharedStrings.xml': strings }
    expect(await cellsOf(`<row>${cell}</row>`, more, { header: false })).toEqual([[value]])
  })
  test('can name its cells in lowercase, or only by row', async () => {
    const cells = '<c r="a1"><v>1</v></c><c r="ab1"><v>2</v></c><c r="1"><v>3</v></c>'
    const [row] = await cellsOf(`<row>${cells}</row>`, {}, { header: false })
    expect([row![0], row![27], row![28], row!.length]).toEqual(['1', '2', '3', 29])
  })
  test('is returned in smaller batches if its rows are long', async () => {
    const { batches } = await readSheet(row('sku') + row('x'.repeat(400_000)).repeat(7))
    expect(batches.map((b) => b.rows.length)).toEqual([3, 3, 1])
  })
  test('can have texts and rows of at most 4 Mi characters', async () => {
    const mebi = 'x'.repeat(1024 * 1024)
    const shared = { 'xl/sharedStrings.xml': `<sst><si><t>${mebi}</t></si></sst>` }
    const cells = (n: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(n)}</row>`
    expect((await readSheet(`${row('a')}${cells(4)}`, shared)).rows).toHaveLength(1)
    await expect(readSheet(`${row('a')}${cells(5)}`, shared)).rejects.toMatchObject({
      code: 'endless_row',
      line: 2,
      message: 'A row has more than 4194304 characters (line 2)',
    })
    await expect(readSheet(`${row('a')}\n${row(mebi.repeat(5))}`)).rejects.toMatchObject({
      code: 'endless_text',
      message: 'A text value in xl/worksheets/sheet1.xml has more than 4194304 characters (line 2)',
    })
  })
  test('that repeats one shared text endlessly is refused like any decompression bomb', async () => {
    const files = {
      ...parts,
      'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`,
      'xl/worksheets/sheet1.xml': sheet('<row><c t="s"><v>0</v></c></row>'.repeat(50)),
    }
    const bounds = { bytes: 2 ** 33, ratio: 1000, ratioFrom: 2_000_000 }
    expect(leftOutOf((await read(files, {}, { ...bounds, ratio: 9000 })).batches)).toHaveLength(49)
    await expect(read(files, {}, bounds)).rejects.toMatchObject({
      code: 'bomb',
      message: 'The cell text of xl/worksheets/sheet1.xml unpacks to more than 1000 times its size',
    })
    await expect(read(files, {}, { ...bounds, ratio: 9000, bytes: 4_000_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: 'The cell text of xl/worksheets/sheet1.xml unpacks to more than 4000000 bytes',
    })
  })
  test('that isn’t UTF-8 is refused without returning a broken character', async () => {
    const files = (bytes: number[]) => ({
      ...parts,
      'xl/worksheets/sheet1.xml': Buffer.concat([
        Buffer.from(`<worksheet><row><c t="str"><v>caf`),
        Buffer.from(bytes),
        Buffer.from('</v></c></row></worksheet>'),
      ]),
    })
    expect((await read(files([0xc3, 0xa9]), { header: false })).rows[0]!.cells).toEqual(['café'])
    await expect(read(files([0xe9]), { header: false })).rejects.toMatchObject({
      code: 'not_xlsx',
      message: "xl/worksheets/sheet1.xml isn't UTF-8",
    })
    const torn = Buffer.concat([Buffer.from(sheet(row('A'))), Buffer.from([0xc3])])
    await expect(read({ ...parts, 'xl/worksheets/sheet1.xml': torn })).rejects.toMatchObject({
      message: "xl/worksheets/sheet1.xml isn't UTF-8",
    })
  })
  test('is the same even if chunks split a character', async () => {
    const long = `x${'東'.repeat(50_000)}`
    expect(await cellsOf(row(long), {}, { header: false })).toEqual([[long]])
  })
  test('is returned in batches', async () => {
    const { batches, rows } = await readSheet(row('sku') + row('A', 'e東京').repeat(5000))
    expect(rows).toHaveLength(5000)
    expect(batches.length).toBeGreaterThan(1)
    expect(batches.every((b) => b.columns.length === 1)).toBe(true)
    expect(new Set(rows.map((r) => r.cells[1]))).toEqual(new Set(['e東京']))
  })
  test('can have at most 2,000 columns', async () => {
    // BXX is the 2,000th
    expect((await readSheet('<row><c r="BXX1"><v>1</v></c></row>')).columns).toHaveLength(2000)
    await expect(readSheet('<row r="3"><c r="BXY3"><v>1</v></c></row>')).rejects.toMatchObject({
      code: 'too_many_columns',
      line: 3,
      message: 'The sheet has more than 2000 columns (line 3)',
    })
  })
})

describe('shared texts', () => {
  test('are joined from their parts, with spaces kept and without pronunciation', async () => {
    const strings =
      '<sst>\n<si>\n<t xml:space="preserve"> a</t>\n</si><si><r><rPr/><t>b</t></r> <r><t> c</t></r></si><si/>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr/></si><si><t>d</t></si></sst>'
    const cells = [0, 1, 2, 3, 4].map((i) => `<c t="s"><v>${i}</v></c>`).join('')
    expect(
      await cellsOf(`<row>${cells}</row>`, { 'xl/sharedStrings.xml': strings }, { header: false }),
    ).toEqual([[' a', 'b c', '', '東京', 'd']])
  })
})

describe('a workbook', () => {
  const two = {
    'xl/workbook.xml': workbook('First', 'Second'),
    'xl/_rels/workbook.xml.rels': rels('worksheets/a.xml', 'worksheets/b.xml'),
    'xl/worksheets/a.xml': sheet(row('first')),
    'xl/worksheets/b.xml': sheet(row('second')),
  }
  test('is read at its first sheet, or at the named one', async () => {
    expect((await read(two)).columns).toEqual(['first'])
    expect((await read(two, { sheet: 'Second' })).columns).toEqual(['second'])
  })
  test('names its hidden sheets, unless one of them was chosen', async () => {
    const hidden = two['xl/workbook.xml'].replace('name="Second"', 'name="Second" state="hidden"')
    const notesOf = async (format: Partial<FeedFormat>) => {
      const path = join(work, 'hidden.xlsx')
      writeFileSync(path, await zip({ ...two, 'xl/workbook.xml': hidden }))
      const traits: TextTraits = { ended: true, swallowed: undefined, notes: [] }
      await collectRecords(readXlsx(path, feedFormat.parse({ kind: 'xlsx', ...format }), undefined, traits))
      return traits.notes
    }
    expect(await notesOf({})).toEqual(['Hidden sheet “Second” was not read'])
    expect(await notesOf({ sheet: 'Second' })).toEqual([])
  })
  test('that doesn’t say where its sheets are has them in the usual place', async () => {
    const files = {
      'xl/workbook.xml': workbook('First', 'Second'),
      'xl/worksheets/sheet1.xml': sheet(row('first')),
      'xl/worksheets/sheet2.xml': sheet(row('second')),
    }
    expect((await read(files)).columns).toEqual(['first'])
    expect((await read(files, { sheet: 'Second' })).columns).toEqual(['second'])
    const half = '<Relationships>\n<Relationship Id="rId1"/><Relationship Target="x"/>\n</Relationships>'
    expect((await read({ ...files, 'xl/_rels/workbook.xml.rels': half })).columns).toEqual(['first'])
    const spread = { ...files, 'xl/workbook.xml': workbook('First').replaceAll('><', '>\n<') }
    expect((await read(spread)).columns).toEqual(['first'])
    const nameless = { ...files, 'xl/workbook.xml': '<workbook><sheet name="First"/></workbook>' }
    expect((await read(nameless)).columns).toEqual(['first'])
  })
  test.each([
    ['not_xlsx', 'The file is not an XLSX workbook', Buffer.from('sku,price\n')],
    ['not_xlsx', 'The file is a zip archive but not an XLSX workbook', { 'a.txt': 'no' }],
    ['no_sheet', 'The workbook has no sheet', { 'xl/workbook.xml': workbook() }],
    ['not_xlsx', 'The sheet “Items” is missing from the workbook', parts],
    ['not_xlsx', /^xl\/workbook.xml isn’t valid XML: /, { 'xl/workbook.xml': '<workbook></sheet>' }],
    [
      'not_xlsx',
      /^xl\/worksheets\/sheet1.xml isn’t valid XML: .*unclosed tag/,
      { ...parts, 'xl/worksheets/sheet1.xml': '<worksheet><row>' },
    ],
    [
      'not_xlsx',
      /^xl\/sharedStrings.xml isn’t valid XML: .*unclosed tag/,
      { ...parts, 'xl/sharedStrings.xml': '<sst><si>', 'xl/worksheets/sheet1.xml': sheet('') },
    ],
  ])('is refused as %s: %s', async (code, message, files) => {
    await expect(read(files)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
  test('is refused if it lacks the named sheet, and lists the sheets it has', async () => {
    await expect(read(two, { sheet: 'Third' })).rejects.toMatchObject({
      code: 'no_sheet',
      message: 'The workbook has no sheet “Third”, only “First”, “Second”',
    })
  })
  test('that unpacks to much more than its size is refused once it is large', async () => {
    const files = { ...parts, 'xl/worksheets/sheet1.xml': sheet(row('sku') + '<row/>'.repeat(50_000)) }
    const bounds = { bytes: 2 ** 33, ratio: 100, ratioFrom: 200_000 }
    await expect(read(files, {}, bounds)).rejects.toMatchObject({
      code: 'bomb',
      message: 'xl/worksheets/sheet1.xml unpacks to more than 100 times its size',
    })
    expect((await read(files, {}, { ...bounds, ratio: 10_000 })).columns).toEqual(['sku'])
    expect((await read(files, {}, { ...bounds, ratioFrom: 400_000 })).columns).toEqual(['sku'])
    expect((await read(files, {}, unpackLimits)).columns).toEqual(['sku'])
  })
})
