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
  const list = item?.trim().replace(/^\$?\.?/, '')
  const parser = new JSONParser({ paths: [list ? `$.${list}.*` : '$.*'], keepStack: false })
  parser.onValue = ({ value }) => {
    if (isObject(value)) rows.push(table.row(cellsOf(table, value, ++count), count))
  }
  parser.onError = (error) => {
    // what is thrown in here comes by again
    if (error instanceof FeedFailure) throw error
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
    const hashA = hashText(record)
    const hashB = hashHigh
    if (known?.(hashA, hashB, line)) {
      rows.push({ line, cells: [], hashA, hashB, known: true })
      return
    }
    const value = objectIn(record)
    if (value instanceof Error) {
      const fault = `The line isn't a JSON object: ${value.message}`
      rows.push({ line, cells: [record.slice(0, 500)], hashA, hashB, fault })
    } else rows.push({ ...table.row(cellsOf(table, value, line), line), hashA, hashB })
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop()!
    for (const part of parts) take(part)
    if (rest.length > limits.recordChars) {
      const message = `A line is longer than ${limits.recordChars} characters`
      throw new FeedFailure('endless_line', message, line + 1)
    }
    if (rows.length >= batchRows) {
      yield { columns: [...table.columns], rows }
      rows = []
    }
  }
  take(rest)
  yield { columns: [...table.columns], rows }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectIn(line: string): object | Error {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : new Error('not an object')
  } catch (error) {
    return error as Error
  }
}

function cellsOf(table: ColumnTable, value: object, line: number): string[] {
  const cells: string[] = []
  const walk = (path: string, v: unknown, depth: number): void => {
    if (v === null || depth > 12) return
    if (typeof v !== 'object') table.put(cells, path, typeof v === 'string' ? v : JSON.stringify(v), line)
    else if (Array.isArray(v) && v.every((x) => typeof x !== 'object' || x === null))
      table.put(cells, path, v.filter((x) => x !== null).join('|'), line)
    else for (const [k, x] of Object.entries(v)) walk(path ? `${path}.${k}` : k, x, depth + 1)
  }
  walk('', value, 0)
  return cells
}
