import { FeedFailure, limits } from '../failure.ts'
import { ColumnTable, RowBatch, type RecordBatch } from '../record.ts'

/**
 * ANSI X12 832 (price catalogue) and 846 (inventory): one record for each LIN loop. Its product ids become
 * `LIN.<qualifier>` (SK, VN, UP …), prices `CTP.<class>`,
 * texts `PID`, quantities `QTY.<qualifier>`, measures `MEA.<qualifier>`, the rest `<segment>.<element>`.
 * The ISA header names the separators.
 */
export async function* readX12(text: AsyncIterable<string>): AsyncGenerator<RecordBatch> {
  const table = new ColumnTable()
  const batch = new RowBatch()
  let item: { line: number; cells: string[]; chars: number } | undefined
  const put = (key: string, value: string | undefined) => {
    if (item && value) table.put(item.cells, key, value, item.line)
  }
  const endItem = () => {
    if (item) batch.add(table.row(item.cells, item.line), item.chars)
    item = undefined
  }
  let line = 0
  let element = ''
  let openSet = false
  for await (const segmentList of segments(text))
    for (const segment of segmentList) {
      line++
      element ||= segment.charAt(3)
      const e = segment.trim().split(element)
      const [name = ''] = e
      if (name === 'ST') refuseOther(e[1] ?? '', line)
      if (name === 'ST' || name === 'SE') openSet = name === 'ST'
      if (name === 'LIN' || name === 'CTT' || name === 'SE') endItem()
      if (batch.full) yield { columns: [...table.columns], rows: batch.take() }
      if (name === 'LIN') item = { line, cells: [], chars: 0 }
      if (!item) continue
      item.chars += segment.length
      if (item.chars > limits.recordChars)
        throw new FeedFailure(
          'endless_item',
          `An item has more than ${limits.recordChars} characters`,
          item.line,
        )
      if (name === 'LIN') for (let i = 2; i < e.length; i += 2) put(`LIN.${e[i]}`, e[i + 1])
      else if (name === 'CTP') put(`CTP.${e[2] || e[1]}`, e[3])
      else if (name === 'PID') put('PID', e[5])
      else if (name === 'QTY') put(`QTY.${e[1]}`, e[2])
      else if (name === 'MEA') put(`MEA.${e[2]}`, e[3])
      else if (name === 'REF') put(`REF.${e[1]}`, e[2])
      else for (let i = 1; i < e.length; i++) put(`${name}.${i}`, e[i])
    }
  if (openSet)
    throw new FeedFailure('truncated', 'The X12 file is incomplete: the closing segment SE is missing', line)
  endItem()
  yield { columns: [...table.columns], rows: batch.take() }
}

const sets: Readonly<Record<string, string>> = {
  '810': 'an invoice',
  '820': 'a payment order',
  '824': 'an application advice',
  '830': 'a planning schedule',
  '850': 'a purchase order',
  '852': 'a product activity report',
  '855': 'a purchase order acknowledgment',
  '856': 'a ship notice',
  '860': 'a purchase order change',
  '865': 'a purchase order change acknowledgment',
  '875': 'a grocery purchase order',
  '940': 'a warehouse shipping order',
  '945': 'a warehouse shipping advice',
  '997': 'a functional acknowledgment',
}
function refuseOther(set: string, line: number): void {
  if (set === '832' || set === '846' || set === '') return
  const name = sets[set] ?? 'a transaction'
  throw new FeedFailure(
    'other_document',
    `The file is ${name} (${set}), not a catalog (832) or inventory (846)`,
    line,
  )
}

/** The segments as they come; the first is ISA, whose fourth character is the separator of elements. */
async function* segments(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  let terminator: string | undefined
  let line = 1
  for await (const piece of text) {
    rest = terminator ? rest + piece : (rest + piece).trimStart()
    terminator ??= terminatorOf(rest)
    if (!terminator) continue
    const whole = rest.split(terminator)
    rest = whole.pop() ?? ''
    line += whole.length
    yield whole
    if (rest.length > limits.recordChars)
      throw new FeedFailure(
        'endless_segment',
        `A segment is longer than ${limits.recordChars} characters`,
        line,
      )
  }
  if (!terminator) throw notX12()
  yield [rest]
}

/** More than any ISA segment takes. */
const isaChars = 1000
const notX12 = () => new FeedFailure('not_x12', 'The file does not start with an ISA segment')

/** The character after ISA's 16th element, which is one character long; undefined until it has been read. */
function terminatorOf(beginning: string): string | undefined {
  const terminator = beginning.split(beginning.charAt(3), 17)[16]?.[1]
  if (!terminator && beginning.length <= isaChars) return undefined
  if (!terminator || !beginning.startsWith('ISA')) throw notX12()
  return terminator
}
