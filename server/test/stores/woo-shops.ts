import { jobStatus } from '#contract/jobs/types.ts'
import { startStoreUpdates } from '../../areas/stores/public.ts'
import { sql } from '../../platform/database/db.ts'
import { wooCommerce, type WooCommerce } from '../../stand-ins/woocommerce.ts'
import { waitUntil, type Harness } from '../harness.ts'
import { marketTests } from './market-tests.ts'
import { singleRow } from '#server/platform/database/sql.ts'

export const wooToken = 'cs_secret'
const account = { market_id: 201, market_name: 'WooCommerce', login: 'ck_key', token: wooToken }

/** Stores that are WooCommerce shops. */
export const wooTests = (h: Harness) => marketTests(h, account, () => wooCommerce({ token: wooToken }))

/** What a WooCommerce shop shows, by SKU. */
export const wooShelf = (shop: WooCommerce) =>
  new Map(
    [...shop.products.values()].map(({ sku, stock_quantity, regular_price, status }) => [
      sku,
      { quantity: stock_quantity, price: regular_price, status },
    ]),
  )

/** WooCommerce stores that are updated turn by turn, as their timer does it. */
export function wooTurns(h: Harness) {
  const t = wooTests(h)
  type Store = Awaited<ReturnType<typeof t.store>>
  const set = (s: Store, to: ReturnType<typeof sql>) =>
    sql`update vendor_store set ${to} where vendor_store_id = ${s.vendor_store_id}`.execute(h.services.db)
  const open = async (s: Store) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n
      from job
      where param_value = ${String(s.vendor_store_id)} and job_status in (${sql.lit(jobStatus.executing)}, ${sql.lit(jobStatus.scheduled)})`.execute(
      h.services.db,
    )
    return singleRow(rows).n
  }
  const untilEnded = (s: Store) =>
    waitUntil(
      () => open(s),
      (n) => n === 0,
    )
  return {
    t,
    set,
    open,
    ended: untilEnded,
    /** One run of the timer, until no job of it runs or waits. */
    turn: async (s: Store) => {
      await set(s, sql`waits_until = least(waits_until, now())`)
      await startStoreUpdates(h.services)
      await untilEnded(s)
    },
    begin: (s: Store, kind: string) => t.c.post(s.path, { vendor_store_id: s.vendor_store_id, kind }),
    stock: (...skus: string[]) => {
      const stockBySku = new Map(
        [...t.shop.products.values()].map((product) => [product.sku, product.stock_quantity]),
      )
      return skus.map((sku) => stockBySku.get(sku))
    },
    skus: (n: number) => Array.from({ length: n }, (_, i) => `SKU-${i + 1}`),
  }
}
