import type { RawBuilder } from 'kysely'
import { pricingTiers, tiersName } from '#contract/suppliers/config.ts'
import { supplierCurrency } from '#server/areas/supplier-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'

/** A custom feed as it counts for what its vendor is sold (docs/domain/custom-feeds.md, What its vendor is sold). */
export interface OwnFeed {
  feed_id: number
  vendor_id: number
  dropshipper_id: number
  /** It is switched on. */
  active: boolean
  /** What it holds counts: it is switched on, and a run of it was applied. */
  live: boolean
  is_restricted: boolean
  custom_price: boolean
  add_out_of_stock: boolean
  /** Its quantities count: its mapping has one. */
  counts_stock: boolean
  /** What its tier takes off the supplier's wholesale price. */
  off_percent: number
  /** The supplier's, of products that say none. */
  currency: string | null
}

type Row = Omit<OwnFeed, 'off_percent'> & { tier: string | null; tiers: string | null }

/** A vendor's custom feeds, and deleted ones of which a store may still have products. */
export const readOwnFeeds = (db: Db, vendorId: number): Promise<OwnFeed[]> => readOwnFeedsOf(db, [vendorId])

/** The same of several vendors. @param supplierId only from this supplier */
export async function readOwnFeedsOf(
  db: Db,
  vendorIds: readonly number[],
  supplierId?: number,
): Promise<OwnFeed[]> {
  const ofSupplier = supplierId === undefined ? sql`true` : sql`dropshipper_id = ${supplierId}`
  const { rows } = await sql<Row>`
    select f.feed_id, c.vendor_id, c.dropshipper_id, c.active, c.active and f.current_run_id is not null as live,
      c.is_restricted_setup as is_restricted, c.is_custom_price_setup as custom_price,
      c.add_out_of_stock_product as add_out_of_stock,
      jsonb_path_exists(f.mapping, '$[*] ? (@.field == "quantity")') or exists (
        select
        from feed_file x
        where x.feed_id = f.feed_id and jsonb_path_exists(x.mapping, '$[*] ? (@.field == "quantity")')
      ) as counts_stock,
      c.dynamic_pricing_tier as tier,
      (
        select config_value
        from supplier_config s
        where s.dropshipper_id = c.dropshipper_id and s.config_name = ${tiersName}
      ) as tiers,
      ${supplierCurrency('c.dropshipper_id')} as currency
    from (
      select *
      from vendor_custom_feed
      where vendor_id = any(${vendorIds as number[]}::int[]) and ${ofSupplier}
    ) c
    join feed f using (vendor_custom_feed_id)
    union all
    select feed_id, vendor_id, dropshipper_id, false, false, false, false, false, false, null, null, null
    from ended_custom_feed
    where vendor_id = any(${vendorIds as number[]}::int[]) and ${ofSupplier}
    limit 2000`.execute(db)
  return rows.map(({ tier, tiers, ...ownFeed }) => ({
    ...ownFeed,
    off_percent: ownFeed.active ? tierPercent(tier, tiers ?? '') : 0,
  }))
}

/** What a tier takes off; one that the supplier has taken away takes off nothing. */
const tierPercent = (tier: string | null, tiers: string): number =>
  pricingTiers(tiers)?.find(({ name }) => name === tier)?.percent ?? 0

/** Of an own feed's product `c`, where its feed's amounts count, else of the supplier's product `p`. */
const amount = (column: string, supplier = sql.raw(`p.${column}`)) => {
  const ownColumn = sql.raw(`c.${column}`)
  return sql`
    case when w.custom_price
      then coalesce(${ownColumn}, case when coalesce(c.currency, p.currency, w.currency)
        is not distinct from coalesce(p.currency, w.currency) then ${supplier} end)
      else ${supplier} end as ${sql.raw(column)}`
}
const content = sql.raw(
  'title description manufacturer categories images weight length width height upc ean isbn asin unspsc options parent_sku'
    .split(' ')
    .map((column) => `, p.${column}`)
    .join(''),
)

interface SoldScope {
  /** Only products of this SKU are wanted, so that no other one of an own feed is read. */
  sku?: string
  /** `through` has the rows of several vendors, each with its `vendor_id`. */
  severalVendors?: boolean
}

/**
 * What a vendor is sold of suppliers, as a statement's first tables: `sold` has of each product what counts
 * for the vendor, with the columns of `through` (of which each row has a supplier's `dropshipper_id` and the
 * `feed_id` of its own feed) beside it.
 * Where the vendor has no custom feed it is the suppliers' products as they are.
 */
