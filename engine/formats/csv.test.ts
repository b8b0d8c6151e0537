import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedFormat, type FeedFormat } from '#contract/feeds/settings.ts'
import { readCsv } from './csv.ts'
import { uniqueNames } from '../table/names.ts'
import type { KnownRow, SourceRow, TextTraits } from '../record.ts'
import { collectRecords, inPieces, leftOutOf } from '../cases/records.ts'

const read = (text: string | string[], format: Partial<FeedFormat> = {}, known?: KnownRow) =>
  collectRecords(readCsv(inPieces(text), feedFormat.parse({ kind: 'csv', ...format }), known))
const rowsOf = async (...args: Parameters<typeof read>) => (await read(...args)).rows
const cellsOf = async (...args: Parameters<typeof read>) => (await rowsOf(...args)).map((r) => r.cells)
const lines = (rows: readonly SourceRow[]) => rows.map((r) => [r.line, ...r.cells])

describe('a record', () => {
  test('is a different record under other columns or with another delimiter', async () => {
    const seen = new Set<string>()
    for (const head of ['sku,price', 'sku,cost', 'sku;price', 'skup,rice'])
      for (const { hashA, hashB } of await rowsOf(`${head}\nA;1,2\n`)) seen.add(`${hashA} ${hashB}`)
    expect(seen.size).toBe(4)
  })
  test('is numbered by the line it starts on, counting blank lines and lines inside quotes', async () => {
    const text = '\nsku,text\r\n\r\nA,"x\ny""\r\nz"\r\n  \nB,b\n"C\n",c'
    expect(lines(await rowsOf(text))).toEqual([
      [4, 'A', 'x\ny"\r\nz'],
      [8, 'B', 'b'],
      [9, 'C\n', 'c'],
    ])
  })
  test('is the same wherever the chunks of its text end', async () => {
    const text = 'sku,text\r\n"A","a ""1""\r\n,"\r\n\nB,5" pipe\n"C" x,"" \n"","\n.\n"\nD,d"e\r'
    const whole = await rowsOf(text)
    expect(lines(whole)).toEqual([
      [2, 'A', 'a "1"\r\n,'],
      [5, 'B', '5" pipe'],
      [6, 'C x', ''],
      [7, '', '\n.\n'],
      [10, 'D', 'd"e'],
    ])
    for (let at = 1; at < text.length; at++)
      expect(await rowsOf([text.slice(0, at), text.slice(at)], { delimiter: ',' })).toEqual(whole)
    expect(await rowsOf(text.split(''), { delimiter: ',' })).toEqual(whole)
  })
  test.each([
    ['a quote inside a cell', 'A,5" x 3"', ['A', '5" x 3"']],
    ['text behind a closing quote', '"A" 1 ,"b"c', ['A 1 ', 'bc']],
    ['blanks behind a closing quote', '"A"  ,"b" ', ['A', 'b']],
    ['a doubled quote at either end', '"""A""","b"""', ['"A"', 'b"']],
    ['an empty cell in quotes', '"A",""', ['A', '']],
    ['empty cells', 'A,', ['A', '']],
    ['an empty cell before a quote', ',"b"', ['', 'b']],
    ['delimiters in quotes', '",A,",","', [',A,', ',']],
    ['a blank before a quote', 'A, "b"', ['A', ' "b"']],
    ['a carriage return inside', 'A,"b\rc"', ['A', 'b\rc']],
    ['a carriage return at its end', '"A",b\r', ['A', 'b']],
  ])('can have %s', async (_what, record, cells) => {
    expect(await cellsOf(`sku,text\n${record}`)).toEqual([cells])
    expect(await cellsOf(`sku,text\n${record}\n`)).toEqual([cells])
  })
  test('can have quoted cells among others and empty ones', async () => {
    const text = 'sku,b,c,d,e,f,g\nS1,b,"c",d,e"f,g,"h"\nS2,,"",,"e",,\n'
    expect(await cellsOf(text)).toEqual([
      ['S1', 'b', 'c', 'd', 'e"f', 'g', 'h'],
      ['S2', '', '', '', 'e', '', ''],
    ])
  })
  test('keeps its quotes as text if the feed has no quote character', async () => {
    expect(await cellsOf('sku,text\n"A,b"\nnone,none\n', { quote: 'none' })).toEqual([
      ['"A', 'b"'],
      ['none', 'none'],
    ])
  })
  test('can use another quote character', async () => {
    expect(await cellsOf(`sku,text\n'A,"''',"b`, { quote: "'" })).toEqual([[`A,"'`, '"b']])
  })
  test('of spaces only is skipped; of delimiters only, it is left out with its reason', async () => {
    expect(await cellsOf('sku,text\n   \n\t\nA,b\n \n')).toEqual([['A', 'b']])
    const { rows, batches } = await read('sku\ttext\n\t\n\nA\tb\n', { delimiter: '\t' })
    expect(lines(rows)).toEqual([[4, 'A', 'b']])
    expect(leftOutOf(batches)).toEqual([{ line: 2, cells: ['', ''], reason: 'Only empty cells' }])
  })
  test('with half a character can’t be used, and is shown without it', async () => {
    const rows = await rowsOf('sku,text\nA,a\ud83d b\nB,b\n')
    expect(rows).toMatchObject([
      { line: 2, cells: ['A', 'a\ufffd b'], fault: expect.stringContaining('can’t be stored') },
      { line: 3, cells: ['B', 'b'] },
    ])
    expect(rows[1]?.fault).toBeUndefined()
  })
  test('with NUL bytes can’t be used, and is shown without them', async () => {
    expect(await rowsOf('sku,text\n\0A,b\0\n')).toMatchObject([
      { line: 2, cells: ['A,b'], fault: 'The line contains NUL bytes' },
    ])
  })
  test('that is already known isn’t split into cells', async () => {
    const [first, second] = (await rowsOf('sku,text\nA,b\nC,d\n')) as [SourceRow, SourceRow]
    expect([second.hashA, second.hashB]).not.toEqual([first.hashA, first.hashB])
    const asked: number[] = []
    const rows = await rowsOf('sku,text\nA,b\nC,d\n', {}, (a, b, line) => {
      asked.push(line)
      return a === first.hashA && b === first.hashB
    })
    expect(asked).toEqual([2, 3])
    expect(rows).toEqual([{ ...first, cells: [], known: true }, second])
  })
  test('is returned in batches of at most 500', async () => {
    const { batches, rows } = await read(`sku\n${'A\n'.repeat(1200)}`)
    expect(batches.map((b) => b.rows.length)).toEqual([500, 500, 200])
    expect(batches.map((b) => b.columns)).toEqual([['sku'], ['sku'], ['sku']])
    expect(rows.at(-1)).toMatchObject({ line: 1201, cells: ['A'] })
  })
})

