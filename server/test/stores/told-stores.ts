import { sql, type Db } from '../../platform/database/db.ts'
import { waitUntil, type Client } from '../harness.ts'
import { makeProducts, makeSeller, updateNow } from './sellers.ts'
import type { harness } from '../harness.ts'

let stores = 0
interface StoreOptions {
  market_id: number
  address: string
  login?: string
  token: string
  products?: number
  settings?: object
}

/** A vendor with a store that is updated through its market's interface, with products of one supplier. */
export async function makeApiStore(h: ReturnType<typeof harness>, c: Client, options: StoreOptions) {
  const { db, secrets } = h.services
  const { market_id } = options
  const seller = await makeSeller(h, {
    market_id,
    settings: { full_product_import: true, ...options.settings },
    store: {
      vendor_store_name: `Told ${++stores}`,
      store_admin_url: options.address,
      store_admin_login: options.login ?? '',
      store_admin_secret: secrets.seal(options.token),
    },
  })
  const { vendor_id, vendor_store_id, dropshipper_id, feed_id, change } = seller
  await makeProducts(h, seller, options.products ?? 5)
  await sql`
    update product
    set upc = lpad(content_hash::text, 12, '0'), manufacturer = 'Acme', description = 'Of steel',
      images = 'https://img.example.com/' || content_hash || '.jpg'
    where feed_id = ${feed_id}`.execute(db)
  const rules = async (list: readonly object[]) => {
    const path = `/api/vendor/${vendor_id}/price-rules`
    const { version } = (await c.get(path)).body
    const answer = await c.post(path, { version, currency_id: 1, rates: [], rules: list })
    if (answer.status !== 200) throw new Error(`No price rule: ${JSON.stringify(answer.body)}`)
  }
  await rules([{ markup_type_id: 1, markup_value: '2.50' }])
  return {
    /** Replaces the price rules of its vendor. */
    rules,
    vendor_id,
    vendor_store_id,
    dropshipper_id,
    path: `/api/vendor/${vendor_id}/store-updates`,
    change,
    /** Updates it once. @returns its job after that has ended */
    update: () => updateNow(c, vendor_store_id),
    /** Compares it with what its market shows, until the comparison ends this way. */
    async compare(ends = 'compared') {
      const path = `/api/vendor/${vendor_id}/store-updates`
      const { body } = await c.post(path, { vendor_store_id, kind: 'compare' })
      const comparison = await waitUntil(
        () => c.get(`${path}/${body.store_update_id}`),
        (a) => a.body.update.state === ends,
      )
      return comparison.body.update
    },
    ...storeBooks(db, vendor_store_id),
  }
}

/** What our books hold about a store, and how a test changes it. */
function storeBooks(db: Db, vendor_store_id: number) {
  return {
    /** Moves everything that was sent this many days back. */
    toldEarlier: (days: number) =>
      sql`
        update store_product
        set sent_tm = sent_tm - make_interval(days => ${days})
        where vendor_store_id = ${vendor_store_id}`.execute(db),
    /** Sets the approval limits of its updates. */
    bounds: (thresholds: { hold_zero_percent: number; hold_price_percent: number }) =>
      db
        .updateTable('vendor_store')
        .set({
          hold_zero_percent: String(thresholds.hold_zero_percent),
          hold_price_percent: String(thresholds.hold_price_percent),
        })
        .where('vendor_store_id', '=', vendor_store_id)
        .execute(),
    store: () =>
      db
        .selectFrom('vendor_store')
        .selectAll()
        .where('vendor_store_id', '=', vendor_store_id)
        .executeTakeFirstOrThrow(),
    /** What the store shows according to our books, by SKU. */
    async shown() {
      const { rows } = await sql<{
        sku: string
        in_store: boolean
        quantity: number | null
        price: string | null
        active: boolean | null
        remote: object | null
        refused_why: string | null
        refused_text: string | null
      }>`
        select p.sku, sp.in_store, sp.quantity, sp.price::text, sp.active, sp.remote, sp.refused_why,
          sp.refused_text
        from store_product sp
        join product p using (product_id)
        where sp.vendor_store_id = ${vendor_store_id}
        order by p.product_id`.execute(db)
      return new Map(rows.map(({ sku, ...row }) => [sku, row]))
    },
    /** The calls that were made, oldest first. */
    calls: () =>
      db
        .selectFrom('store_call')
        .selectAll()
        .where('vendor_store_id', '=', vendor_store_id)
        .orderBy('store_call_id')
        .execute(),
    /** Makes the polls of its accepted calls due. */
    due: () =>
      sql`
        update store_call
        set poll_tm = now(), insert_tm = insert_tm
        where vendor_store_id = ${vendor_store_id} and state = 'accepted'`.execute(db),
    /** Moves its earlier calls this many seconds back. */
    earlier: (seconds: number) =>
      sql`
        update store_call
        set insert_tm = insert_tm - make_interval(secs => ${seconds})
        where vendor_store_id = ${vendor_store_id}`.execute(db),
  }
}
