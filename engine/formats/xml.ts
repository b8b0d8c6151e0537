import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { FeedFailure, limits } from '../failure.ts'
import { ColumnTable, note, RowBatch, smallPieces, type RecordBatch, type TextTraits } from '../record.ts'
import { isSpreadsheetMl, readSpreadsheetMl } from './spreadsheet-ml.ts'
import { Ampersands } from './xml-ampersands.ts'
import { CatalogCurrency, CategoryList, coverageOf } from './xml-catalog.ts'
import { isBeside, namesPrice } from './item-evidence.ts'
import { VariantItem, variantMark } from './variants.ts'
import { xmlFault } from './xml-faults.ts'
import { ItemFinder, type FoundItem } from './xml-items.ts'

/**
 * The repeating element's children as cells: `price`, `delivery/cost`, an attribute `@id` or
 * `price@currency`. A child that repeats is joined by `|`; `<param name="Size">9</param>` becomes
 * `param[Size]`. Namespace prefixes stay (`g:id`). Entities other than XML's own are never expanded. HTML
 * within a description is kept as its text. If the file begins with a list of its categories, an item that
 * names one by `categoryId` gets its path as `category`. Without a name, the item is the element that looks most
 * like a product in the beginning. Its variants, as in `product//variant`, are a row each.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  item?: string,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  const pieces = new Ampersands(traits).escape(text)
  const first = await pieces.next()
  const beginning: string[] = first.done ? [] : [first.value]
  if (isSpreadsheetMl(beginning[0] ?? '')) {
    yield* readSpreadsheetMl(resume(beginning, pieces), traits)
    return
  }
  const itemPlace = item ? itemNamed(item) : await findItem(pieces, beginning)
  if (!item && itemPlace && traits) traits.item = itemPlace.name
  const reader = new XmlReader(item, itemPlace, traits)
  for await (const piece of resume(beginning, pieces))
    for (const small of smallPieces(piece)) {
      reader.write(small)
      if (reader.batch.full) yield reader.takeBatch()
    }
  reader.end()
  yield reader.takeBatch()
}

/** An item as it is set: the names that lead to it, and to its variants. */
function itemNamed(item: string): FoundItem {
  const [path = '', variant] = item.replace(/^\/+/, '').split(variantMark)
  return { path: path.split('/'), name: item, ...(variant && { variant: variant.split('/') }) }
}

/** Reads on until the items are clear. @param beginning what was read; receives the rest */
async function findItem(pieces: AsyncIterator<string>, beginning: string[]): Promise<FoundItem | undefined> {
  const finder = new ItemFinder()
  for (const piece of beginning) finder.write(piece)
  while (!finder.isSure) {
    const next = await pieces.next()
    if (next.done) break
    beginning.push(next.value)
    finder.write(next.value)
  }
  return finder.find()
}

async function* resume(beginning: readonly string[], pieces: AsyncIterator<string>): AsyncGenerator<string> {
  yield* beginning
  yield* { [Symbol.asyncIterator]: () => pieces }
}

interface Place {
  line: number
  column: number
}

class XmlReader {
  readonly batch = new RowBatch()
  readonly #table = new ColumnTable()
  readonly #parser = new SaxesParser()
  readonly #categories = new CategoryList()
  readonly #currency = new CatalogCurrency()
  readonly #item: string | undefined
  /** The names that lead to an item; undefined if nothing looks like one. */
  readonly #itemPath: readonly string[] | undefined
  /** The names that lead from an item to its variants. */
  readonly #variantPath: readonly string[] | undefined
  /** The item, if its variants are rows. */
  #withVariants: VariantItem | undefined
  /** How many names lead to the open variant. */
  #variantDepth = 0
  readonly #traits: TextTraits | undefined
  /** Of each open element outside items, whether it has a price. */
  readonly #others: { line: number; hasPrice: boolean }[] = []
  readonly #path: string[] = []
  /** Where the open elements begin, and the element that was closed last. */
  readonly #places: Place[] = []
  #closedName = ''
  #closedPlace: Place | undefined
  #tagColumn = 1
  #root = ''
  #googlePrefix: string | undefined
  #sawItem = false
  /** How often elements with a price were there before the first item. */
  readonly #beforeItems = new Map<string, number>()
  /** 0 outside an item. */
  #depthOfItem = 0
  #cells: string[] = []
  /** The text of each open element of the item, and the names that lead to it. */
  #texts: string[] = []
  #keys: string[] = []
  /** Tells rows apart: an item on the same line as the one before gets the next number. */
  #line = 0
  /** Where the item's text begins, where the last tag was, and how much was written. */
  #itemStart = 0
  #lastTag = 0
  #writtenChars = 0
  /** Open elements of HTML within a description. */
  #markupDepth = 0
  #categoryIds: string[] = []
  #namesCategory = false
  readonly #filledKeys = new Set<string>()

