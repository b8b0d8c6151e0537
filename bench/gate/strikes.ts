import { columnNamed, has, type ColumnKey, type FeedSpec } from './feeds.ts'
import type { Column, Layout } from './files.ts'
import type { Cause, Harm, Scope } from './cases.ts'
import type { Item } from './products.ts'

export const everywhere: Scope[] = ['all', '1/8', '2 %', 'one part']
export const large: Scope[] = ['all', '1/8', 'one part']
export const whole: Scope[] = ['all']
export const each =
  (change: (item: Item, n: number) => Partial<Item>): NonNullable<Harm['items']> =>
  (struck) =>
    struck.map((item, n) => ({ ...item, ...change(item, n) }))
/** Each gets what the next one of a shuffled list has. */
export const exchanged =
  (...keys: (keyof Item)[]): NonNullable<Harm['items']> =>
  (struck, { chance }) => {
    const order = chance.shuffled(struck)
    const next = new Map(order.map((item, i) => [item, order[(i + 1) % order.length]!]))
    return struck.map((item) => ({
      ...item,
      ...Object.fromEntries(keys.map((key) => [key, next.get(item)![key]])),
    }))
  }
export const needs =
  (...keys: ColumnKey[]) =>
  (spec: FeedSpec) =>
    keys.every((key) => has(spec, key))
export const csv = ({ layout }: FeedSpec) => layout.kind === 'csv'
export const named = ({ layout }: FeedSpec) =>
  layout.header && (layout.kind === 'csv' || layout.kind === 'xlsx')
export const and =
  (...of: ((spec: FeedSpec) => boolean)[]) =>
  (spec: FeedSpec) =>
    of.every((one) => one(spec))
export const letters = ({ range }: FeedSpec) => range.skus === 'letters'
export const padded = ({ range }: FeedSpec) => range.skus === 'padded'
/** Products that aren't in a file of some are nobody's loss, so they aren't said to be renamed. */
export const full = ({ rules }: FeedSpec) => (rules?.covers ?? 'all') === 'all'

export const replaced = (layout: Layout, of: (column: Column, i: number) => Column | []): Layout => ({
  ...layout,
  columns: layout.columns.flatMap(of),
})
export const without = (key: ColumnKey) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? [] : c))
export const called = (key: ColumnKey, name: string) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? { ...c, name } : c))
/** A column's header over another one's values. */
export const filledBy = (key: ColumnKey, by: (item: Item) => string) => (layout: Layout) =>
  replaced(layout, (c) => (c.name === columnNamed(key) ? { ...c, of: by } : c))
export const swapped = (a: ColumnKey, b: ColumnKey) => (layout: Layout) => {
  const of = (key: ColumnKey) => layout.columns.find((c) => c.name === columnNamed(key))!.of
  return filledBy(a, of(b))(filledBy(b, of(a))(layout))
}

export const renamed: Cause[] = ['renamed']
export const cut =
  (share: number) =>
  (file: Buffer): Buffer =>
    file.subarray(0, Math.floor(file.length * share) + 3)

export const priceMoved: Cause[] = ['price_half', 'price_five', 'median_price', 'part_price']
export const stocked = needs('quantity')
export const noStock: Cause[] = ['left_stock', 'part_left_stock']
export const priced = needs('price')
