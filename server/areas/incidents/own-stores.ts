import type { OwnStore } from '#contract/incidents/incidents.ts'
import type { VendorStore } from '#contract/stores/stores.ts'
import { many } from '#contract/words.ts'
import { openPaper } from '#server/areas/payments/public.ts'
import { readStores } from '#server/areas/stores/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** A vendor's stores as its customer sees them, without the market's own messages or anybody's name. */
export async function readOwnStores(db: Db, vendorId: number): Promise<OwnStore[]> {
  const [stores, listedProducts, owing] = await Promise.all([
    readStores(db, vendorId),
    listedByStore(db, vendorId),
    owes(db, vendorId),
  ])
  return stores.map((store) => ({
    vendor_store_id: store.vendor_store_id,
    vendor_store_name: store.vendor_store_name,
    market_name: store.market_name,
    ...ownStoreState(store, owing),
    listed: listedProducts.get(store.vendor_store_id) ?? 0,
    refused: store.refused,
    told_tm: store.last_update_tm,
    behind_since: store.behind_since,
  }))
}

/**
 * Whether a vendor has an unpaid invoice. A suspended vendor owes nothing if staff wrote the invoice off or suspended
 * it manually.
 * @param tries the least number of failed payments
 */
export async function owes(db: Db, vendorId: number, tries = 0): Promise<boolean> {
  const { rows } = await sql`
    select
    from invoice i
    where i.vendor_id = ${vendorId} and ${openPaper('i')} and i.tries >= ${tries}
    limit 1`.execute(db)
  return rows.length > 0
}

/** The first state that applies. */
export function ownStoreState(store: VendorStore, owing: boolean): Pick<OwnStore, 'state' | 'text'> {
  if (store.unpaid && !owing)
    return {
      state: 'suspended',
      text: `${store.unpaid === 'delisted' ? 'Our products stay off this store' : 'Updates are stopped'} until your account is active again.`,
    }
  if (store.unpaid === 'delisted')
    return { state: 'unpaid', text: 'Our products stay off this store until your last bill is paid.' }
  if (store.unpaid) return { state: 'unpaid', text: 'Updates are stopped until your last bill is paid.' }
  if (!store.takes_file) return { state: 'off', text: 'This store isn’t connected yet.' }
  if (store.stopped_reason !== null)
    return {
      state: 'stopped',
      text: 'We can’t sign in to this store anymore, so updates are stopped. We need a new login or key.',
    }
  if (store.held_update_id !== null)
    return {
      state: 'checking',
      text: 'The next update has unusually large changes. Our team is reviewing it before we send it.',
    }
  if (store.last_failure !== null)
    return { state: 'trouble', text: 'The last update failed. We’ll retry automatically.' }
  if (store.refused > 0)
    return { state: 'partly', text: `${store.market_name} rejected ${many(store.refused, 'product')}.` }
  return { state: 'works', text: null }
}

interface ListedCount {
  id: number
  listed: number
}
const isListed = sql<boolean>`sp.in_store and (sp.active is null or sp.active)`
const byId = (rows: readonly ListedCount[]) => new Map(rows.map((row) => [row.id, row.listed]))

async function listedByStore(db: Db, vendorId: number): Promise<Map<number, number>> {
  const { rows } = await sql<ListedCount>`
    select st.vendor_store_id as id, count(*)::int as listed
    from vendor_store st
    join store_product sp using (vendor_store_id)
    where st.vendor_id = ${vendorId} and ${isListed}
    group by 1`.execute(db)
  return byId(rows)
}
/** The same by supplier. */
export async function listedBySupplier(db: Db, vendorId: number): Promise<Map<number, number>> {
  const { rows } = await sql<ListedCount>`
    select p.dropshipper_id as id, count(*)::int as listed
    from vendor_store st
    join store_product sp using (vendor_store_id)
    join product p using (product_id)
    where st.vendor_id = ${vendorId} and ${isListed}
    group by 1`.execute(db)
  return byId(rows)
}