  constructor(item: string | undefined, itemPlace: FoundItem | undefined, traits?: TextTraits) {
    this.#item = item
    this.#itemPath = itemPlace?.path
    this.#variantPath = itemPlace?.variant
    this.#traits = traits
    const parser = this.#parser
    parser.on('error', ({ message }) => {
      // the parser names open elements from within, the last one first
      const isOpen = message.includes('unclosed')
      const name = isOpen ? this.#path.at(-1) : this.#closedName
      const place = isOpen ? this.#places.at(-1) : this.#closedPlace
      throw xmlFault(message, parser, name && place ? { name, ...place } : undefined)
    })
    // the character after the name was read
    parser.on('opentagstart', ({ name }) => (this.#tagColumn = Math.max(1, parser.column - name.length - 1)))
    parser.on('opentag', (tag) => this.#open(tag as SaxesTagPlain))
    parser.on('text', (piece) => this.#addText(piece))
    parser.on('cdata', (piece) => this.#addText(piece))
    parser.on('closetag', (tag) => this.#close(tag as SaxesTagPlain))
  }

  write(piece: string): void {
    this.#parser.write(piece)
    this.#writtenChars += piece.length
    // saxes reports a text when it ends: one that never ends would grow in there
    this.#checkSize(this.#writtenChars)
  }

  end(): void {
    if (this.#root === '') throw new FeedFailure('empty', 'The file is empty')
    this.#parser.close()
    if (!this.#sawItem && this.#item)
      throw new FeedFailure(
        'no_items',
        `The file has no element “${this.#item}” (its root is “${this.#root}”)`,
      )
  }

  takeBatch(): RecordBatch {
    return { columns: [...this.#table.columns], rows: this.batch.take() }
  }

  #checkSize(position: number): void {
    const chars = position - (this.#depthOfItem > 0 ? this.#itemStart : this.#lastTag)
    if (chars > limits.recordChars)
      throw new FeedFailure(
        'endless_item',
        `An item has more than ${limits.recordChars} characters`,
        this.#line,
      )
  }

  #put(key: string, value: string): void {
    if (this.#withVariants) this.#withVariants.put(key, value)
    else this.#table.put(this.#cells, key, value, this.#line)
  }

  #isItem(): boolean {
    const itemPath = this.#itemPath
    if (!itemPath) return false
    const start = this.#path.length - itemPath.length
    return itemPath.every((name, i) => this.#path[start + i] === name)
  }

  #isVariant(): boolean {
    const variantPath = this.#variantPath
    if (!variantPath || !this.#withVariants || this.#withVariants.isInVariant) return false
    const start = this.#path.length - variantPath.length
    return start >= this.#depthOfItem && variantPath.every((name, i) => this.#path[start + i] === name)
  }

  #open(tag: SaxesTagPlain): void {
    const tagStart = this.#lastTag
    this.#lastTag = this.#parser.position
    this.#path.push(tag.name)
    this.#places.push({ line: this.#parser.line, column: this.#tagColumn })
    this.#root ||= tag.name
    if (this.#path.length === 2 && this.#traits) this.#traits.covers ??= coverageOf(tag.name)
    for (const [name, value] of Object.entries(tag.attributes))
      if (value === googleFields && name.startsWith('xmlns:')) this.#googlePrefix = `${name.slice(6)}:`
    if (this.#path.length > limits.depth)
      throw new FeedFailure(
        'too_deep',
        `Elements are nested more than ${limits.depth} levels deep`,
        this.#parser.line,
      )
    if (this.#depthOfItem > 0) this.#openField(tag)
    else if (this.#isItem()) this.#openItem(tag, tagStart)
    else {
      this.#categories.open(tag)
      this.#currency.open(this.#path)
      this.#openOther(tag)
    }
  }

  /** Google's fields have the prefix `g:`, whatever a document calls it. */
  #nameOf(name: string): string {
    return this.#googlePrefix && name.startsWith(this.#googlePrefix)
      ? `g:${name.slice(this.#googlePrefix.length)}`
      : name
  }

  #openItem(tag: SaxesTagPlain, start: number): void {
    this.#sawItem = true
    this.#depthOfItem = this.#path.length
    this.#cells = []
    this.#keys = []
    this.#texts = ['']
    this.#categoryIds = []
    this.#namesCategory = false
    this.#filledKeys.clear()
    this.#itemStart = start
    this.#line = Math.max(this.#parser.line, this.#line + 1)
    this.#withVariants = this.#variantPath && new VariantItem(tag.name)
    for (const [name, value] of Object.entries(tag.attributes)) this.#put(`@${name}`, value)
  }

  #openOther({ name, attributes }: SaxesTagPlain): void {
    const parent = this.#others.at(-1)
    if (parent && namesPrice(name)) parent.hasPrice = true
    this.#others.push({ line: this.#parser.line, hasPrice: Object.keys(attributes).some(namesPrice) })
  }

  /** Elements with a price that aren't the feed's items are said: they may be products, too. */
  #closeOther(name: string): void {
    const other = this.#others.pop()
    if (!other?.hasPrice || this.#path.length < 2 || isBeside(name)) return
    // what is there once before the items is the file's head
    const earlier = this.#sawItem ? 1 : (this.#beforeItems.get(name) ?? 0)
    if (!this.#sawItem) this.#beforeItems.set(name, earlier + 1)
    if (earlier === 0) return
    const reason = `Left out: “${name.slice(0, 60)}” elements aren’t the feed’s item`
    note(this.#traits, { reason, line: other.line, value: name }, !this.#sawItem && earlier === 1 ? 2 : 1)
  }

  #openField(tag: SaxesTagPlain): void {
    if (this.#markupDepth > 0 || this.#isMarkup(tag)) {
      this.#markupDepth++
      this.#texts[this.#texts.length - 1] += openingOf(tag)
      return
    }
    const attributes = Object.entries(tag.attributes)
    const isVariant = this.#isVariant()
    const name = isVariant ? undefined : attributes.find(isName)?.[1]
    const tagName = this.#nameOf(tag.name)
    this.#keys.push(name === undefined ? tagName : `${tagName}[${name}]`)
    const key = this.#keys.join('/')
    if (isVariant) {
      this.#variantDepth = this.#keys.length
      this.#withVariants?.openVariant(key, this.#parser.line)
    }
    for (const attribute of attributes)
      if (isVariant || !isName(attribute)) this.#put(`${key}@${attribute[0]}`, attribute[1])
    this.#texts.push('')
  }

  #isMarkup(tag: SaxesTagPlain): boolean {
    return describes.test(this.#keys.at(-1) ?? '') && htmlTags.has(tag.name.toLowerCase())
  }

  #addText(piece: string): void {
    if (this.#depthOfItem > 0)
      this.#texts[this.#texts.length - 1] += this.#markupDepth > 0 ? escapeText(piece) : piece
    else {
      this.#categories.text(piece)
      this.#currency.text(piece)
    }
  }

  #close(tag: SaxesTagPlain): void {
    this.#lastTag = this.#parser.position
    if (this.#markupDepth > 0) {
      this.#markupDepth--
      if (!tag.isSelfClosing) this.#texts[this.#texts.length - 1] += `</${tag.name}>`
    } else if (this.#depthOfItem === 0) {
      this.#categories.close()
      this.#currency.close()
      this.#closeOther(tag.name)
    } else if (this.#path.length === this.#depthOfItem) this.#closeItem()
    else this.#closeField()
    this.#closedName = this.#path.pop() ?? ''
    this.#closedPlace = this.#places.pop()
  }

  #closeItem(): void {
    this.#checkSize(this.#parser.position)
    this.#depthOfItem = 0
    const priceColumn = this.#currency.value !== '' && this.#currency.columnFor(this.#filledKeys)
    if (priceColumn) this.#put(`${priceColumn}/PRICE_CURRENCY`, this.#currency.value)
    const ids = this.#namesCategory ? [] : this.#categoryIds.slice(0, mostCategories)
    const paths = ids.map((id) => this.#categories.pathOf(id))
    for (const path of paths) this.#put('category', path)
    const chars = this.#parser.position - this.#itemStart + paths.join('').length
    if (this.#withVariants) this.#addRows(this.#withVariants.rows(), chars)
    else this.batch.add(this.#table.row(this.#cells, this.#line), chars)
  }

  #addRows(rows: ReturnType<VariantItem['rows']>, chars: number): void {
    let last = this.#line - 1
    for (const { line, values } of rows) {
      const cells: string[] = []
      this.#line = last = Math.max(line ?? this.#line, last + 1)
      for (const [name, value] of values) this.#table.put(cells, name, value, last)
      this.batch.add(this.#table.row(cells, last), chars / rows.length)
    }
    this.#withVariants = undefined
  }

  #closeField(): void {
    const value = this.#texts.pop()?.trim() ?? ''
    const key = this.#keys.join('/')
    if (value !== '') this.#put(key, value)
    if (key === 'category') this.#namesCategory = true
    if (value !== '' && this.#currency.value !== '') this.#filledKeys.add(key)
    if (key === 'categoryId' && value !== '' && this.#categories.known) this.#categoryIds.push(value)
    if (this.#withVariants?.isInVariant && this.#keys.length === this.#variantDepth)
      this.#withVariants.closeVariant()
    this.#keys.pop()
  }
}

const googleFields = 'http://base.google.com/ns/1.0'

const isName = ([attribute]: readonly [name: string, value: string]) => attribute.toLowerCase() === 'name'

/** Elements whose text may be marked up, and the elements that mark it. */
const describes = /desc|beschreib|body|html|content|text|опис|opis/i
const htmlTags = new Set(
  (
    'a b big blockquote br center code dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small ' +
    'span strike strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
)
const openingOf = ({ name, attributes, isSelfClosing }: SaxesTagPlain) => {
  const attributeTexts = Object.entries(attributes).map(
    ([attribute, v]) => ` ${attribute}="${escapeText(v)}"`,
  )
  return `<${name}${attributeTexts.join('')}${isSelfClosing ? ' />' : '>'}`
}
const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** An item's further categories are left out. */
const mostCategories = 20
