import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { firstRows } from './first-rows.ts'
import { lineAt, linesAt, lookAtFile } from './look.ts'
import { feedFormat } from '#contract/feeds/settings.ts'
import { zip } from './cases/make.ts'

const folder = mkdtempSync(join(tmpdir(), 'feedstock-look-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const written = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const look = (name: string, text: string) => lookAtFile(written(name, text), name)

test('CSV is recognized by its name and cells, with its delimiter and how sure that is', async () => {
  expect(await look('a.csv', 'nr;preis\nA;1,50\n')).toEqual({
    kind: 'csv',
    delimiter: ';',
    header: true,
    sure: 0.98,
    because: 'the file name matches, and the first line has 2 cells',
    lines: ['nr;preis', 'A;1,50'],
  })
  expect(await look('a.csv', 'nr;preis\nA\n')).toMatchObject({ sure: 0.85 })
  expect(await look('a', 'nr\tpreis\nA\t1\n')).toMatchObject({ delimiter: '\t', sure: 0.8 })
  expect(await look('a.csv', 'just words\n')).toMatchObject({ sure: 0.4 })
  // what is shown of a long line is its beginning, what is counted is the whole
  const wide = `${'"a name, with a comma",'.repeat(60)}last\n`
  expect(await look('a.csv', `${wide}${wide}`)).toMatchObject({
    sure: 0.98,
    because: 'the file name matches, and the first line has 61 cells',
  })
})
test('a first row with a number or an address isn’t a header', async () => {
  expect(await look('a.csv', 'A-1,Chair,3.42\nB,Bed,1\n')).toMatchObject({ header: false })
  expect(await look('a.csv', 'A-1,https://a.example/1.jpg\n')).toMatchObject({ header: false })
  expect(await look('a.csv', 'sku,image 1,2nd image\nA,,\n')).toMatchObject({ header: true })
  expect(await look('a.csv', '')).toMatchObject({ header: true, lines: [] })
})
test('other formats are recognized by how the file starts, whatever its name says', async () => {
  expect(await look('a.xml', '<a><b>1</b></a>')).toMatchObject({ kind: 'xml', sure: 0.99 })
  expect(await look('a.csv', '<a><b>1</b></a>')).toMatchObject({
    kind: 'xml',
    sure: 0.95,
    because: 'the content matches, but the file name suggests CSV, TSV or other delimited',
  })
})
test('the first rows are returned with the row count and with any problem further on', async () => {
  const rows = async (text: string) => firstRows(written('b.csv', text), feedFormat.parse({ kind: 'csv' }), 2)
  expect(await rows('sku\nA\nB\nC\n')).toMatchObject({
    columns: ['sku'],
    rows: [{ line: 2, cells: ['A'] }, { line: 3 }],
    rowCount: 3,
    hasMore: false,
  })
  const long = `sku\n${'A\n'.repeat(3000)}"open\n`
  expect(await rows(long)).toMatchObject({ rows: { length: 2 }, failure: { code: 'open_quote', line: 3002 } })
})

test('a line is found by its number and cut if long; a line number beyond the end finds nothing', async () => {
  const long = 'x'.repeat(200_000)
  const path = written('lines.csv', `\uFEFFone\r\n${long}\n\nfour`)
  const lines = await Promise.all([1, 2, 3, 4, 5].map((line) => lineAt(path, line)))
  expect(lines).toEqual(['one', long.slice(0, 400), '', 'four', null])
})

test('a workbook without names of columns has no header', async () => {
  const path = join(folder, 'sheet.xlsx')
  const look = async (cells: string) => {
    const rows = `<row r="2">${cells}</row><row r="3"><c t="str"><v>B-2</v></c><c t="str"><v>Jar</v></c><c><v>2.5</v></c></row>`
    writeFileSync(
      path,
      await zip({
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      }),
    )
    return lookAtFile(path, 'sheet.xlsx')
  }
  const text = (value: string) => `<c t="str"><v>${value}</v></c>`
  expect(await look(text('A-1') + text('Shelf') + '<c><v>1.5</v></c>')).toMatchObject({ header: false })
  expect(await look(text('sku') + text('title') + text('price'))).toMatchObject({ header: true })
})

test('lines are read up to a number of bytes or a signal, and those read so far are shown', async () => {
  const path = written('long.csv', `sku\nA\n${'x'.repeat(1_000_000)}\nB\n`)
  const read = (bytes: number, signal = new AbortController().signal, chars = { from: 0, upto: 5 }) =>
    linesAt(path, { from: 1, upto: 4, chars, limit: { bytes, signal } })
  const beginning = ['sku', 'A', 'xxxxx']
  const textOf = ({ lines }: Awaited<ReturnType<typeof read>>) => lines.map(({ text }) => text)
  expect(textOf(await read(2_000_000))).toEqual([...beginning, 'B'])
  const cut = await read(200_000)
  expect([textOf(cut), cut.isCut]).toEqual([beginning, true])
  // nothing is known of a line whose shown part wasn't reached
  expect(
    await linesAt(path, {
      from: 3,
      upto: 4,
      chars: { from: 500_000, upto: 500_005 },
      limit: { bytes: 200_000, signal: AbortSignal.any([]) },
    }),
  ).toEqual({ lines: [], isCut: true })
  expect(await read(2_000_000, AbortSignal.abort())).toEqual({ lines: [], isCut: true })
})
test('the lines before the damage of an archive are shown', async () => {
  const noise = Array.from({ length: 40_000 }, (_, i) => `${(i * 7919) % 10_007},${i}`).join('\n')
  const path = join(folder, 'damaged.gz')
  writeFileSync(path, gzipSync(`sku,qty\n${noise}`).subarray(0, 60_000))
  const { lines } = await linesAt(path, { from: 1, upto: 2 })
  expect(lines).toEqual([
    { line: 1, text: 'sku,qty' },
    { line: 2, text: '0,0' },
  ])
  const beyond = await linesAt(path, { from: 1, upto: 1_000_000 })
  expect(beyond.lines[0]).toEqual({ line: 1, text: 'sku,qty' })
})
