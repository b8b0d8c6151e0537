import type { startMarket } from '#server/test/stores/markets.ts'
import type { Database } from './database.ts'

export interface Came {
  sent: number
  wrong: string[]
  repeated: string[]
}
/** A shop that is kept up to date, what is sold there, and how to look whether it arrived. */
export interface Shelf {
  products: number
  market: string
  market_id: number
  store: { drop_to: string; store_admin_url?: string; store_admin_login?: string; token?: string }
  /** The worker is killed within this many milliseconds after this finds something. */
  begins: string
  withinMs: number
  /** Changes some products, and adds some. */
  change(db: Database, round: number): Promise<unknown>
  /** What arrived since the last time, and what is wrong with it. */
  look(db: Database, round: number): Promise<Came>
  close(): Promise<void>
  /** The shop over HTTP, if it is one. */
  http?: Awaited<ReturnType<typeof startMarket>>
}

export const listFaults = (...all: readonly [number, string][]): string[] =>
  all.flatMap(([n, text]) => (n > 0 ? `${n} ${text}` : []))

/** Adds products to the only feed, numbered from and to. */
export const addProducts = (db: Database, from: number, to: number, quantity = 1000) =>
  db.rows(
    `insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      wholesale_price, quantity)
    select feed_id, dropshipper_id, i, 1, 1, 'K-' || i, 'Product ' || i, 10, $3
    from feed, generate_series($1::int, $2::int) i`,
    [from, to, quantity],
  )
