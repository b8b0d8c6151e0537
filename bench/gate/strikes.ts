import { columnNamed, hasColumn, type ColumnKey, type FeedSpec } from './feeds.ts'
import type { Column, Layout } from './files.ts'
import type { Cause, Harm, Scope } from './cases.ts'
import type { Item } from './products.ts'

export const everywhere: Scope[] = ['all', '1/8', '2 %', 'one part']
export const large: Scope[] = ['all', '1/8', 'one part']
export const whole: Scope[] = ['all']
export const strikeEach =
  (change: (item: Item, n: number) => Partial<Item>): NonNullable<Harm['items']> =>
  (struckItems) =>
    struckItems.map((item, n) => ({ ...item, ...change(item, n) }))
/** Each item gets the value of the next one in a shuffled list. */
export const exchangeItems =
  (...keys: (keyof Item)[]): NonNullable<Harm['items']> =>
  (struckItems, { chance }) => {
    const order = chance.shuffled(struckItems)
    const next = new Map(order.map((item, i) => [item, order[(i + 1) % order.length]!]))
    return struckItems.map((item) => ({
      ...item,
      ...Object.fromEntries(keys.map((key) => [key, next.get(item)![key]])),
    }))
  }
export const needs =
  (...keys: ColumnKey[]) =>
  (spec: FeedSpec) =>
    keys.every((key) => hasColumn(spec, key))
export const csv = ({ layout }: FeedSpec) => layout.kind === 'csv'
export const hasNames = ({ layout }: FeedSpec) =>
  layout.header && (layout.kind === 'csv' || layout.kind === 'xlsx')
export const allOf =
  (...conditions: ((spec: FeedSpec) => boolean)[]) =>
  (spec: FeedSpec) =>
    conditions.every((condition) => condition(spec))
export const letters = ({ range }: FeedSpec) => range.skus === 'letters'
export const hasPaddedSkus = ({ range }: FeedSpec) => range.skus === 'padded'
/** Products missing from a partial file aren't reported as renamed. */
export const full = ({ rules }: FeedSpec) => (rules?.covers ?? 'all') === 'all'

export const replaceColumn = (
  layout: Layout,
  replacementOf: (column: Column, i: number) => Column | [],
): Layout => ({
  ...layout,
  columns: layout.columns.flatMap(replacementOf),
})
export const withoutColumn = (key: ColumnKey) => (layout: Layout) =>
  replaceColumn(layout, (c) => (c.name === columnNamed(key) ? [] : c))
export const rename = (key: ColumnKey, name: string) => (layout: Layout) =>
  replaceColumn(layout, (c) => (c.name === columnNamed(key) ? { ...c, name } : c))
/** A column's header over another column's values. */
export const filledBy = (key: ColumnKey, valueOf: (item: Item) => string) => (layout: Layout) =>
  replaceColumn(layout, (c) => (c.name === columnNamed(key) ? { ...c, of: valueOf } : c))
export const swapColumns = (a: ColumnKey, b: ColumnKey) => (layout: Layout) => {
  const readerOf = (key: ColumnKey) => layout.columns.find((c) => c.name === columnNamed(key))!.of
  return filledBy(a, readerOf(b))(filledBy(b, readerOf(a))(layout))
}

export const renamedCauses: Cause[] = ['renamed']
export const cut =
  (share: number) =>
  (file: Buffer): Buffer =>
    file.subarray(0, Math.floor(file.length * share) + 3)

export const priceMoved: Cause[] = ['price_half', 'price_five', 'median_price', 'part_price']
export const needsQuantity = needs('quantity')
export const noStock: Cause[] = ['left_stock', 'part_left_stock']
export const needsPrice = needs('price')
