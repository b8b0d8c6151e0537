import { sql } from '../platform/db.ts'
import { makeFeed, until, type Client } from './harness.ts'
import type { harness } from './harness.ts'

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
  const { dropshipper_id, feed_id } = await makeFeed(h)
  const { vendor_id } = await db
    .insertInto('vendor')
    .values({ company: 'Shop' })
    .returning('vendor_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('subscription').values({ vendor_id, dropshipper_id }).execute()
  const { market_id } = of
  const settings = { full_product_import: true, ...of.settings }
  await db
    .insertInto('vendor_market_map')
    .values({ vendor_id, dropshipper_id, market_id, ...settings })
    .execute()
  const { vendor_store_id } = await db
    .insertInto('vendor_store')
    .values({
      vendor_id,
      vendor_store_name: `Told ${++stores}`,
      market_id,
      drop_to: JSON.stringify({ kind: 'api' }),
      store_admin_url: of.address,
      store_admin_login: of.login ?? '',
      store_admin_secret: secrets.seal(of.token),
    })
    .returning('vendor_store_id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into product (feed_id, dropshipper_id, content_hash, created_run_id, updated_run_id, sku, title,
      wholesale_price, msrp, quantity, images, upc, manufacturer, description)
    select ${feed_id}::int, ${dropshipper_id}::int, i, 1, 1, 'SKU-' || i, 'Product ' || i, 10, 30, 5,
      'https://img.example.com/' || i || '.jpg', lpad(i::text, 12, '0'), 'Acme', 'Of steel'
    from generate_series(1, ${of.products ?? 5}::int) i`.execute(db)
  const priced = await c.post(`/api/vendor/${vendor_id}/price-rules`, {
    currency_id: 1,
    rates: [],
    rules: [{ markup_type_id: 1, markup_value: '2.50' }],
  })
  if (priced.status !== 200) throw new Error(`No price rule: ${JSON.stringify(priced.body)}`)
  return {
    vendor_id,
    vendor_store_id,
    path: `/api/vendor/${vendor_id}/store-updates`,
    change: (set: ReturnType<typeof sql>, skus: readonly string[]) =>
      sql`
        update product
        set ${set}
        where feed_id = ${feed_id} and sku = any(${skus}::text[])`.execute(db),
    /** Updates it once, and waits until that job has ended. @returns what the job says */
    async update(): Promise<{ job_status: number; reason: string | null; result: Record<string, unknown> }> {
      const { body } = await c.post('/api/jobs/schedule-job', {
        job_type: 'VENDOR_STORE_UPDATER_JOB',
        param_name: 'vendor_store_id',
        param_value: vendor_store_id,
      })
      const done = await until(
        () => c.get(`/api/jobs/${body.job_id}`),
        (a) => a.body.job_status === 2 || a.body.job_status === 3,
      )
      return done.body
    },
    /** Compares it with what its market shows. @returns the comparison */
    async compare() {
      const path = `/api/vendor/${vendor_id}/store-updates`
      const { body } = await c.post(path, { vendor_store_id, kind: 'compare' })
      const done = await until(
        () => c.get(`${path}/${body.store_update_id}`),
        (a) => a.body.update.state === 'compared',
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
