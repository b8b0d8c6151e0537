import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { clause } from '#contract/sentence.ts'
import { FeedFailure, limits } from '../failure.ts'
import { ColumnTable, RowBatch, smallPieces, type RecordBatch } from '../record.ts'

/**
 * The repeating element's children as cells: `price`, `delivery/cost`, an attribute `@id` or
 * `price@currency`. A child that repeats is joined by `|`;
 * `<param name="Size">9</param>` becomes `param[Size]`. Namespace prefixes stay (`g:id`). No entity beyond
 * XML's own is ever expanded. HTML within a description is its text. Where the file begins with a list of its
 * categories, an item that names one by `categoryId` has its path as `category`.
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
  /** Open elements of HTML within a description. */
  let markup = 0
  const categories = new CategoryList()
  let inCategories: string[] = []
  let namesCategory = false

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
      if (!isItem()) return categories.open(tag)
      sawItem = true
      depthOfItem = path.length
      cells = []
      keys = []
      inCategories = []
      namesCategory = false
      begin = before
      line = Math.max(parser.line, line + 1)
      putAttributes('', Object.entries(tag.attributes))
      chars = ['']
      return
    }
    if (markup > 0 || (describes.test(keys.at(-1) ?? '') && htmlTags.has(tag.name.toLowerCase()))) {
      markup++
      chars[chars.length - 1] += openingOf(tag)
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
    if (depthOfItem > 0) chars[chars.length - 1] += markup > 0 ? escapeText(piece) : piece
    else categories.text(piece)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', (closed) => {
    lastTag = parser.position
    if (markup > 0) {
      markup--
      if (!closed.isSelfClosing) chars[chars.length - 1] += `</${closed.name}>`
    } else if (depthOfItem === 0) {
      categories.close()
    } else {
      const value = chars.pop()!.trim()
      if (path.length === depthOfItem) {
        checkSize(parser.position)
        depthOfItem = 0
        const paths = namesCategory
          ? []
          : inCategories.slice(0, mostCategories).map((id) => categories.pathOf(id))
        for (const path of paths) put('category', path)
        batch.add(table.row(cells, line), parser.position - begin + paths.join('').length)
      } else {
        const key = keys.join('/')
        if (value !== '') put(key, value)
        if (key === 'category') namesCategory = true
        if (key === 'categoryId' && value !== '' && categories.known) inCategories.push(value)
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

/** Elements whose text may be marked up, and the elements that mark it. */
const describes = /desc|beschreib|body|html|content|text|опис|opis/i
const htmlTags = new Set(
  (
    'a b big blockquote br center code dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small ' +
    'span strike strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
)
const openingOf = ({ name, attributes, isSelfClosing }: SaxesTagPlain) => {
  const attributeTexts = Object.entries(attributes).map(([attribute, v]) => ` ${attribute}="${escapeText(v)}"`)
  return `<${name}${attributeTexts.join('')}${isSelfClosing ? ' />' : '>'}`
}
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** More of a file's list of categories isn't kept. */
const categoryChars = 16 * 1024 * 1024
/** A category lies no deeper; one that lies within itself ends here too. */
const categoryDepth = 20
const categoryNameChars = 200
/** Of more categories of an item the first are taken. */
const mostCategories = 20

/** `<category id="2" parentId="1">Lamps</category>` before the items, as YML has them. */
class CategoryList {
  readonly #names = new Map<string, { name: string; parent: string | undefined }>()
  #open: { id: string; parent: string | undefined; name: string } | undefined
  #chars = 0

  get known(): boolean {
    return this.#names.size > 0
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const { id, parentId } = attributes
    if (name.toLowerCase() === 'category' && id && this.#chars < categoryChars)
      this.#open = { id, parent: parentId, name: '' }
  }

  text(piece: string): void {
    if (!this.#open) return
    this.#open.name += piece
    this.#chars += piece.length
  }

  close(): void {
    if (!this.#open) return
    const { id, parent, name } = this.#open
    this.#names.set(id, { name: name.trim().slice(0, categoryNameChars), parent })
    this.#open = undefined
  }

  /** `Home > Lamps`; the id itself where it isn't in the list. */
  pathOf(id: string): string {
    const path: string[] = []
    for (
      let category = this.#names.get(id);
      category && path.length < categoryDepth;
      category = this.#names.get(category.parent ?? '')
    )
      path.unshift(category.name)
    return path.join(' > ') || id
  }
}
