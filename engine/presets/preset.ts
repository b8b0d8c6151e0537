import type { FeedFormat, FeedMapping, FeedRules, ProductField, Transform } from '#contract/feeds/settings.ts'

/**
 * A shop's or a standard's own columns. Names are compared without capitals and namespace prefixes;
 * `A | B` are alternatives, of which the first that is filled in every row with a price is used; `=B` is the usual one,
 * otherwise the first.
 */
export interface ShopColumns {
  name: string
  label: string
  kind: FeedFormat['kind']
  /** One column of each line must be in the file: what only this shop has, not names that every list has. */
  signs: readonly string[]
  columns: Partial<Record<ProductField, string>>
  /** Further columns of the same field. */
  also?: Partial<Record<ProductField, string>>
  /** Values that no column has, such as the market's currency. */
  fixed?: Partial<Record<ProductField, string>>
  /** Fields of which the first of several repeated values counts. */
  firstOf?: readonly ProductField[]
  /** Fields without which a shop's export is complete: nothing else is looked for. */
  without?: readonly ProductField[]
  transforms?: Partial<Record<ProductField, Transform[]>>
  format?: Partial<FeedFormat>
  rules?: Partial<FeedRules>
}

export interface Preset {
  name: string
  label: string
  format: FeedFormat
  mapping: FeedMapping
  shop: ShopColumns
}

export const alternatives = (text: string): string[] =>
  text.split(' | ').map((name) => name.replace(/^=/, ''))
const usualName = (text: string): string =>
  text
    .split(' | ')
    .find((name) => name.startsWith('='))
    ?.slice(1) ??
  alternatives(text)[0] ??
  ''

/** A column's name without capitals and namespace prefixes: `gm:Image_Link` is `image_link`. */
export const columnKey = (column: string): string =>
  column
    .trim()
    .toLowerCase()
    .replace(/(^|\/)[a-z][\w.-]*:(?=[\p{L}_])/gu, '$1')

const words: Transform = { kind: 'quantity_words', words: {} }
/** The transforms of a column before its values are known. */
function usualTransforms(shop: ShopColumns, field: ProductField, isPrice: boolean): Transform[] {
  const first: Transform[] = shop.firstOf?.includes(field) ? [{ kind: 'split', by: '|', take: 0 }] : []
  return [
    ...first,
    ...(shop.transforms?.[field] ?? []),
    ...(isPrice ? [{ kind: 'price' } as const] : []),
    ...(field === 'quantity' ? [words] : []),
  ]
}

/** The shop's columns as settings for a file that has the usual ones. */
export function presetOf(shop: ShopColumns): Preset {
  const mapping = (Object.entries(shop.columns) as [ProductField, string][]).map(([field, names]) => ({
    field,
    from: usualName(names),
    transforms: usualTransforms(shop, field, field === 'wholesale_price' || field === 'msrp'),
  }))
  const fixed = (Object.entries(shop.fixed ?? {}) as [ProductField, string][]).map(([field, text]) => ({
    field,
    from: '',
    transforms: [{ kind: 'default' as const, text }],
  }))
  const { name, label, kind } = shop
  return {
    name,
    label,
    format: { kind, header: true, quote: '"', ...shop.format },
    mapping: [...mapping, ...fixed],
    shop,
  }
}
