import { activation } from '#contract/integrations/integrations.ts'
import { vendorStatus } from '#contract/vendors/status.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { makeProducts, type DemoProduct } from './feed-files.ts'
import { Random } from '#server/platform/random.ts'

/** A demo custom feed: its vendor, its supplier, and its outcome. */
export interface DemoCustomFeed {
  vendor_custom_feed_id: number
  dropshipper_id: number
  prefix: string
  products: DemoProduct[]
  /** `new`: not fetched yet; `held`: the newest file lacks half; `failed`: the file is missing. */
  state: 'fresh' | 'held' | 'failed' | 'new' | 'off'
}

const states = ['fresh', 'held', 'failed', 'off', 'new', 'fresh', 'fresh', 'held'] as const
const perVendor = 5

/** Suppliers with tiers, and custom feeds of vendors that sell many of their products. */
export async function seedCustomFeeds(
  tx: Tx,
  suppliers: ReadonlyMap<number, readonly DemoProduct[]>,
): Promise<DemoCustomFeed[]> {
  const r = new Random(61)
  const { rows: pairs } = await sql<{ vendor_id: number; dropshipper_id: number }>`
    with sold as (
      select distinct m.vendor_id, m.dropshipper_id
      from vendor_market_map m
      join subscription s using (vendor_id, dropshipper_id)
      join vendor_store st on st.vendor_id = m.vendor_id and st.market_id = m.market_id
      join vendor v on v.vendor_id = m.vendor_id
      where m.is_activated = ${sql.lit(activation.active)} and m.market_is_on and m.paused_at is null and v.vendor_status_id = ${sql.lit(vendorStatus.active)}),
    most as (
      select vendor_id, row_number() over (order by count(*) desc, vendor_id) as place
      from sold
      group by vendor_id),
    choice as (
      select vendor_id, dropshipper_id, place,
        row_number() over (partition by vendor_id order by dropshipper_id) as nth
      from sold
      join most using (vendor_id))
    select vendor_id, dropshipper_id
    from choice
    where (place = 1 and nth <= ${perVendor}) or (place > 1 and nth = 1)
    order by place, nth
    limit ${states.length}`.execute(tx)
  const ids = [...new Set(pairs.map((pair) => pair.dropshipper_id))]
  await sql`
    update dropshipper
    set custom_feed_support = greatest(custom_feed_support, 2)
    where dropshipper_id = any(${ids}::int[])`.execute(tx)
  await sql`
    insert into supplier_config (dropshipper_id, config_name, config_value)
    select id, name, value
    from unnest(${ids}::int[]) id
    cross join (values ('dynamic_pricing_tiers', 'Silver 5, Gold 10, Platinum 12.5'),
      ('dynamic_restricted_access', '1')) options(name, value)
    on conflict do nothing`.execute(tx)
  const feeds: DemoCustomFeed[] = []
  for (const [i, pair] of pairs.entries()) {
    const state = states[i]
    if (state === undefined) break
    const { vendor_custom_feed_id } = await tx
      .insertInto('vendor_custom_feed')
      .values({
        ...pair,
        active: state !== 'off',
        is_restricted_setup: i % 4 === 1,
        is_custom_price_setup: i % 3 !== 2,
        add_out_of_stock_product: i % 4 === 2,
        dynamic_pricing_tier: i % 2 === 0 ? (['Gold', 'Silver', 'Platinum'][i % 3] ?? null) : null,
        insert_tm: new Date(databaseNow() - r.int(20, 300) * 86_400_000).toISOString(),
      })
      .returning('vendor_custom_feed_id')
      .executeTakeFirstOrThrow()
    const prefix = `CF${i + 1}`
    feeds.push({
      vendor_custom_feed_id,
      dropshipper_id: pair.dropshipper_id,
      prefix,
      products: ownProducts(r, suppliers.get(pair.dropshipper_id) ?? [], prefix),
      state,
    })
  }
  return feeds
}

/** Some of the supplier's products at the vendor's prices, and a few of its own. */
function ownProducts(r: Random, products: readonly DemoProduct[], prefix: string): DemoProduct[] {
  const ownCopies = products.slice(0, r.int(150, 400)).map((product) => ({
    ...product,
    price: Math.round(product.price * (0.82 + r.next() * 0.12) * 100) / 100,
    quantity: Math.round(product.quantity / 2),
  }))
  const image = products.find((product) => product.image)?.image ?? ''
  return [...ownCopies, ...makeProducts(900 + ownCopies.length, prefix, r.int(8, 30), () => image)]
}
