import { FeedFailure } from './failure.ts'
import { ColumnTable, type RecordBatch } from './record.ts'

/**
 * ANSI X12 832 (price catalogue) and 846 (inventory): one record a LIN loop. Its product ids become
 * `LIN.<qualifier>` (SK, VN, UP …), prices `CTP.<class>`,
 * texts `PID`, quantities `QTY.<qualifier>`, measures `MEA.<qualifier>`, the rest `<segment>.<element>`.
 * The ISA header names the separators.
 */
export async function* readX12(text: AsyncIterable<string>): AsyncGenerator<RecordBatch> {
  let all = ''
  for await (const piece of text) {
    all += piece
    if (all.length > 64 * 1024 * 1024)
      throw new FeedFailure('too_large', 'An X12 interchange is read up to 64 MB')
  }
  all = all.trimStart()
  const element = all[3]!
  // the terminator follows ISA's 16th element, which is one character long
  const terminator = all.split(element, 17)[16]?.[1]
  if (!all.startsWith('ISA') || !terminator)
    throw new FeedFailure('not_x12', 'The file does not begin with an ISA segment')
  const table = new ColumnTable()
  const items: { line: number; cells: string[] }[] = []
  let item: (typeof items)[number] | undefined
  const put = (key: string, value: string | undefined) => {
    if (item && value) table.put(item.cells, key, value, item.line)
  }
  let line = 0
  for (const segment of all.split(terminator)) {
    line++
    const e = segment.trim().split(element)
    const name = e[0]!
    if (name === 'LIN') {
      items.push((item = { line, cells: [] }))
      for (let i = 2; i < e.length; i += 2) put(`LIN.${e[i]}`, e[i + 1])
    } else if (name === 'CTT' || name === 'SE') item = undefined
    else if (name === 'CTP') put(`CTP.${e[2] || e[1]}`, e[3])
    else if (name === 'PID') put('PID', e[5])
    else if (name === 'QTY') put(`QTY.${e[1]}`, e[2])
    else if (name === 'MEA') put(`MEA.${e[2]}`, e[3])
    else if (name === 'REF') put(`REF.${e[1]}`, e[2])
    else for (let i = 1; i < e.length; i++) put(`${name}.${i}`, e[i])
  }
  const rows = items.map((i) => table.row(i.cells, i.line))
  yield { columns: table.columns, rows }
}
