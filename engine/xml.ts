import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FeedFailure, limits } from './failure.ts'
import { batchRows, ColumnTable, type RecordBatch, type SourceRow } from './record.ts'

/**
 * The repeating element's children as cells: `price`, `delivery/cost`, an attribute `@id` or
 * `price@currency`. A child that repeats is joined by `|`;
 * `<param name="Size">9</param>` becomes `param[Size]`. Namespace prefixes stay (`g:id`). No entity beyond
 * XML's own is ever expanded.
 */
export async function* readXml(text: AsyncIterable<string>, item?: string): AsyncGenerator<RecordBatch> {
  const table = new ColumnTable()
  const parser = new SaxesParser()
  let rows: SourceRow[] = []
  const path: string[] = []
  let wanted = item?.replace(/^\/+/, '')
  let depthOfItem = 0
  let cells: string[] = []
  let chars: string[] = []
  let keys: string[] = []
  let line = 0
  let size = 0
  let lastTag = 0
  let root = ''
  let sawItem = false

  const checkSize = (chars: number) => {
    if (chars > limits.recordChars)
      throw new FeedFailure('endless_item', `An item holds more than ${limits.recordChars} characters`, line)
  }
  const grow = (by: number) => checkSize((size += by))
  const put = (key: string, value: string) => table.put(cells, key, value, line)
  const putAttributes = (key: string, attributes: readonly [name: string, value: string][]) => {
    for (const [name, value] of attributes) {
      grow(value.length)
      put(`${key}@${name}`, value)
    }
  }
  const isItem = () => wanted !== undefined && `/${path.join('/')}`.endsWith(`/${wanted}`)

  parser.on('error', (error) => {
    throw new FeedFailure(
      'not_well_formed',
      `The XML isn't well-formed: ${error.message.replace(/^\d+:\d+: /, '')} at column ${parser.column}`,
      parser.line,
    )
  })
  parser.on('opentag', (opened) => {
    const tag = opened as SaxesTagPlain
    lastTag = parser.position
    path.push(tag.name)
    root ||= tag.name
    if (path.length > limits.xmlDepth)
      throw new FeedFailure('too_deep', `Elements nest deeper than ${limits.xmlDepth}`, parser.line)
    if (depthOfItem === 0) {
      if (wanted === undefined && path.length > 1) wanted = likelyItem(path, tag.name)
      if (!isItem()) return
      sawItem = true
      depthOfItem = path.length
      cells = []
      keys = []
      size = 0
      line = parser.line
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
    if (depthOfItem === 0) return
    grow(piece.length)
    chars[chars.length - 1] += piece
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    lastTag = parser.position
    if (depthOfItem > 0) {
      const value = chars.pop()!.trim()
      if (path.length === depthOfItem) {
        depthOfItem = 0
        rows.push(table.row(cells, line))
      } else {
        if (value !== '') put(keys.join('/'), value)
        keys.pop()
      }
    }
    path.pop()
  })

  for await (const piece of text) {
    // saxes tells of a text when it ends: one that doesn't would grow in there
    for (let at = 0; at < piece.length; at += 65_536) {
      parser.write(piece.slice(at, at + 65_536))
      checkSize(parser.position - lastTag)
    }
    if (rows.length >= batchRows) {
      yield { columns: [...table.columns], rows }
      rows = []
    }
  }
  if (root === '') throw new FeedFailure('empty', 'The file is empty')
  parser.close()
  if (!sawItem && item)
    throw new FeedFailure('no_items', `No element “${item}” in the file (its root is “${root}”)`)
  yield { columns: [...table.columns], rows }
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
const likelyItem = (path: readonly string[], name: string) =>
  itemNames.has(name.toLowerCase().replace(/^.*:/, '')) ? path.join('/') : undefined
