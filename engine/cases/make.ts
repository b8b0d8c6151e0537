// Writes the hostile and packed cases whose files are made, not kept: each returns the bytes of its feed.
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export const zip = (files: Record<string, string | Buffer>) =>
  new Promise<Buffer>((resolve) => {
    const z = new ZipFile()
    for (const [name, body] of Object.entries(files))
      if (name.endsWith('/')) z.addEmptyDirectory(name)
      else z.addBuffer(Buffer.from(body), name)
    z.end()
    const parts: Buffer[] = []
    z.outputStream.on('data', (d: Buffer) => parts.push(d)).on('end', () => resolve(Buffer.concat(parts)))
  })

/** A bomb to the tests' limits, which are smaller than the real ones. */
const bomb = Buffer.alloc(1024 * 1024, 'A,1\n')
const rows = 'sku,price\nA,1\nB,2\n'
const sheet = (cells: string) => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>sku</t></si><si><t>price</t></si><si><r><t>A</t></r><r><t>-1</t></r></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${cells}</sheetData></worksheet>`,
})

const cell = (reference: string, value: string | number, style = 0) =>
  typeof value === 'number'
    ? `<c r="${reference}" s="${style}"><v>${value}</v></c>`
    : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
const row = (n: number, ...cells: (string | number | [value: number, style: number])[]) =>
  `<row r="${n}">${cells
    .map((value, i) => {
      const [shown, style] = Array.isArray(value) ? value : [value]
      return cell(`${'ABCDEF'[i]}${n}`, shown, style)
    })
    .join('')}</row>`
/** Styles 1 to 4: zeros, a prefix, a date with and without its time, percent. */
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="&quot;AB-&quot;0000"/>' +
  '<numFmt numFmtId="166" formatCode="[$-409]d\\-mmm\\-yy h:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/>' +
  '<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="9"/></cellXfs></styleSheet>'
/** A workbook of named sheets; `hidden` ones carry their state. */
const workbook = (sheets: readonly { name: string; state?: string; rows: string }[], from1904 = false) =>
  zip({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${sheets
      .map(({ name, state = 'visible' }, i) => `<sheet name="${name}" state="${state}" r:id="rId${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, i) => `<Relationship Id="rId${i}" Target="worksheets/s${i}.xml"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [
        `xl/worksheets/s${i}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })

export const madeCases: Record<string, () => Buffer | Promise<Buffer>> = {
  gzip: () => gzipSync(rows),
  'zip-with-one-file': () => zip({ 'feed.csv': rows }),
  'zip-with-two-files': () => zip({ 'a.csv': rows, 'b.csv': rows }),
  'gzip-truncated': () =>
    gzipSync(
      Buffer.from(Array.from({ length: 5000 }, (_, i) => `SKU-${i * 7919},${i}.50`).join('\n')),
    ).subarray(0, 9000),
  'gzip-bomb': () => gzipSync(bomb),
  'zip-bomb': () => zip({ 'feed.csv': bomb }),
  'xlsx-bomb': () =>
    zip({ ...sheet(''), 'xl/worksheets/sheet1.xml': `<worksheet>${'<row/>'.repeat(200_000)}` }),
  'one-endless-line': () => Buffer.alloc(8 * 1024 * 1024, 'x'),
  'ten-thousand-columns': () =>
    Buffer.from(`sku,price,${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(',')}\nA,1\n`),
  'nul-bytes': () => Buffer.from('sku,price\nA\0,1\nB,2\n'),
  'utf-16le-with-bom': () =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('sku,price\nÄ,1\n', 'utf16le')]),
  'lying-encoding': () =>
    Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><r><item><sku>'),
      Buffer.from([0xc4, 0x41, 0xff]),
      Buffer.from('</sku><price>1</price></item></r>'),
    ]),
  xlsx: () => zip(sheet('<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>1.5</v></c></row>')),
  'xlsx-formulas': () =>
    zip(
      sheet(
        '<row r="2"><c r="A2" t="str"><f>CMD("rm -rf /")</f><v>B-2</v></c><c r="B2"><f>SUM(1,2)</f><v>3</v></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>=1+1</t></is></c><c r="B3"><v>4</v></c></row>',
      ),
    ),
  'xlsx-numbers': () => {
    const row = (n: number, sku: string, price: string, qty: string) =>
      `<row r="${n}">${sku}<c r="B${n}"><v>${price}</v></c><c r="C${n}"><v>${qty}</v></c></row>`
    const text = (reference: string, value: string) =>
      `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`
    const body = [
      `<row r="1">${text('A1', 'sku')}${text('B1', 'price')}${text('C1', 'qty')}</row>`,
      row(2, '<c r="A2"><v>1.234567890123E+12</v></c>', '1.2344999999999999E3', '12.0'),
      row(3, text('A3', 'B'), '0.30000000000000004', '1.5E3'),
      row(4, '<c r="A4"><v>123456789012345678</v></c>', '1.1E-2', '1.9999999999999998'),
    ]
    const parts = sheet('')
    return zip({
      ...parts,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${body.join('')}</sheetData></worksheet>`,
    })
  },
  'xlsx-as-shown': () =>
    workbook([
      {
        name: 'Prices',
        rows:
          row(1, 'sku', 'price', 'until', 'off') +
          row(2, [42, 1], 1.5, [46_030, 3], [0.19, 4]) +
          row(3, [7, 2], 2.5, [46_031, 3], [0.05, 4]),
      },
    ]),
  'xlsx-days-from-1904': () =>
    workbook(
      [
        {
          name: 'Prices',
          rows: row(1, 'sku', 'until') + row(2, 'A', [44_568, 3]) + row(3, 'B', [44_569.270_833_333_3, 3]),
        },
      ],
      true,
    ),
  'xlsx-cover-and-hidden-sheets': () => {
    const table = (first: string) => row(1, 'sku', 'price') + row(2, `${first}1`, 1) + row(3, `${first}2`, 2)
    return workbook([
      { name: 'Lists', state: 'veryHidden', rows: table('H') },
      { name: 'Old', state: 'hidden', rows: table('O') },
      { name: 'Cover', rows: row(1, 'Harbor Tools') + row(3, 'Phone', '555-0100') },
      {
        name: 'Prices',
        rows:
          row(1, 'Price list') +
          row(2, '', 'All prices in EUR') +
          row(4, 'sku', 'price') +
          row(5, 'A', 1.5) +
          row(6, 'B', 2.5),
      },
    ])
  },
  'xlsx-row-per-cell': () => {
    const cells = [
      ['A1', 'sku'],
      ['B1', 'price'],
      ['A2', 'A'],
      ['B2', 1.5],
      ['A3', 'B'],
      ['B3', 2.5],
    ] as const
    const rows = cells.map(
      ([reference, value]) => `<row r="${reference.slice(1)}">${cell(reference, value)}</row>`,
    )
    return workbook([{ name: 'Prices', rows: rows.join('') }])
  },
  'xlsx-that-is-no-workbook': () => zip({ 'a.txt': 'no' }),
}
