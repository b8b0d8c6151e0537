import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { delimiters, feedFormat, type FeedFormat } from '#contract/feeds/settings.ts'
import { collectRecords, inPieces, leftOutOf } from '../cases/records.ts'
import { readCsv } from '../formats/csv.ts'
import type { TextTraits } from '../record.ts'

const read = async (text: string, format: Partial<FeedFormat> = {}) => {
  const { batches, rows, columns } = await collectRecords(
    readCsv(inPieces(text), feedFormat.parse({ kind: 'csv', ...format })),
  )
  return {
    columns,
    rows: rows.map((row) => row.cells),
    faults: rows.flatMap(({ line, fault }) => (fault ? [[line, fault]] : [])),
    doubts: rows.flatMap(({ line, doubt }) => (doubt ? [[line, doubt]] : [])),
    leftOut: leftOutOf(batches).map(({ line, reason }) => [line, reason]),
  }
}
const products = (n: number, delimiter = ',') =>
  Array.from({ length: n }, (_, i) =>
    [`N${i + 1}`, `Oak shelf no. ${i + 1}`, `${i + 1}.50`, String(i)].join(delimiter),
  )
const header = ['sku', 'title', 'price', 'qty']

describe('a second table to the right', () => {
  const notesOf = async (text: string) => {
    const traits: TextTraits = { ended: true, swallowed: undefined, notes: [] }
    const { rows, columns } = await collectRecords(
      readCsv(inPieces(text), feedFormat.parse({ kind: 'csv' }), undefined, traits),
    )
    return { columns, rows: rows.map(({ cells, fault }) => (fault ? [fault] : cells)), notes: traits.notes }
  }
  test.each([
    [
      'with the same names',
      ['sku,price,,sku,price', 'A1,1.50,,B1,9.50', 'A2,2.50,,B2,9.60', 'A3,3.50,,,'],
      'D',
    ],
    ['right beside', ['sku,price,sku,price', 'A1,1.50,B1,9.50', 'A2,2.50,B2,9.60', 'A3,3.50,,'], 'C'],
    [
      'with other names',
      ['sku,price,,Item code,Discontinued on', 'A1,1.50,,B1,May', 'A2,2.50,,B2,June', 'A3,3.50,,,'],
      'D',
    ],
    [
      'that begins and ends lower',
      ['sku,price,,,', 'A1,1.50,,,', 'A2,2.50,,sku,stock', 'A3,3.50,,B1,4', ',,,B2,5'],
      'D',
    ],
  ])('%s is said, and the first one is read', async (_what, lines, column) => {
    expect(await notesOf(lines.join('\n'))).toEqual({
      columns: ['sku', 'price'],
      rows: [
        ['A1', '1.50'],
        ['A2', '2.50'],
        ['A3', '3.50'],
      ],
      notes: [`A second table starts in column ${column}. Only the first one is read`],
    })
  })
  test.each([
    ['a blank column', ['sku,price,,stock,location', 'A1,1.50,,3,X', 'A2,2.50,,4,Y']],
    ['a category with the same name', ['id,name,price,id,name', '1,Oak,1.50,7,Home', '2,Jar,2.50,8,Garden']],
    ['two warehouses', ['sku,price,qty,place,qty,place', 'A1,1.50,3,X,4,Y', 'A2,2.50,4,X,5,Y']],
  ])('isn’t %s', async (_what, lines) => {
    const found = await notesOf(lines.join('\n'))
    expect(found.notes).toEqual([])
    expect(found.columns).toHaveLength(lines[0]?.split(',').length ?? 0)
  })
})

