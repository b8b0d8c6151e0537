import { sql } from '../../platform/database/db.ts'
import { waitUntil, type Client } from '../harness.ts'
import { makeProducts, makeSeller, updateNow } from './sellers.ts'
import type { harness } from '../harness.ts'

let stores = 0
interface Of {
  market_id: number
  address: string
  login?: string
  token: string
  products?: number
  settings?: object
}

/** A vendor with a store that its market's interface is told of a supplier's products, changed by hand. */
export async function toldStore(h: ReturnType<typeof harness>, c: Client, of: Of) {
  const { db, secrets } = h.services
  const { market_id } = of
  const seller = await makeSeller(h, {
    market_id,
    settings: { full_product_import: true, ...of.settings },
    store: {
      vendor_store_name: `Told ${++stores}`,
      store_admin_url: of.address,
      store_admin_login: of.login ?? '',
      store_admin_secret: secrets.seal(of.token),
    },
  })
  const { vendor_id, vendor_store_id, dropshipper_id, feed_id, change } = seller
  await makeProducts(h, seller, of.products ?? 5)
  await sql`
    update product
    set upc = lpad(content_hash::text, 12, '0'), manufacturer = 'Acme', description = 'Of steel',
      images = 'https://img.example.com/' || content_hash || '.jpg'
    where feed_id = ${feed_id}`.execute(db)
  const rules = async (list: readonly object[]) => {
    const at = `/api/vendor/${vendor_id}/price-rules`
    const { version } = (await c.get(at)).body
    const priced = await c.post(at, { version, currency_id: 1, rates: [], rules: list })
    if (priced.status !== 200) throw new Error(`No price rule: ${JSON.stringify(priced.body)}`)
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
    /** Updates it once. @returns what its job says once that has ended */
    update: () => updateNow(c, vendor_store_id),
    /** Compares it with what its market shows, until that ends so. @returns the comparison */
    async compare(ends = 'compared') {
      const path = `/api/vendor/${vendor_id}/store-updates`
      const { body } = await c.post(path, { vendor_store_id, kind: 'compare' })
      const done = await waitUntil(
        () => c.get(`${path}/${body.store_update_id}`),
        (a) => a.body.update.state === ends,
      )
      return done.body.update
    },
    /** As if what it was told had been told so many days earlier. */
    toldEarlier: (days: number) =>
      sql`
        update store_product
        set sent_tm = sent_tm - make_interval(days => ${days})
        where vendor_store_id = ${vendor_store_id}`.execute(db),
    /** Sets from when on its updates ask first. */
    bounds: (of: { hold_zero_percent: number; hold_price_percent: number }) =>
      db
        .updateTable('vendor_store')
        .set({
          hold_zero_percent: String(of.hold_zero_percent),
          hold_price_percent: String(of.hold_price_percent),
        })
        .where('vendor_store_id', '=', vendor_store_id)
        .execute(),
    store: () =>
      db
        .selectFrom('vendor_store')
        .selectAll()
        .where('vendor_store_id', '=', vendor_store_id)
        .executeTakeFirstOrThrow(),
    /** What the store shows by our books, by SKU. */
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
    /** As if what the market is waited for were due. */
    due: () =>
      sql`
        update store_call
        set poll_tm = now(), insert_tm = insert_tm
        where vendor_store_id = ${vendor_store_id} and state = 'accepted'`.execute(db),
    /** As if the calls before had been made so much earlier. */
    earlier: (seconds: number) =>
      sql`
        update store_call
        set insert_tm = insert_tm - make_interval(secs => ${seconds})
        where vendor_store_id = ${vendor_store_id}`.execute(db),
  }
}
