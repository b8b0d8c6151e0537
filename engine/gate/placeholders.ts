import type { ProductField } from '#contract/feeds/settings.ts'

/** What a row says of its product, where placeholders stand. */
export interface NamedRow {
  sku: string
  title: string | null
  price: string | null
}

const marks = String.raw`[\s\p{P}\p{S}]*`
const pattern = (words: string) => new RegExp(`^${marks}(?:${words})${marks}$`, 'iu')
const noun =
  'product|item|article|artikel|produkt|producto|prodotto|produit|produto|товар|title|name|sku|row|entry|text'
const nothing = 'n/?a|null|none|undefined|nan|tba|tbd|todo|x{3,}|asdf\\w*|qwerty\\w*|foo ?bar'
const test =
  'test(?:s|ing|e)?|dummy|placeholder|filler|lorem|unnamed|untitled|тест|тестовый|prueba|ejemplo|esempio|exemple|beispiel'
const testSku = pattern(`(?:${test}|x{3,})(?:${marks}(?:${noun}))?${marks}\\d*|${nothing}|ref!`)
const testTitle = pattern(
  `(?:${test}|example|sample|demo)(?:${marks}(?:${noun}))?${marks}\\d*|${nothing}|no (?:title|name|description)`,
)
const filling = new RegExp(`^${marks}(?:lorem ipsum|do not (?:use|order|buy)|delete ?me\\b)`, 'iu')
/** Nothing but marks, such as `??`, or one letter over and over. */
const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text) || /^(\p{L})\1{2,}$/u.test(text)
/** 9999, 99999.99: what a supplier enters in place of a price. */
const isNines = (price: string) => /^9{4,}(?:\.0*|\.9+0*)?$/.test(price)

/** Whether a row seems to be made up: a test, filler text, or the answer of a broken program. */
export const isPlaceholder = ({ sku, title, price }: NamedRow): boolean =>
  isBlank(sku) ||
  testSku.test(sku) ||
  (title !== null && (isBlank(title) || testTitle.test(title) || filling.test(title))) ||
  (price !== null && isNines(price))

/** With fewer titles, a word that they share says nothing. */
const fewestTitles = 10

/**
 * The rows that seem to be made up. A word that nearly all titles begin with is no part of one: “Décor N/A” among other
 * décor is a placeholder.
 */
export function placeholdersIn<Row extends NamedRow>(rows: readonly Row[]): Row[] {
  const word = sharedWord(rows)
  return rows.filter((row) => isPlaceholder(row) || isPlaceholder(withoutWord(row, word)))
}

/** A row whose title lacks the word that all titles begin with. */
export const withoutWord = (row: NamedRow, word: string | undefined): NamedRow =>
  word !== undefined && row.title?.startsWith(word) ? { ...row, title: row.title.slice(word.length) } : row

/** The word that nearly all titles begin with, and the blank after it. */
export function sharedWord(rows: readonly NamedRow[]): string | undefined {
  const words = rows.flatMap(({ title }) => /^\S+ /.exec(title ?? '')?.[0] ?? [])
  const [first] = words
  const isShared =
    words.length >= fewestTitles && words.filter((word) => word === first).length >= 0.9 * rows.length
  return isShared ? first : undefined
}

/** Fields that are there even where a row says nothing of its product. */
export const alwaysThere: ReadonlySet<ProductField> = new Set(['sku', 'currency'])