describe('a header', () => {
  test.each([
    ['title lines and empty cells', ['Price list of Northwind,,,', 'Valid from 2026-11-01,,,', ',,,']],
    [
      'a report’s lines of names and values',
      ['Per Item Report,,,', 'Period:,2026-11-01 to 2026-11-30,,', 'Currency:,USD,,'],
    ],
    ['lines without delimiters', ['Northwind Home Ltd', 'Phone 555-0100', '']],
    ['a group’s headings', [',,Prices,Stock']],
  ])('is found below %s', async (_what, above) => {
    for (const n of [3, 200]) {
      const found = await read([...above, header.join(','), ...products(n)].join('\n'))
      expect(found.columns).toEqual(header)
      expect(found.rows).toHaveLength(n)
      expect(found.leftOut.map(([, reason]) => reason)).toEqual(
        above.filter((line) => line !== '').map(() => 'Above the header'),
      )
    }
  })
  test('stays the first line if the first products lack numbers', async () => {
    const text = 'Kod,Nazev,Cena,Sklad\nN0,Police,na dotaz,ano\nN1,Police,1.50,3\nN2,Police,2.50,4\n'
    expect(await read(text)).toMatchObject({ columns: ['Kod', 'Nazev', 'Cena', 'Sklad'], leftOut: [] })
  })
  test('in two lines has the names of both', async () => {
    const text =
      'sku,title,Price,,Stock,\n,,net,gross,main,shop\nN1,Oak,1.50,2.00,3,4\nN2,Jar,2.50,3.00,5,6\n'
    expect(await read(text)).toMatchObject({
      columns: ['sku', 'title', 'Price net', 'Price gross', 'Stock main', 'Stock shop'],
      leftOut: [],
    })
    const repeated = ',,Retail,,Dealer\nsku,title,net,gross,net\nN1,Oak,1.50,2.00,3\nN2,Jar,2.50,3.00,5\n'
    expect((await read(repeated)).columns).toEqual(['sku', 'title', 'Retail net', 'gross', 'Dealer net'])
  })
  test('may be set, with the first and last product row', async () => {
    const text = ['a,b', 'old,names', 'sku,price', 'unit,EUR', 'A,1', 'B,2', 'C,3', 'D,4'].join('\n')
    expect(await read(text, { header_row: 3, first_row: 5, last_row: 7 })).toEqual({
      columns: ['sku', 'price'],
      rows: [
        ['A', '1'],
        ['B', '2'],
        ['C', '3'],
      ],
      faults: [],
      doubts: [],
      leftOut: [
        [1, 'Above the header'],
        [2, 'Above the header'],
        [4, 'Before the first product row'],
        [8, 'After the last product row'],
      ],
    })
    await expect(read('a,b\n\n1,2\n', { header_row: 2 })).rejects.toMatchObject({
      code: 'no_header',
      line: 2,
    })
    expect((await read(text, { header: false, first_row: 5 })).rows).toHaveLength(4)
  })
})

