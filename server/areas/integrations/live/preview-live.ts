import type { RawBuilder } from 'kysely'
import type { LivePreview } from '#contract/integrations/live.ts'
import type { Parsed } from '#contract/index.ts'
import { listingOf, noContent, type SendSettings } from '#contract/integrations/listing.ts'
import type { PriceSettings } from '#contract/pricing/price.ts'
import { whyStopped } from '#contract/stores/currency.ts'
import { needsPrice } from '#contract/stores/shops.ts'
import {
  priceBy,
  pricedColumns,
  readOwnFeeds,
  readPriceSet,
  shownQuantity,
  soldTables,
  takenIn,
  type OwnFeed,
} from '#server/areas/listings/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { eachInTime } from '../each-in-time.ts'
import { knownIntegration, type KnownIntegration } from '../known-integration.ts'
import { soldThroughMarket } from '../sold-through-market.ts'
import { LiveTally, type LiveRow } from './live-tally.ts'

/**
 * What the first update of a store would add of an integration that isn't live yet. Each product passes the functions
 * that plan updates, so that the preview and the update can't differ; no text or image is read for it.
 */
export async function previewLive(
  { db }: Ctx,
  { params, query }: Parsed<'previewLive'>,
): Promise<LivePreview> {
  const integration = await knownIntegration(db, params)
  const [store, settings, closedSuppliers, ownFeeds, set, otherStores] = await Promise.all([
    readStore(db, integration, query.vendor_store_id),
    readSettings(db, integration),
    suppliersClosedTo(db, integration.vendor_id),
    readOwnFeeds(db, integration.vendor_id),
    readPriceSet(db, integration.vendor_id),
    readOtherStores(db, integration, query.vendor_store_id),
  ])
  const noAccess = closedSuppliers.includes(integration.dropshipper_id)
  const price = set.rules.length > 0 ? priceBy(set) : undefined
  const tally = new LiveTally()
  const count = (row: LiveRow) => {
    const result = price?.(row, settings)
    const sentSettings = row.add_out_of_stock ? { ...settings, upload_outofstock_product: true } : settings
    const listing = listingOf({ ...noContent, ...row }, sentSettings, {
      known: row.in_store,
      shows: { quantity: row.was_quantity, active: row.was_active },
      taken: row.taken,
      priced: result,
      needsPrice: needsPrice(store),
    })
    tally.add(row, listing, result)
  }
  const [complete, restricted] = await Promise.all([
    noAccess ||
      eachInTime(db, soldInStore(integration, store.vendor_store_id, { closedSuppliers, ownFeeds }), count),
    countRestricted(db, integration, { noAccess, ownFeeds }),
  ])
  return {
    complete,
    currency_id: set.currency_id,
    restricted,
    ...tally.figures(),
    other_stores: otherStores,
    stops: whyStopped(store, set),
  }
}

interface PreviewedStore {
  vendor_store_id: number
  market_id: number
  market_name: string
  by_interface: boolean
  store_admin_url: string
  shop_currency: string | null
}
async function readStore(db: Db, integration: KnownIntegration, id: number): Promise<PreviewedStore> {
  const { rows } = await sql<PreviewedStore>`
    select st.vendor_store_id, st.market_id, k.market_name, st.drop_to ->> 'kind' = 'api' as by_interface,
      st.store_admin_url, st.shop_currency
    from vendor_store st
    join market k using (market_id)
    where st.vendor_store_id = ${id}
      and st.vendor_id = ${integration.vendor_id}
      and st.market_id = ${integration.market_id}`.execute(db)
  if (!rows[0]) throw notFound('store')
  return rows[0]
}

async function readSettings(db: Db, { vendor_market_map_id: id }: KnownIntegration) {
  const { rows } = await sql<SendSettings & PriceSettings>`
    select * from vendor_market_map where vendor_market_map_id = ${id}`.execute(db)
  return singleRow(rows)
}

/** All connected stores of a market get an integration's products. */
async function readOtherStores(db: Db, integration: KnownIntegration, id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select vendor_store_name as name
    from vendor_store
    where vendor_id = ${integration.vendor_id}
      and market_id = ${integration.market_id}
      and vendor_store_id <> ${id}
      and coalesce(drop_to ->> 'kind', 'none') <> 'none'
    order by lower(vendor_store_name), vendor_store_id
    limit 20`.execute(db)
  return rows.map(({ name }) => name)
}

const soldInStore = (
  integration: KnownIntegration,
  storeId: number,
  { closedSuppliers, ownFeeds }: { closedSuppliers: readonly number[]; ownFeeds: readonly OwnFeed[] },
): RawBuilder<LiveRow> => sql<LiveRow>`
  with ${soldTables(soldThroughMarket(integration, closedSuppliers), ownFeeds)}
  select p.product_id, p.sku, p.title, p.unspsc, p.quantity, p.active, p.add_out_of_stock, ${pricedColumns},
    coalesce(sp.in_store, false) as in_store, ${takenIn(sql`${storeId}::int`)} as taken,
    ${shownQuantity('sp')} as was_quantity, sp.active as was_active
  from sold p
  left join store_product sp on sp.vendor_store_id = ${storeId} and sp.product_id = p.product_id
  where p.vendor_market_map_id = ${integration.vendor_market_map_id} and (p.active or sp.in_store)`

/** Products of the supplier that the vendor isn't sold: it has no access, or its custom feed doesn't name them. */
async function countRestricted(
  db: Db,
  integration: KnownIntegration,
  { noAccess, ownFeeds }: { noAccess: boolean; ownFeeds: readonly OwnFeed[] },
): Promise<number> {
  const restricting = ownFeeds.find(
    (feed) => feed.dropshipper_id === integration.dropshipper_id && feed.live && feed.is_restricted,
  )
  if (!noAccess && !restricting) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from feed f
    join product p using (feed_id)
    where f.dropshipper_id = ${integration.dropshipper_id}
      and ${ownFeed('f')}
      and p.gone_tm is null
      and p.product_status_id = 1
      and not exists (
        select
        from product o
        where o.feed_id = ${noAccess ? 0 : (restricting?.feed_id ?? 0)}
          and o.sku = p.sku
          and o.gone_tm is null
          and o.product_status_id = 1)`.execute(db)
  return singleRow(rows).n
}
