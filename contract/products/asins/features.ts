import { gtinOf, modelsOf, squeezed } from './codes.ts'
import {
  brandOf,
  codesOf,
  colorsOf,
  joinedCodesOf,
  kindsOf,
  madeFor,
  measuresOf,
  packOf,
  thingsOf,
  tokensOf,
  wordsOf,
  type BrandAliases,
  type Measures,
} from './titles.ts'

/** One side of a comparison: a supplier's product, or an item of a market's catalog. */
export interface Item {
  title: string | null
  brand: string | null
  /** Model and part numbers, best first. */
  models: readonly (string | null)[]
  /** A supplier's own numbers, which may be the maker's: they count only where they agree. */
  numbers?: readonly (string | null)[]
  barcodes: readonly (string | null)[]
  /** Pieces, where a field says so; it counts more than the title. */
  pack?: number | null
  price?: number | null
}

/** An item in the forms that are compared. */
export interface Features {
  words: readonly string[]
  brand: string
  /** Whether a field says the brand; otherwise it is the title's first word. */
  hasBrandField: boolean
  models: ReadonlySet<string>
  numbers: ReadonlySet<string>
  /** The best model number, as it was written. */
  modelText: string
  codes: ReadonlySet<string>
  joined: ReadonlySet<string>
  gtins: ReadonlySet<string>
  pack: number
  measures: Measures
  colors: readonly string[]
  kinds: readonly string[]
  things: readonly string[]
  madeFor: string | undefined
  price: number | undefined
}

export function featuresOf(item: Item, aliases: BrandAliases): Features {
  const title = (item.title ?? '').slice(0, 1000)
  const tokens = tokensOf(title)
  const brand = item.brand?.trim() ? brandOf(item.brand, aliases) : brandOf(tokens[0] ?? '', aliases)
  const models = item.models.flatMap((text) => modelsOf(text, brand))
  return {
    words: wordsOf(title),
    brand,
    hasBrandField: Boolean(item.brand?.trim()),
    models: new Set(models),
    numbers: new Set((item.numbers ?? []).flatMap((text) => modelsOf(text, brand))),
    modelText: item.models.find((text) => modelsOf(text, brand).length > 0) ?? '',
    codes: codesOf(title),
    joined: joinedCodesOf(title),
    gtins: new Set(item.barcodes.flatMap((text) => gtinOf(text)?.gtin ?? [])),
    pack: item.pack ?? packOf(title) ?? 1,
    measures: measuresOf(title),
    colors: colorsOf(tokens),
    kinds: kindsOf(title),
    things: thingsOf(title),
    madeFor: madeFor(title),
    price: item.price && item.price > 0 ? item.price : undefined,
  }
}

/** Whether the words of a brand stand in the other side's title. */
export const namesBrand = (features: Features, brand: string): boolean => {
  const words = brand.split(' ').filter(Boolean)
  if (words.length === 0) return false
  return words.every((word) => features.words.includes(word)) || features.words.includes(squeezed(brand))
}
