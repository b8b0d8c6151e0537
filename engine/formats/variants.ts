import { witnessOf } from './item-evidence.ts'

/** Lists of one product's variants: each is a row, with what the product says of all. */
const variantNames = /variant|variation|sku|child|combination|size|model/i
/** Lists of other products, or of prices for quantities. */
const otherLists =
  /relat|cross|similar|accessor|tier|scale|break|discount|bundle|component|image|review|store|warehouse/i

/** Whether the names that lead from a product to a list below it say that it has the product's variants. */
export const areVariants = (names: readonly string[]): boolean =>
  !names.some((name) => otherLists.test(name)) && names.some((name) => variantNames.test(name))

/** Separates an item from its variants in the setting of a feed: `product//variant`. */
export const variantMark = '//'

type Values = Map<string, string>
/** What is a variant's own, even if its product has a field of the same name. */
const ownKinds: ReadonlySet<string | undefined> = new Set(['id', 'price', 'stock', 'code'])
const kindOf = (name: string) => {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('@')) + 1)
  return /^id$/i.test(last) ? 'id' : witnessOf(last)
}

/** An item of XML with its variants, each of which becomes a row. */
export class VariantItem {
  readonly #name: string
  readonly #product: Values = new Map()
  readonly #variants: { line: number; values: Values }[] = []
  #open: { prefix: string; values: Values } | undefined

  /** @param name the item's, for fields that its variants have, too */
  constructor(name: string) {
    this.#name = name
  }

  get isInVariant(): boolean {
    return this.#open !== undefined
  }

  /** @param prefix what the fields of the variant begin with */
  openVariant(prefix: string, line: number): void {
    const values: Values = new Map()
    this.#open = { prefix, values }
    this.#variants.push({ line, values })
  }

  closeVariant(): void {
    this.#open = undefined
  }

  put(key: string, value: string): void {
    const open = this.#open
    if (!open) return add(this.#product, ownKinds.has(kindOf(key)) ? key.replace(/^@/, '') : key, value)
    const field = key.slice(open.prefix.length).replace(/^\//, '')
    const isOwn = ownKinds.has(kindOf(field))
    const mark = field.startsWith('@') || field === '' ? '' : '/'
    add(open.values, isOwn ? field.replace(/^@/, '') : `variant${mark}${field}`, value)
  }

  /** A row for each variant, with what the product says of all; without variants, the product. */
  rows(): { line: number | undefined; values: Values }[] {
    if (this.#variants.length === 0) {
      const values = new Map(this.#product)
      for (const [name, value] of this.#product)
        if (kindOf(name) === 'id') values.set(`${this.#name}/${name}`, value)
      return [{ line: undefined, values }]
    }
    const ownNames = new Set(this.#variants.flatMap(({ values }) => [...values.keys()]))
    const haveStock = [...ownNames].some((name) => kindOf(name) === 'stock')
    return this.#variants.map(({ line, values: ownValues }) => {
      const values: Values = new Map()
      for (const [name, value] of this.#product) {
        const kind = kindOf(name)
        const isOfProduct = kind === 'id' || kind === 'code' || (kind === 'stock' && haveStock)
        if (isOfProduct || ownNames.has(name)) values.set(`${this.#name}/${name}`, value)
        if (!isOfProduct) values.set(name, value)
      }
      for (const [name, value] of ownValues) values.set(name, value)
      return { line, values }
    })
  }
}

function add(values: Values, name: string, value: string): void {
  const earlier = values.get(name)
  values.set(name, earlier ? `${earlier}|${value}` : value)
}
