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

/** Fields that are there even where a row says nothing of its product. */
export const alwaysThere: ReadonlySet<ProductField> = new Set(['sku', 'currency'])

/**
 * Whether a row's values, in the order of `fields`, are a placeholder: made up, or nothing but a SKU in a file that has
 * titles.
 */
export function placeholderIn(
  fields: readonly ProductField[],
): (values: readonly (string | null)[]) => boolean {
  const [sku, title, price] = (['sku', 'title', 'wholesale_price'] as const).map((f) => fields.indexOf(f))
  const others = fields.flatMap((field, i) => (alwaysThere.has(field) ? [] : [i]))
  const mayBeBare = title !== -1 && others.length > 1
  const isNothing = (value: string | null | undefined) => value == null || /^[0.]+$/.test(value)
  return (values) => {
    const at = (position = -1) => values[position] ?? null
    if (isPlaceholder({ sku: at(sku) ?? '', title: at(title), price: at(price) })) return true
    return mayBeBare && others.every((i) => isNothing(values[i]))
  }
}
