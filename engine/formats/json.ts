import { pathOf } from '#contract/feeds/settings.ts'
import { FeedFailure, limits } from '../failure.ts'
import { hashHigh, hashText } from '../hash.ts'
import { errorAnswer } from '../refusals.ts'
import { beginningChars, errorIn, listIn, variantsIn, type FoundList, type Json } from './json-list.ts'
import { cellsOf, JsonRows } from './json-rows.ts'
import { exactNumber } from '../number.ts'
import {
  ColumnTable,
  note,
  RowBatch,
  smallPieces,
  type KnownRow,
  type RecordBatch,
  type TextTraits,
} from '../record.ts'

/**
 * A JSON document's list of objects at `item` (such as `products` or `data.items`), else the list that looks most
 * like products in its beginning. Nested values become paths such as `price.amount`; lists such as `images` are
 * joined by `|`. A list of lists is a table.
 */
export async function* readJson(
  text: AsyncIterable<string>,
  item?: string,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  const pieces = text[Symbol.asyncIterator]()
  const namedPath = pathOf(item)
  if (namedPath.includes(''))
    throw new FeedFailure('item_path', `The list path “${item}” has an empty name between two dots`)
  const firstPieces = await beginningOf(pieces)
  const beginning = firstPieces.join('')
  const isNamed = namedPath.length > 0
  const found = listIn(beginning, isNamed ? namedPath : undefined)
  if (!found && !isNamed) refuseError(beginning)
  const list: FoundList = found ?? { path: namedPath, named: false }
  if (traits && !isNamed && list.path.length > 0 && list.path.every((name) => /^[^.\s]+$/.test(name)))
    traits.item = list.path.join('.')
  for (const { path, items } of list.others ?? [])
    note(
      traits,
      { reason: `Left out: the list “${path.slice(0, 100)}” isn’t the feed’s list`, line: 1, value: path },
      items,
    )
  const rows = new JsonRows(list)
  let hasText = false
  for await (const piece of resumePieces(firstPieces, pieces)) {
    hasText ||= piece.trim() !== ''
    for (const small of smallPieces(piece)) {
      rows.items.write(small)
      if (rows.batch.full) yield rows.takeBatch()
    }
  }
  if (!hasText) throw new FeedFailure('empty', 'The file is empty')
  rows.items.end()
  if (isNamed && !rows.items.sawList) throw new FeedFailure('no_items', `The file has no list “${item}”`)
  yield rows.takeBatch()
}

function refuseError(beginning: string): void {
  const error = errorIn(beginning)
  if (error !== undefined) throw errorAnswer(error)
}

/** The pieces of a document that are searched for its list. */
async function beginningOf(pieces: AsyncIterator<string>): Promise<string[]> {
  const firstPieces: string[] = []
  for (let chars = 0; chars < beginningChars;) {
    const next = await pieces.next()
    if (next.done) break
    firstPieces.push(next.value)
    chars += next.value.length
  }
  return firstPieces
}
async function* resumePieces(
  firstPieces: readonly string[],
  pieces: AsyncIterator<string>,
): AsyncGenerator<string> {
  yield* firstPieces
  yield* { [Symbol.asyncIterator]: () => pieces }
}

/** One JSON object a line; a line that isn't one is a rejected row, not a rejected run. */
export async function* readJsonLines(
  text: AsyncIterable<string>,
  knownRow?: KnownRow,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  let variants: string | undefined
  const table = new ColumnTable()
  const batch = new RowBatch()
  let rest = ''
  let line = 0
  const take = (record: string) => {
    line++
    if (record.trim() === '') return
    if (record.length > limits.recordChars) throw endless(line)
    const hashA = hashText(record)
    const hashB = hashHigh
    if (knownRow?.(hashA, hashB, line)) {
      batch.add({ line, cells: [], hashA, hashB, known: true }, 0)
      return
    }
    const value = objectIn(record)
    if (value instanceof Error) {
      const fault = `The line isn't a JSON object: ${value.message}`
      batch.add({ line, cells: [record.slice(0, 500)], hashA, hashB, fault }, 500)
    } else {
      if (line <= lookedAtLines) variants ??= variantsIn([value as Json])
      batch.add({ ...table.row(cellsOf(table, value, line), line), hashA, hashB }, record.length)
    }
  }
  for await (const piece of text) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      take(part)
      if (batch.full) yield { columns: [...table.columns], rows: batch.take() }
    }
    if (rest.length > limits.recordChars) throw endless(line + 1)
  }
  take(rest)
  if (variants !== undefined)
    traits?.notes?.push(`The variants in “${variants.slice(0, 60)}” aren’t rows: each line is one product`)
  yield { columns: [...table.columns], rows: batch.take() }
}
/** So many lines are searched for lists of variants. */
const lookedAtLines = 1000

const endless = (line: number) =>
  new FeedFailure('endless_line', `A line is longer than ${limits.recordChars} characters`, line)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Numbers whose last digit a JavaScript number may lose. */
const mayLoseDigits = /[\d.]{16}|\d[eE][+-]?\d/

/** Only longer lines can nest deeply enough to take much memory. */
const mayBeDeep = 65_536

/** Whether a line nests deeper than allowed. */
function isTooDeep(line: string): boolean {
  let depth = 0
  let inText = false
  for (let i = 0; i < line.length && depth <= limits.depth; i++) {
    const sign = line[i]
    if (sign === '"') inText = !inText
    else if (inText) i += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
  }
  return depth > limits.depth
}

function objectIn(line: string): object | Error {
  if (line.length > mayBeDeep && isTooDeep(line))
    return new Error(`nested more than ${limits.depth} levels deep`)
  try {
    const value: unknown = mayLoseDigits.test(line) ? JSON.parse(line, withDigits) : JSON.parse(line)
    return isObject(value) ? value : new Error('not an object')
  } catch (error) {
    return new Error(inWords((error as Error).message))
  }
}
/** The fault and its column, without the line itself. */
const inWords = (message: string) =>
  message
    .replace(/, "[^]*" is not valid JSON$/, '')
    .replace(/ (?:in|after) JSON at position \d+(?: \(line \d+ column (\d+)\))?$/, (_, column?: string) =>
      column === undefined ? '' : `, at column ${column}`,
    )
const withDigits = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && source !== undefined ? exactNumber(source) : value
