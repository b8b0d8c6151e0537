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
  const parser = new SaxesParser({ position: true })
  let rows: SourceRow[] = []
  const path: string[] = []
  let wanted = item?.replace(/^\/+/, '')
  let depthOfItem = 0
  let cells: string[] = []
  let chars: string[] = []
  let keys: string[] = []
  let line = 0
  let size = 0
  let root = ''
  let sawItem = false

  const put = (key: string, value: string) => {
    size += value.length
    if (size > limits.recordChars)
      throw new FeedFailure('endless_item', `An item holds more than ${limits.recordChars} characters`, line)
    const at = table.index(key)
    if (at >= limits.columns)
      throw new FeedFailure(
        'too_many_columns',
        `Items have more than ${limits.columns} different fields`,
        line,
      )
    cells[at] = cells[at] ? `${cells[at]}|${value}` : value
  }
  const isItem = () => {
    if (wanted === undefined) return false
    return wanted.includes('/')
      ? path.join('/') === wanted || path.join('/').endsWith(`/${wanted}`)
      : path.at(-1) === wanted
  }

  parser.on('error', (error) => {
    throw new FeedFailure(
      'not_well_formed',
      `The XML isn't well-formed: ${error.message.replace(/^\d+:\d+: /, '')} at column ${parser.column}`,
      parser.line,
    )
  })
  parser.on('opentag', (opened) => {
    const tag = opened as SaxesTagPlain
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
      for (const [name, value] of Object.entries(tag.attributes)) put(`@${name}`, value)
      chars = ['']
      return
    }
    const name = (tag.attributes.name ?? tag.attributes.Name) as string | undefined
    keys.push(name === undefined ? tag.name : `${tag.name}[${name}]`)
    const key = keys.join('/')
    for (const [attribute, value] of Object.entries(tag.attributes))
      if (attribute.toLowerCase() !== 'name') put(`${key}@${attribute}`, value)
    chars.push('')
  })
  const onText = (piece: string) => {
    if (depthOfItem === 0) return
    size += piece.length
    if (size > limits.recordChars)
      throw new FeedFailure('endless_item', `An item holds more than ${limits.recordChars} characters`, line)
    chars[chars.length - 1] += piece
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    if (depthOfItem > 0) {
      const value = (chars.pop() ?? '').trim()
      size -= value.length
      if (path.length === depthOfItem) {
        depthOfItem = 0
        rows.push({ line, cells: filled(cells, table.columns.length), hashA: 0, hashB: 0 })
      } else {
        if (value !== '') put(keys.join('/'), value)
        keys.pop()
      }
    }
    path.pop()
  })

  for await (const piece of text) {
    // a torn piece keeps saxes's own buffers small and lets one long text fail early
    for (let at = 0; at < piece.length; at += 65_536)
      parser.write(at === 0 && piece.length <= 65_536 ? piece : piece.slice(at, at + 65_536))
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

const filled = (cells: string[], width: number): string[] => {
  for (let i = 0; i < width; i++) cells[i] ??= ''
  return cells
}

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