export function soldTables(
  integrationsSql: RawBuilder<unknown>,
  ownFeeds: readonly OwnFeed[],
  { sku, severalVendors: hasSeveral = false }: SoldScope = {},
) {
  const sameVendor = hasSeveral ? sql`and w.vendor_id = t.vendor_id` : sql``
  const sameOwner = hasSeveral ? sql`and v.vendor_id = w.vendor_id` : sql``
  return sql`
  through as materialized (${integrationsSql}),
  own_feed as materialized (
    select *
    from jsonb_to_recordset(${JSON.stringify(ownFeeds)}::jsonb) as x(
      feed_id int, vendor_id int, dropshipper_id int, active boolean, live boolean, is_restricted boolean,
      custom_price boolean, add_out_of_stock boolean, counts_stock boolean, off_percent numeric,
      currency text)),
  own as materialized (
    select p.*, p.gone_tm is null and p.product_status_id = 1 as alive
    from product p
    where p.feed_id = any(${sql.val(ownFeeds.map((feed) => feed.feed_id))}::int[])
      ${sku === undefined ? sql`` : sql`and p.sku = ${sku}`}),
  sold as (
    select t.*, p.product_id, p.sku ${content}, false as own,
      case when c.sku is not null and w.counts_stock then c.quantity else p.quantity end as quantity,
      c.sku is not null or (p.gone_tm is null and p.product_status_id = 1
        and not (coalesce(w.live, false) and w.is_restricted)) as active,
      coalesce(c.sku is not null and w.add_out_of_stock, false) as add_out_of_stock,
      concat_ws('|', p.content_hash, p.sku, p.title, p.quantity, p.gone_tm is null, p.product_status_id,
        c.content_hash, c.quantity, w::text) as seen,
      greatest(p.updated_run_id, c.updated_run_id) as changed_run_id,
      case when c.sku is not null and w.custom_price then coalesce(c.currency, p.currency) else p.currency end
        as currency,
      ${amount('wholesale_price', sql`round(p.wholesale_price * (1 - coalesce(w.off_percent, 0) / 100), 4)`)},
      ${amount('msrp')}, ${amount('map_price')}, ${amount('dropship_fee')}, ${amount('shipping_cost')}
    from through t
    join product p using (feed_id)
    left join own_feed w on w.dropshipper_id = t.dropshipper_id and w.active ${sameVendor}
    -- looked up one by one: how many there are is not known to the planner
    left join lateral (
      select o.*
      from product o
      where w.live and o.sku = p.sku and o.feed_id = w.feed_id and o.gone_tm is null
        and o.product_status_id = 1
      limit 1
    ) c on true
    union all
    select t.*, p.product_id, p.sku ${content}, true as own, p.quantity, w.live and p.alive as active,
      w.add_out_of_stock,
      concat_ws('|', p.content_hash, p.sku, p.title, p.quantity, p.alive, w::text) as seen,
      p.updated_run_id as changed_run_id, p.currency, p.wholesale_price, p.msrp, p.map_price, p.dropship_fee, p.shipping_cost
    from through t
    join own_feed w on w.dropshipper_id = t.dropshipper_id ${sameVendor}
    join own p on p.feed_id = w.feed_id
    where not exists (select from product o where o.feed_id = t.feed_id and o.sku = p.sku)
      and (w.live or not exists (
        select
        from own_feed v
        join product o on o.sku = p.sku and o.feed_id = v.feed_id
        where v.live and v.dropshipper_id = w.dropshipper_id ${sameOwner})))`
}

/**
 * Whether another supplier's product, or its vendor's own, has the SKU of `sold p` in a store: it is there
 * already, or came before it.
 */
export const takenIn = (store: RawBuilder<unknown>) => sql<boolean>`
    exists (
      select
      from product o
      left join through x using (feed_id)
      left join own_feed w on w.feed_id = o.feed_id and w.live and w.dropshipper_id <> p.dropshipper_id
      left join store_product has on has.vendor_store_id = ${store} and has.product_id = o.product_id
      where o.sku = p.sku
        and o.product_id <> p.product_id
        and o.gone_tm is null
        and (x.feed_id is not null or w.feed_id is not null)
        and (has.in_store or o.product_id < p.product_id))`
