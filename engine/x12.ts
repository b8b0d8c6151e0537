import { FeedFailure, limits } from './failure.ts'
import { ColumnTable, type RecordBatch, type SourceRow } from './record.ts'

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
  all = all.replace(/^[\uFEFF\s]+/, '')
  if (!all.startsWith('ISA') || all.length < 40)
    throw new FeedFailure('not_x12', 'The file does not begin with an ISA segment')
  const element = all[3]!
  const terminator = terminatorOf(all, element)
  const table = new ColumnTable()
  const rows: SourceRow[] = []
  let cells: string[] | undefined
  let line = 0
  const put = (key: string, value: string | undefined) => {
    if (!cells || !value) return
    const at = table.index(key)
    if (at >= limits.columns)
      throw new FeedFailure(
        'too_many_columns',
        `Items have more than ${limits.columns} different fields`,
        line,
      )
    cells[at] = cells[at] ? `${cells[at]}|${value}` : value
  }
  const close = () => {
    if (cells) rows.push({ line, cells, hashA: 0, hashB: 0 })
    cells = undefined
  }
  let at = 0
  for (const raw of all.split(terminator)) {
    at++
    const segment = raw.trim()
    if (segment === '') continue
    const e = segment.split(element)
    const name = e[0]!
    if (name === 'LIN') {
      close()
      cells = []
      line = at
      for (let i = 2; i + 1 < e.length; i += 2) put(`LIN.${e[i]}`, e[i + 1])
    } else if (name === 'CTT' || name === 'SE') close()
    else if (name === 'CTP') put(`CTP.${e[2] || e[1] || ''}`, e[3])
    else if (name === 'PID') put('PID', e[5])
    else if (name === 'QTY') put(`QTY.${e[1] ?? ''}`, e[2])
    else if (name === 'MEA') put(`MEA.${e[2] ?? ''}`, e[3])
    else if (name === 'REF') put(`REF.${e[1] ?? ''}`, e[2])
    else for (let i = 1; i < e.length; i++) put(`${name}.${i}`, e[i])
  }
  close()
  for (const row of rows) {
    const c = row.cells as string[]
    for (let i = 0; i < table.columns.length; i++) c[i] ??= ''
  }
  yield { columns: table.columns, rows }
}

/** The segment terminator follows ISA's 16th element, which is one character long. */
function terminatorOf(text: string, element: string): string {
  let at = -1
  for (let i = 0; i < 16; i++) at = text.indexOf(element, at + 1)
  return text[at + 2] ?? '~'
}