describe('a line that is no row', () => {
  test.each([
    ['a repeated header', 'sku,title,price,qty', 'Repeated header'],
    ['a section’s heading', 'SHELVES,,,', 'Section heading or note'],
    ['a section’s heading without delimiters', 'Wall shelves', 'Section heading or note'],
    ['a note', '"* All prices without tax",,,', 'Section heading or note'],
    ['a sum', 'Totals:,,12.00,18', 'Total'],
    ['a sum in the second column', ',Summe,12.00,18', 'Total'],
    ['a sum with a count', 'Total 12 items,,,', 'Total'],
    ['only empty cells', ',,,', 'Only empty cells'],
  ])('is left out: %s', async (_what, line, reason) => {
    for (const n of [3, 200]) {
      const rows = products(n)
      const { leftOut, rows: read_ } = await read(
        [header.join(','), ...rows, line, ...products(2)].join('\n'),
      )
      expect(leftOut).toEqual([[n + 2, reason]])
      expect(read_).toHaveLength(n + 2)
    }
  })
  test.each([
    ['a product of which only the code is known', 'N99,,,'],
    ['a product without price and stock', 'N99,Oak shelf,,'],
    ['a product whose code begins like one', 'Total-1,Oak shelf,,'],
    ['a product named like a column', 'sku,Oak shelf,1.00,2'],
  ])('isn’t %s', async (_what, line) => {
    const { leftOut, rows, faults } = await read([header.join(','), ...products(5), line].join('\n'))
    expect([leftOut, faults]).toEqual([[], []])
    expect(rows).toHaveLength(6)
  })
  test('isn’t a code of letters among codes of letters', async () => {
    const rows = ['OAK,Shelf,1.50,3', 'JAR,Glass jar,2.50,4', 'RUG,,,']
    expect((await read([header.join(','), ...rows].join('\n'))).rows).toHaveLength(3)
  })
  test('isn’t a later row of a group', async () => {
    const text =
      'handle,title,price,image\na1,Shelf,1.50,https://x.example/1.jpg\na1,,,https://x.example/2.jpg\nb1,Jar,2.50,\nword,,,\n'
    expect((await read(text, { group: 'handle' })).leftOut).toEqual([])
  })
  test('is rejected, not left out, if it is a header with other columns', async () => {
    const text = [header.join(','), ...products(3), 'sku,title,qty,price', ...products(1)].join('\n')
    expect(await read(text)).toMatchObject({
      leftOut: [],
      faults: [
        [5, 'Looks like a header with other columns'],
        [6, 'Below a header with other columns'],
      ],
    })
  })
  test('is rejected as long as the columns are in another order', async () => {
    const other = ['sku,title,qty,price', ...products(2)]
    const text = [header.join(','), ...products(3), ...other, header.join(','), ...products(1)].join('\n')
    const { faults, rows, leftOut } = await read(text)
    expect(faults.map(([line]) => line)).toEqual([5, 6, 7])
    expect([rows.length - faults.length, leftOut]).toEqual([4, [[8, 'Repeated header']]])
  })
  test.each(['TOTAL,All products,500.00,300', 'Total,Total Gym,99.00,1'])(
    'is rejected, not left out, if it may be a product: %s',
    async (line) => {
      const { leftOut, faults } = await read([header.join(','), ...products(5), line].join('\n'))
      expect([leftOut, faults]).toEqual([[], [[7, 'Looks like a total']]])
    },
  )
  test.each(['Totals for May,,500.00,300', 'Total value,,9999.00,300', 'Summe: 12,,500.00,300'])(
    'is left out if it says what it sums up: %s',
    async (line) => {
      const { leftOut } = await read([header.join(','), ...products(5), line].join('\n'))
      expect(leftOut).toEqual([[7, 'Total']])
    },
  )
  test('isn’t a product of a brand called Total', async () => {
    const brands = ['Total,5001,70.00,9', 'Shell,5002,71.63,27', 'Total,5003,12.00,3', 'Shell,5004,9.00,1']
    const { leftOut, faults, rows } = await read(['brand,sku,price,qty', ...brands].join('\n'))
    expect([leftOut, faults, rows.length]).toEqual([[], [], 4])
  })
  test('counts as a row if every line does', async () => {
    const text = [header.join(','), ...products(3), 'Totals:,,12.00,18', ',,,'].join('\n')
    expect(await read(text, { every_line: true })).toMatchObject({ leftOut: [], rows: { length: 5 } })
  })
})

describe('a delimiter', () => {
  test.each([
    [
      'commas in the names',
      ';',
      'sku (code, unique);title (100 letters, short);price (net, EUR)\nN1;Oak;1.5\nN2;Jar;2.5\n',
      3,
    ],
    [
      'cells of several lines',
      ';',
      'sku;text;price\nN1;"a, b\nc, d, e\nf, g";1,50\nN2;"a, b\nc, d, e";2,50\n',
      3,
    ],
    ['decimal commas', ';', 'sku;cost;price\nN1;1,50;2,50\nN2;1,60;2,60\n', 3],
    ['carets', '^', 'sku^title^price\nN1^Oak, solid^1.50\nN2^Jar^2.50\n', 3],
    ['title lines', '\t', 'List, of, many, words\nsku\ttitle\tprice\nN1\tOak\t1.50\nN2\tJar\t2.50\n', 3],
    ['lines that end with returns', ';', 'sku;title;price\rN1;Oak, solid;1.50\rN2;Jar;2.50\r', 3],
  ])('is found among %s', async (_what, _delimiter, text, width) => {
    const { columns, rows } = await read(text)
    expect(columns).toHaveLength(width)
    expect(rows.map((cells) => cells.length)).toEqual([width, width])
  })
  test('may be named by the first line', async () => {
    const found = await read('sep=;\nsku;price\nA;1,50\n')
    expect(found).toMatchObject({
      columns: ['sku', 'price'],
      rows: [['A', '1,50']],
      leftOut: [[1, 'Names the delimiter']],
    })
  })
  test.each([
    ['rows only', 'sku,price', 'A,1,'],
    ['the header only', 'sku,price,', 'A,1'],
    ['both', 'sku,price,', 'A,1,'],
  ])('at the end of %s adds no value', async (_what, names, row) => {
    const { columns, rows } = await read([names, row, row.replace('A', 'B')].join('\n'))
    expect(rows.map((cells) => [cells.length, ...cells.slice(0, 2)])).toEqual([
      [columns.length, 'A', '1'],
      [columns.length, 'B', '1'],
    ])
  })
})

