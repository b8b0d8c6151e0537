import type { SaxesTagPlain } from 'saxes'

// what a document says of its items, before them

/** The rest of a longer list of categories isn't kept. */
const categoryChars = 16 * 1024 * 1024
/** The deepest category; it also ends a category that lies within itself. */
const categoryDepth = 20
const categoryNameChars = 200
/** `<category id="2" parentId="1">Lamps</category>` before the items, as YML has them. */
export class CategoryList {
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

  /** `Home > Lamps`; the id itself if it isn't in the list. */
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

/** What an update of a BMEcat catalog covers: only the products it names. */
export const coverageOf = (transaction: string): 'some' | 'known' | undefined => {
  if (transaction === 'T_UPDATE_PRICES') return 'known'
  return transaction === 'T_UPDATE_PRODUCTS' ? 'some' : undefined
}

/** The currency in the header of a BMEcat catalog, for prices that name none. */
export class CatalogCurrency {
  value = ''
  #isOpen = false

  open(path: readonly string[]): void {
    this.#isOpen =
      path.length === 4 && path[0] === 'BMECAT' && path[2] === 'CATALOG' && path[3] === 'CURRENCY'
  }

  text(piece: string): void {
    if (this.#isOpen) this.value = (this.value + piece.trim()).slice(0, 10)
  }

  close(): void {
    this.#isOpen = false
  }

  /** The column of the prices' currency in an item with these columns. */
  columnFor(keys: ReadonlySet<string>): string | undefined {
    return priceColumns.find(
      (column) => keys.has(`${column}/PRICE_AMOUNT`) && !keys.has(`${column}/PRICE_CURRENCY`),
    )
  }
}
const priceColumns = ['ARTICLE_PRICE_DETAILS/ARTICLE_PRICE', 'PRODUCT_PRICE_DETAILS/PRODUCT_PRICE']
