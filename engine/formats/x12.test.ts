import { describe, expect, test } from 'vitest'
import { collectRecords, inPieces } from '../cases/records.ts'
import { readX12 } from './x12.ts'

const header =
  'ISA*00*          *00*          *01*999999999      *12*6309246701     *060926*1242*U*00401*000000030*0*T*>'
const read = (...pieces: string[]) => collectRecords(readX12(inPieces(pieces)))
const items = async (segments: string) => {
  const { columns, rows } = await read(`${header}~${segments}`)
  return rows.map((r) =>
    Object.fromEntries(columns.map((c, i) => [c, r.cells[i]]).filter(([, cell]) => cell !== '')),
  )
}

describe('an interchange', () => {
  test('has one record per LIN loop, numbered by its first segment', async () => {
    const { columns, rows } = await read(
      `\ufeff \r\n${header}~GS*IB*1*2~ST*846*1~REF*before*x~LIN*1*SK*A*UP*036000291452~`,
      'QTY*33*12*EA~LIN*2*SK*B~PO4*6**EA~CTT*2~REF*IA*after~LIN*3*SK*C~SE*6*1~REF*IA*end~',
    )
    expect(columns).toEqual(['LIN.SK', 'LIN.UP', 'QTY.33', 'PO4.1', 'PO4.3'])
    expect(rows).toEqual([
      { line: 5, cells: ['A', '036000291452', '12'], hashA: 0, hashB: 0 },
      { line: 7, cells: ['B', '', '', '6', 'EA'], hashA: 0, hashB: 0 },
      { line: 11, cells: ['C'], hashA: 0, hashB: 0 },
    ])
  })
  test.each(['QTY*33*1', 'LIN*2*SK*B~QTY', 'CTT*1'])(
    'cut off at %s is refused, because the missing items would look removed',
    async (end) => {
      const cut = read(`${header}~GS*IB*1*2~ST*846*1~LIN*1*SK*A~${end}`)
      await expect(cut).rejects.toThrow('The X12 file is incomplete: the closing segment SE is missing')
    },
  )
  test('ends its segments with the character its header sets', async () => {
    const body = ['GS*IB', 'LIN*1*SK*A', 'QTY*33*1', 'CTT*1']
    const expected = { columns: ['LIN.SK', 'QTY.33'], rows: [{ cells: ['A', '1'] }] }
    for (const end of ['~', '\n', '\r\n', '~\r\n', "'"])
      expect(await read([header, ...body, ''].join(end))).toMatchObject(expected)
    const piped = `${header.replaceAll('*', '|')}~GS|IB~LIN|1|SK|A~QTY|33|1~`
    expect(await read(piped)).toMatchObject(expected)
  })
  test.each([
    ['LIN*1*SK*A*VN*V-1*UP', { 'LIN.SK': 'A', 'LIN.VN': 'V-1' }],
    ['LIN**SK*A~CTP*WS*NET*9.99', { 'LIN.SK': 'A', 'CTP.NET': '9.99' }],
    ['LIN**SK*A~CTP*WS**9.99*1', { 'LIN.SK': 'A', 'CTP.WS': '9.99' }],
    ['LIN**SK*A~PID*F****A hat~PID*F*08***red', { 'LIN.SK': 'A', PID: 'A hat|red' }],
    [
      'LIN**SK*A~MEA*PD*WT*3*LB~REF*IA*7~QTY*33*5*EA',
      { 'LIN.SK': 'A', 'MEA.WT': '3', 'REF.IA': '7', 'QTY.33': '5' },
    ],
    ['LIN**SK*A~PID~QTY*33~MEA*PD~REF*IA~CTP*WS*NET~DTM**20260101', { 'LIN.SK': 'A', 'DTM.2': '20260101' }],
  ])('returns an item’s elements by their qualifiers: %s', async (segments, item) => {
    expect(await items(`${segments}~`)).toEqual([item])
  })
  test.each([
    ['of another kind', 'UNB+UNOA:1'],
    ['with separators but another name', `X${header.slice(1)}~`],
    ['that is empty', ''],
    ['that breaks off in its header', header.slice(0, 90)],
    ['that breaks off behind its header', header],
    ['with a header that goes on and on', `ISA*${'x'.repeat(2000)}`],
  ])('%s is refused', async (_what, text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'not_x12',
      message: 'The file does not start with an ISA segment',
    })
  })
  test('can have at most 2,000 different elements', async () => {
    const item = (n: number) => `LIN*1${Array.from({ length: n }, (_, i) => `*Q${i}*v`).join('')}~`
    expect((await read(`${header}~${item(2000)}`)).columns).toHaveLength(2000)
    await expect(read(`${header}~${item(1)}${item(2001)}`)).rejects.toMatchObject({
      code: 'too_many_columns',
      line: 3,
      message: 'Items have more than 2000 different fields (line 3)',
    })
  })
  test('is returned in batches, wherever the chunks of its text end and however long it is', async () => {
    const text = `${header}~${'LIN*1*SK*A~QTY*33*5~'.repeat(1200)}SE*1~`
    const whole = await read(text)
    expect(whole.batches.map((b) => b.rows.length)).toEqual([500, 500, 200])
    expect(whole.rows.at(-1)).toMatchObject({ line: 2400, cells: ['A', '5'] })
    const pieces = text.match(/[^]{1,997}/g)!
    expect((await read(...pieces)).rows).toEqual(whole.rows)
    const long = `LIN*1*SK*A~PID*F****${'x'.repeat(400_000)}~`
    expect((await read(`${header}~${long.repeat(7)}`)).batches.map((b) => b.rows.length)).toEqual([3, 3, 1])
  })
  test('can have segments and items of at most 4 Mi characters', async () => {
    const mebi = 'x'.repeat(1024 * 1024)
    const four = [mebi, mebi, mebi, mebi]
    expect((await read(`${header}~N1*`, ...four.slice(1), `~LIN*1*SK*A~`)).rows).toHaveLength(1)
    await expect(read(`${header}~LIN*1*SK*A~N1*`, ...four)).rejects.toMatchObject({
      code: 'endless_segment',
      line: 3,
      message: 'A segment is longer than 4194304 characters (line 3)',
    })
    const item = `${header}~REF*IA*7~LIN*1*SK*A~`
    expect((await read(item, ...four.slice(1).map((x) => `N1*${x}~`))).rows).toHaveLength(1)
    await expect(read(item, ...four.map((x) => `N1*${x}~`))).rejects.toMatchObject({
      code: 'endless_item',
      line: 3,
      message: 'An item has more than 4194304 characters (line 3)',
    })
  })
})