describe('a quote', () => {
  test('that is stray swallows no rows', async () => {
    const text = [
      'sku,title,price',
      'N1,"Oak shelf,1.50',
      'N2,Steel hook,2.50',
      'N3,"Wool rug",3.50',
      'N4,Jar,4.50',
    ].join('\n')
    expect(await read(text)).toMatchObject({
      rows: [
        ['N1', 'Oak shelf', '1.50'],
        ['N2', 'Steel hook', '2.50'],
        ['N3', 'Wool rug', '3.50'],
        ['N4', 'Jar', '4.50'],
      ],
      doubts: [[2, 'Stray quote, read without it']],
    })
  })
  test('that nothing closes is stray if rows follow', async () => {
    const rows = products(200)
    rows[99] = 'N100,"12 inch shelf,1.50,3'
    const found = await read([header.join(','), ...rows].join('\n'))
    expect(found.rows).toHaveLength(200)
    expect(found.doubts).toEqual([[101, 'Stray quote, read without it']])
  })
  test('of a long description is none', async () => {
    const text = 'sku,text,price\nN1,"one, two\nthree, four\nfive",1.50\nN2,plain,2.50\n'
    expect(await read(text)).toMatchObject({ rows: { length: 2 }, doubts: [] })
  })
  test('may be written with a backslash', async () => {
    const text = 'sku,title,price\nN1,"Shelf 12\\" wide, oak",1.50\nN2,"Jar 3\\", glass",2.50\n'
    expect((await read(text)).rows).toEqual([
      ['N1', 'Shelf 12" wide, oak', '1.50'],
      ['N2', 'Jar 3", glass', '2.50'],
    ])
  })
  test('may be single in a whole file', async () => {
    const text = "'sku','title','price'\n'N1','Oak, solid','1.50'\n'N2','Jar','2.50'\n"
    expect((await read(text)).rows[0]).toEqual(['N1', 'Oak, solid', '1.50'])
  })
  test('around a spreadsheet’s text keeps its zeros', async () => {
    expect((await read('sku,price\n="00042",1\n"=""00043""",2\n')).rows).toEqual([
      ['00042', '1'],
      ['00043', '2'],
    ])
  })
})

test('a table reads the same however it is written', async () => {
  const letters = fc.constantFrom('a', 'Z', 'é', '"', "'", ',', ';', '|', '\t', '^', '\n', ' ', '7')
  const cell = fc.string({ unit: letters, maxLength: 8 }).map((s) => `k${s.replaceAll('\n', ' \n').trim()}k`)
  const row = fc.tuple(fc.integer({ min: 1, max: 99_999 }), cell, fc.integer({ min: 1, max: 9999 }))
  const dialect = fc.record({
    delimiter: fc.constantFrom(...delimiters),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '\uFEFF'),
    above: fc.constantFrom([], ['Price list'], ['Price list', '', 'All prices in EUR']),
    isSet: fc.boolean(),
    lastEnd: fc.boolean(),
    quotesAll: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 30 }), dialect, async (table, d) => {
      const quoted = (s: string) =>
        d.quotesAll || s.includes(d.delimiter) || /["'\n]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s
      const cells = table.map(([code, text, price]) => [`N-${code}`, text, `${price}.25`])
      const lines = [['sku', 'title', 'price'], ...cells].map((line) => line.map(quoted).join(d.delimiter))
      const text = d.mark + [...d.above, ...lines].join('\n') + (d.lastEnd ? '\n' : '')
      // a colon isn't looked for, because addresses have them
      const isSet = d.isSet || d.delimiter === ':'
      // within cells, a file of returns has them, too
      const written = text.replaceAll('\n', d.lineEnd)
      const found = await read(written.replace(/^\uFEFF/, ''), isSet ? { delimiter: d.delimiter } : {})
      const shown = found.rows.map((line) => line.map((c) => c.replaceAll('\r\n', '\n')))
      expect(found.columns).toEqual(['sku', 'title', 'price'])
      expect(shown).toEqual(cells)
    }),
    { numRuns: 300 },
  )
})
