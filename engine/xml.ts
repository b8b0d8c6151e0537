import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { clause } from '#contract/sentence.ts'
import { FeedFailure, limits } from './failure.ts'
import { ColumnTable, RowBatch, smallPieces, type RecordBatch } from './record.ts'

/**
 * The repeating element's children as cells: `price`, `delivery/cost`, an attribute `@id` or
 * `price@currency`. A child that repeats is joined by `|`;
 * `<param name="Size">9</param>` becomes `param[Size]`. Namespace prefixes stay (`g:id`). No entity beyond
 * XML's own is ever expanded.
 */
export async function* readXml(text: AsyncIterable<string>, item?: string): AsyncGenerator<RecordBatch> {
  const table = new ColumnTable()
  const parser = new SaxesParser()
  const batch = new RowBatch()
  const path: string[] = []
  let wanted = item ? item.replace(/^\/+/, '').split('/') : undefined
  let depthOfItem = 0
  let cells: string[] = []
  let chars: string[] = []
  let keys: string[] = []
  /** Rows are told apart by it: an item on the line of the one before has the next. */
  let line = 0
  /** Where the item's text begins, and where the last tag was. */
  let begin = 0
  let lastTag = 0
  let root = ''
  let sawItem = false

  const checkSize = (position: number) => {
    const chars = position - (depthOfItem > 0 ? begin : lastTag)
    if (chars > limits.recordChars)
      throw new FeedFailure('endless_item', `An item holds more than ${limits.recordChars} characters`, line)
  }
  const put = (key: string, value: string) => table.put(cells, key, value, line)
  const putAttributes = (key: string, attributes: readonly [name: string, value: string][]) => {
    for (const [name, value] of attributes) put(`${key}@${name}`, value)
  }
  const isItem = () =>
    wanted !== undefined && wanted.every((name, i) => path[path.length - wanted!.length + i] === name)

  parser.on('error', (error) => {
    throw new FeedFailure(
      'not_well_formed',
      `The XML isn't well-formed: ${clause(error.message.replace(/^\d+:\d+: /, ''))} at column ${parser.column}`,
      parser.line,
    )
  })
  parser.on('opentag', (opened) => {
    const tag = opened as SaxesTagPlain
    const before = lastTag
    lastTag = parser.position
    path.push(tag.name)
    root ||= tag.name
    if (path.length > limits.depth)
      throw new FeedFailure('too_deep', `Elements nest deeper than ${limits.depth}`, parser.line)
    if (depthOfItem === 0) {
      if (wanted === undefined && path.length > 1) wanted = likelyItem(path)
      if (!isItem()) return
      sawItem = true
      depthOfItem = path.length
      cells = []
      keys = []
      begin = before
      line = Math.max(parser.line, line + 1)
      putAttributes('', Object.entries(tag.attributes))
      chars = ['']
      return
    }
    const attributes = Object.entries(tag.attributes)
    const name = attributes.find(isName)?.[1]
    keys.push(name === undefined ? tag.name : `${tag.name}[${name}]`)
    putAttributes(
      keys.join('/'),
      attributes.filter((a) => !isName(a)),
    )
    chars.push('')
  })
  const onText = (piece: string) => {
    if (depthOfItem > 0) chars[chars.length - 1] += piece
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    lastTag = parser.position
    if (depthOfItem > 0) {
      const value = chars.pop()!.trim()
      if (path.length === depthOfItem) {
        checkSize(parser.position)
        depthOfItem = 0
        batch.add(table.row(cells, line), parser.position - begin)
      } else {
        if (value !== '') put(keys.join('/'), value)
        keys.pop()
      }
    }
    path.pop()
  })

  let written = 0
  for await (const piece of text) {
    for (const small of smallPieces(piece)) {
      parser.write(small)
      // saxes tells of a text when it ends: one that doesn't would grow in there
      checkSize((written += small.length))
      if (batch.full) yield { columns: [...table.columns], rows: batch.take() }
    }
  }
  if (root === '') throw new FeedFailure('empty', 'The file is empty')
  parser.close()
  if (!sawItem && item)
    throw new FeedFailure('no_items', `No element “${item}” in the file (its root is “${root}”)`)
  yield { columns: [...table.columns], rows: batch.take() }
}

const isName = ([attribute]: readonly [name: string, value: string]) => attribute.toLowerCase() === 'name'

const itemNames = new Set([
  'item',
  'offer',
  'product',
  'entry',
  'article',
  'row',
  'record',
  'sku',
  'part',
  'listing',
])
const likelyItem = (path: readonly string[]) =>
  itemNames.has(path.at(-1)!.toLowerCase().replace(/^.*:/, '')) ? [...path] : undefined