test('long records make smaller batches', async () => {
  const text = `sku,text\n${`A,${'x'.repeat(400_000)}\n`.repeat(7)}`
  const sizes = async (known?: KnownRow) => (await read(text, {}, known)).batches.map((b) => b.rows.length)
  expect(await sizes()).toEqual([3, 3, 1])
  // what is known keeps no text
  expect(await sizes(() => true)).toEqual([7])
  const nul = await read(`sku\n${`A\0${'x'.repeat(400_000)}\n`.repeat(4)}`)
  expect(nul.batches.map((b) => b.rows.length)).toEqual([3, 1])
})

test('all cells come back as written, however they are quoted and chunked', async () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', 'Z', '"', ',', '\n', ';', 'é', ' x'), maxLength: 6 })
    .map((s) => `k${s.trim()}`)
  const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 })
  const quoted = (s: string) => (/[",\n]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s)
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
      const text = ['sku,title', ...rows.map((r) => r.map(quoted).join(','))].join('\n')
      const pieces = Array.from({ length: text.length / size + 1 }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      expect(await cellsOf(pieces, { delimiter: ',' })).toEqual(rows)
    }),
    { numRuns: 200 },
  )
})

describe('the columns', () => {
  test('are the first row’s cells, or numbers if there is no header', async () => {
    expect((await read('sku,text\n')).columns).toEqual(['sku', 'text'])
    const headerless = await read('A,b\nC,d\n', { header: false })
    expect(headerless.columns).toEqual(['col1', 'col2'])
    expect(lines(headerless.rows)).toEqual([
      [1, 'A', 'b'],
      [2, 'C', 'd'],
    ])
    for (const blank of ['', '\n', '\n \n']) expect((await read(blank)).batches).toEqual([])
  })
  test('have unique names', () => {
    expect(uniqueNames([' sku ', '', 'sku', 'sku', 'sku (2)', 'col2'], 1)).toEqual([
      'sku',
      'col2',
      'sku (2)',
      'sku (3)',
      'sku (2) (2)',
      'col2 (2)',
    ])
  })
  test.each([
    [',', 'a,b;c\n1,2\n'],
    [';', '"a,b,c";d\n1;2\n'],
    [';', 'a,b;c;d\n1;2\n'],
    [';', 'a;b\n1,5;2,5\n'],
    ['\t', 'a\tb\n1\t2\n'],
    ['|', ' \r\na|b\n1|2\n'],
    [';', '"a,b\n,c";"d"\n1;2\n'],
    [',', 'a\n1,2\n'],
  ])('are split by the delimiter found most in the first row: %j in %j', async (delimiter, text) => {
    const found = await read(text)
    expect(found).toEqual(await read(text, { delimiter: delimiter as ',' }))
    expect(found.rows[0]!.cells).toHaveLength(2)
  })
  test('are limited to 2,000 in every row', async () => {
    const wide = (n: number) => ','.repeat(n - 1)
    expect((await read(`x${wide(2000)}\nA${wide(2000)}\n`)).rows[0]!.cells).toHaveLength(2000)
    const refusal = {
      code: 'too_many_columns',
      message: expect.stringContaining('2001 columns; the limit is 2000'),
    }
    await expect(read(`x${wide(2001)}\n`)).rejects.toMatchObject({ ...refusal, line: 1 })
    await expect(read(`a,b\n1,2\nx${wide(2001)}\n`)).rejects.toMatchObject({ ...refusal, line: 3 })
  })
})

