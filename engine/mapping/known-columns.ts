import { isMoney, type ProductField, type Transform } from '#contract/feeds/settings.ts'
import { alternatives, columnKey, type Preset, type ShopColumns } from '../presets/preset.ts'
import { transformsFor, type FileNotation } from './fewest-transforms.ts'
import { blankSure, type Guess } from './guess.ts'
import type { TableSample } from './table-sample.ts'

const knownSure = 0.98

/** A file's columns, found by a shop's names for them. */
class KnownColumns {
  readonly #table: TableSample
  readonly #byKey = new Map<string, string[]>()

  constructor(table: TableSample) {
    this.#table = table
    for (const column of table.columns) {
      const key = columnKey(column)
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), column])
    }
  }

  /** The columns of a name; `g:title` comes before `title`, unless it is filled less. */
  of(name: string): string | undefined {
    const columns = this.#byKey.get(columnKey(name)) ?? []
    const hasPrefix = (column: string) => columnKey(column) !== column.trim().toLowerCase()
    const orderedColumns = columns.toSorted((a, b) => Number(hasPrefix(b)) - Number(hasPrefix(a)))
    return this.#table.fullest(name === columns[0] && columns.length === 1 ? columns : orderedColumns)
  }

  /** A sign of a shop; one with a prefix needs one, whichever. */
  hasSign(sign: string): boolean {
    return alternatives(sign).some((name) => {
      const columns = this.#byKey.get(columnKey(name)) ?? []
      const needsPrefix = columnKey(name) !== name.toLowerCase()
      return needsPrefix ? columns.some((c) => columnKey(c) !== c.trim().toLowerCase()) : columns.length > 0
    })
  }
}

/** The shop whose own columns are in the file. */
export function presetIn(table: TableSample, presets: readonly Preset[]): Preset | undefined {
  const shopColumns = new KnownColumns(table)
  return presets.find(({ shop }) => shop.signs.every((sign) => shopColumns.hasSign(sign)))
}

/** The columns that a shop names, as far as the file has them. */
export function knownGuesses(table: TableSample, { shop }: Preset, file: FileNotation): Guess[] {
  const shopColumns = new KnownColumns(table)
  const priceColumn = firstPresent(shopColumns, shop.columns.wholesale_price)
  const prices = priceColumn === undefined ? [] : table.cells(priceColumn)
  // a row without a price is no product, such as a shop's parent of variations
  const isProduct = (row: number) => priceColumn === undefined || prices[row] !== ''
  const isFilled = (column: string) =>
    table.cells(column).every((cell, row) => cell !== '' || !isProduct(row)) && table.rows > 0
  const takenColumns = new Map<ProductField, string>()
  const guesses = (Object.entries(shop.columns) as [ProductField, string][]).flatMap(
    ([field, names]): Guess[] => {
      const columns = alternatives(names).flatMap((name) => shopColumns.of(name) ?? [])
      const from = columns.find(isFilled) ?? table.fullest(columns)
      // a list price is another column than the cost
      if (from === undefined || (field === 'msrp' && takenColumns.get('wholesale_price') === from)) return []
      takenColumns.set(field, from)
      return [knownGuess(table, shop, { field, from, also: furtherOf(shopColumns, shop, field, from), file })]
    },
  )
  const fixedGuesses = (Object.entries(shop.fixed ?? {}) as [ProductField, string][]).map(
    ([field, text]): Guess => ({
      field,
      from: '',
      sure: knownSure,
      because: `prices in ${shop.label}`,
      transforms: [{ kind: 'default', text }],
    }),
  )
  return [...guesses, ...fixedGuesses.filter((g) => !takenColumns.has(g.field))]
}

const firstPresent = (shopColumns: KnownColumns, names = '') =>
  names === ''
    ? undefined
    : alternatives(names)
        .toReversed()
        .flatMap((name) => shopColumns.of(name) ?? [])[0]

function furtherOf(
  shopColumns: KnownColumns,
  shop: ShopColumns,
  field: ProductField,
  from: string,
): string[] {
  const names = shop.also?.[field]
  return names === undefined
    ? []
    : alternatives(names)
        .flatMap((name) => shopColumns.of(name) ?? [])
        .filter((c) => c !== from)
}

interface Place {
  field: ProductField
  from: string
  also: string[]
  file: FileNotation
}
function knownGuess(table: TableSample, shop: ShopColumns, { field, from, also, file }: Place): Guess {
  const values = table.values(from)
  const first: Transform[] = shop.firstOf?.includes(field) ? [{ kind: 'split', by: '|', take: 0 }] : []
  const firstValues = first.length > 0 ? values.map((v) => v.split('|')[0] ?? '') : values
  const transforms = [
    ...first,
    ...(shop.transforms?.[field] ?? []),
    ...transformsFor(field, firstValues, file),
  ]
  const isBlank = table.rows > 0 && values.length === 0
  return {
    field,
    from,
    sure: isBlank ? blankSure : knownSure,
    because: `known from ${shop.label}${isBlank ? ', blank in the first rows' : ''}`,
    ...(also.length > 0 && { also }),
    transforms:
      isMoney(field) && transforms.length === first.length ? [...transforms, { kind: 'price' }] : transforms,
  }
}
