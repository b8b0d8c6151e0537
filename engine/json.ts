import { JSONParser } from '@streamparser/json'
import { FeedFailure, limits } from './failure.ts'
import { hashHigh, hashText } from './hash.ts'
import { batchRows, ColumnTable, type KnownRow, type RecordBatch, type SourceRow } from './record.ts'

/**
 * A JSON document's list of objects, at `item` (such as `products` or `data.items`), or at the root. Nested
 * values become paths: `price.amount`, `images` joined by `|`.
 */
export async function* readJson(text: AsyncIterable<string>, item?: string): AsyncGenerator<RecordBatch> {
  const table = new ColumnTable()
  let rows: SourceRow[] = []
  let count = 0
  const path = item?.trim() ? `$.${item.trim().replace(/^\$?\.?/, '')}.*` : '$.*'
  const parser = new JSONParser({ paths: [path], keepStack: false })
  parser.onValue = ({ value }) => {
    if (value && typeof value === 'object' && !Array.isArray(value))
      rows.push(flat(table, value as Record<string, unknown>, ++count, 0, 0))
  }
  parser.onError = (error) => {
    throw new FeedFailure('not_json', `The file isn't JSON: ${error.message}, after item ${count}`)
  }
  let any = false
  for await (const piece of text) {
    any ||= piece.trim() !== ''
    parser.write(piece)
    if (rows.length >= batchRows) {
      yield { columns: [...table.columns], rows }
      rows = []
    }
  }
  if (!any) throw new FeedFailure('empty', 'The file is empty')
  if (!parser.isEnded) throw new FeedFailure('not_json', `The JSON ends in the middle, after item ${count}`)
  yield { columns: [...table.columns], rows }
}

/** One JSON object a line; a line that isn't one is a rejected row, not a rejected run. */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  known?: KnownRow,
): AsyncGenerator<RecordBatch> {
  const table = new ColumnTable()
  let rows: SourceRow[] = []
  let rest = ''
  let line = 0
  const take = (record: string) => {
    line++
    if (record.trim() === '') return
    const a = hashText(record)
    const b = hashHigh
    if (known?.(a, b, line)) {
      rows.push({ line, cells: [], hashA: a, hashB: b, known: true })
      return
    }
    try {
      const value: unknown = JSON.parse(record)
      if (!value || typeof value !== 'object' || Array.isArray(value)) throw new Error('not an object')
      rows.push(flat(table, value as Record<string, unknown>, line, a, b))
    } catch (error) {
      rows.push({
        line,
        cells: [record.slice(0, 500)],
        hashA: a,
        hashB: b,
        fault: `The line isn't a JSON object: ${(error as Error).message}`,
      })
    }
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    if (rest.length > limits.recordChars)
      throw new FeedFailure(
        'endless_line',
        `A line is longer than ${limits.recordChars} characters`,
        line + 1,
      )
    for (const part of parts) take(part)
    if (rows.length >= batchRows) {
      yield { columns: [...table.columns], rows }
      rows = []
    }
  }
  if (rest) take(rest)
  yield { columns: [...table.columns], rows }
}

function flat(
  table: ColumnTable,
  value: Record<string, unknown>,
  line: number,
  hashA: number,
  hashB: number,
): SourceRow {
  const cells: string[] = []
  const walk = (prefix: string, v: unknown, depth: number): void => {
    if (v === null || v === undefined) return
    if (depth > 12) return
    if (Array.isArray(v)) {
      if (v.every((x) => x === null || typeof x !== 'object'))
        set(prefix, v.filter((x) => x !== null).join('|'))
      else v.forEach((x, i) => walk(`${prefix}.${i}`, x, depth + 1))
    } else if (typeof v === 'object')
      for (const [k, x] of Object.entries(v)) walk(prefix ? `${prefix}.${k}` : k, x, depth + 1)
    else set(prefix, typeof v === 'string' ? v : JSON.stringify(v))
  }
  const set = (key: string, text: string) => {
    const at = table.index(key)
    if (at >= limits.columns)
      throw new FeedFailure(
        'too_many_columns',
        `Items have more than ${limits.columns} different fields`,
        line,
      )
    cells[at] = text
  }
  walk('', value, 0)
  for (let i = 0; i < table.columns.length; i++) cells[i] ??= ''
  return { line, cells, hashA, hashB }
}