describe('a file is refused', () => {
  test.each([
    'sku,text\nA,b\n"C,d\nE,f\n',
    'sku,text\nA,b\nC,"d',
    'sku,text\nA,b\n"C""\n',
    'sku,text\nA,b\n"',
  ])('if a quote is never closed, with the line it opens on: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'open_quote',
      line: 3,
      message: 'A quote opened here is never closed (line 3)',
    })
  })
  test('if its first quote is never closed', async () => {
    await expect(read('"a,b;c\nd,e\n')).rejects.toMatchObject({ code: 'open_quote', line: 1 })
  })
  test('if a record never ends', async () => {
    const mebi = 'x'.repeat(1024 * 1024)
    const long = ['sku\nA\n', mebi, mebi, mebi, mebi]
    expect(lines(await rowsOf([...long, '\nB']))).toHaveLength(3)
    await expect(read([...long, 'x', '\nB'])).rejects.toMatchObject({
      code: 'endless_line',
      line: 3,
      message:
        'A record is longer than 4194304 characters. ' +
        'Check for an open quote, or a different line ending or delimiter (line 3)',
    })
  })
})

test('three or more lines inside one cell are reported if their delimiters make them look like rows', async () => {
  const swallowed = async (text: string) => {
    const seen: TextTraits = { ended: true, swallowed: undefined }
    await collectRecords(readCsv(inPieces(text), feedFormat.parse({ kind: 'csv' }), undefined, seen))
    return seen.swallowed
  }
  expect(await swallowed('sku,text\nA,"1\nB,2\nC,3"\n')).toBeUndefined()
  expect(await swallowed('sku,text\nA,"1\nB,2\nC,3\nD,4"\n')).toEqual({ line: 2, lines: 3 })
  expect(await swallowed('sku,text\nA,"a\ntext\nof\nmany\nlines"\n')).toBeUndefined()
})
