import type { RawBuilder } from 'kysely'
import { sql } from '#server/platform/database/db.ts'

// The rule of contract/stores/effects.ts in SQL. Each expression is named after its twin there, and effects.test.ts
// compares the two case by case.

type Sql<T = unknown> = RawBuilder<T>
const column = (table: string, name: string) => sql.ref(`${table}.${name}`)

/** What a row of `store_product` shows: where that isn't known now, what it showed last. */
export const shownQuantity = (table: string) =>
  sql<number | null>`coalesce(${column(table, 'quantity')}, ${column(table, 'last_quantity')})`
export const shownPrice = (table: string) =>
  sql<string | null>`coalesce(${column(table, 'price')}, ${column(table, 'last_price')})`

/** `isSold` of a row of `store_product`; false where a left join found none. */
export const soldSql = (table: string) =>
  sql<boolean>`coalesce(${column(table, 'in_store')} and ${shownQuantity(table)} > 0
          and ${column(table, 'active')} is not false, false)`

/** An outbox's `changes` take the product down. */
export const takesDownSql = (changes: Sql) =>
  sql<boolean>`(${changes} ? 'removed' or coalesce(${changes} ->> 'active' = 'false', false)
          or coalesce(${changes} ->> 'quantity' = '0', false))`

/** `isSold` once these `changes` are sent; null: nothing is sent. */
export const soldAfterSql = (changes: Sql, isSold: Sql<boolean>) =>
  sql<boolean>`case
          when ${takesDownSql(changes)} then false
          when ${changes} ? 'quantity' then true
          else ${isSold}
        end`

/** `movesBeyond`, of amounts and a bound in percent; false where one of them is null. */
export const beyondSql = (previous: Sql, now: Sql, bound: Sql) =>
  sql<boolean>`coalesce(${previous} > 0 and abs(${now} - ${previous}) * 100 > ${previous} * ${bound}, false)`

export interface ShownCounts {
  shown: number
  /** Products that are sold, and that have a price. */
  selling: number
  priced: number
}
/** How much a store shows. */
export const shownCounts = (storeId: Sql) => sql<ShownCounts>`
      select count(*)::int as shown, (count(*) filter (where ${soldSql('sp')}))::int as selling,
        count(${shownPrice('sp')})::int as priced
      from store_product sp
      where sp.vendor_store_id = ${storeId} and sp.in_store`
