import { unpaidOf, type Unpaid } from '#contract/stores/unpaid.ts'
import { needsPrice, sendableParts, type Part } from '#contract/stores/shops.ts'
import type { UpdateKind } from '#contract/stores/sent-updates.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { byInterface } from '../record/known-store.ts'
import type { ShopStore } from '../send/open-shop.ts'

/** A store as its update works on it. */
export interface Store extends ShopStore {
  vendor_id: number
  drop_to: unknown
  tells: readonly Part[]
  /** New products are on sale there at once. */
  needs_price: boolean
  drop_secret: string | null
  /** Its unpaid vendor's store gets no updates, or is emptied. */
  unpaid: Unpaid | null
  stopped_reason: string | null
  shop_currency: string | null
  shop_currency_tm: string | null
  hold_zero_percent: number
  hold_price_percent: number
  price_bound_percent: number
}
export interface Update {
  store_update_id: number
  kind: UpdateKind
  back_of: number | null
}

const storeColumns = [
  'vendor_store_id',
  'vendor_store_name',
  'vendor_store.vendor_id',
  'vendor_store.market_id',
  'market_name',
  'drop_to',
  'drop_secret',
  'store_admin_url',
  'store_admin_login',
  'store_admin_secret',
  'hold_zero_percent',
  'hold_price_percent',
  'price_bound_percent',
  'stopped_reason',
  'shop_currency',
  'shop_currency_tm',
] as const
export async function readUpdatedStore(db: Db, id: number): Promise<Store | undefined> {
  const row = await db
    .selectFrom('vendor_store')
    .innerJoin('market', 'market.market_id', 'vendor_store.market_id')
    .innerJoin('vendor', 'vendor.vendor_id', 'vendor_store.vendor_id')
    .select(storeColumns)
    .select('vendor_status_id')
    .where('vendor_store_id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      unpaid: unpaidOf(row.vendor_status_id),
      tells: sendableParts({ ...row, by_interface: byInterface(row) }),
      needs_price: needsPrice({ ...row, by_interface: byInterface(row) }),
      hold_zero_percent: Number(row.hold_zero_percent),
      hold_price_percent: Number(row.hold_price_percent),
      price_bound_percent: Number(row.price_bound_percent),
    }
  )
}

/** Address and credentials are those the update began with; otherwise its result says nothing about the store. */
export const isUnchangedStore = (store: Store) => sql<boolean>`
  store_admin_url = ${store.store_admin_url}
  and store_admin_login = ${store.store_admin_login}
  and store_admin_secret is not distinct from ${store.store_admin_secret}
  and drop_to = ${JSON.stringify(store.drop_to)}::jsonb
  and drop_secret is not distinct from ${store.drop_secret}`
