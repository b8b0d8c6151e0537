import { activation } from '#contract/integrations/activation.ts'
import type { IntegrationEffects } from '#contract/integrations/effects.ts'
import type { Parsed } from '#contract/index.ts'
import { listingOf, type CatalogueProduct } from '#contract/integrations/listing.ts'
import { needsPrice } from '#contract/stores/shops.ts'
import type { PricedProduct, PriceSettings } from '#contract/pricing/price.ts'
import {
  readOwnFeeds,
  soldTables,
  takenIn,
  type OwnFeed,
  pricedColumns,
  priceBy,
  readPriceSet,
  beyondSql,
  shownCounts,
  shownPrice,
  shownQuantity,
  soldSql,
} from '#server/areas/listings/public.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { eachInTime } from './each-in-time.ts'
import { knownIntegration, type KnownIntegration } from './known-integration.ts'
import { soldThroughMarket } from './sold-through-market.ts'
import { newTally, type TalliedStore, type Setup, type StoreShows } from './tally-effects.ts'

interface Row extends CatalogueProduct, PricedProduct, StoreShows {
  vendor_store_id: number
  product_id: number
  add_out_of_stock: boolean
  taken: boolean
}

/** What `saveIntegration` would change of what its stores show, by the kept settings and by these. */
export async function weighIntegration(
  { db }: Ctx,
  { params, body }: Parsed<'weighIntegration'>,
): Promise<IntegrationEffects> {
  const integration = await knownIntegration(db, params)
  const [setup, closedSuppliers, ownFeeds, set, stores] = await Promise.all([
    readSetup(db, integration),
    suppliersClosedTo(db, integration.vendor_id),
    readOwnFeeds(db, integration.vendor_id),
    readPriceSet(db, integration.vendor_id),
    readTalliedStores(db, integration),
  ])
  const atOnce = new Set(stores.filter(needsPrice).map((store) => store.vendor_store_id))
  const reaches =
    setup.subscribed && setup.paused_at === null && !closedSuppliers.includes(integration.dropshipper_id)
  const price = set.rules.length > 0 ? priceBy(set) : undefined
  const variantOf = (settings: Setup & PriceSettings) => ({
    settings,
    sends: reaches && settings.is_activated === activation.active && settings.market_is_on,
  })
  const [keptVariant, typedVariant] = [variantOf(setup), variantOf({ ...setup, ...body.integration })]
  const listing = ({ settings, sends }: typeof keptVariant, row: Row) => {
    if (!sends) return 'store_synchronize'
    const sentSettings = row.add_out_of_stock ? { ...settings, upload_outofstock_product: true } : settings
    const result = price?.(row, settings)
    return listingOf(row, sentSettings, {
      known: row.in_store,
      shows: { quantity: row.was_quantity, active: row.was_active },
      taken: row.taken,
      priced: result,
      needsPrice: atOnce.has(row.vendor_store_id),
    })
  }
  const tally = newTally(stores, set)
  const count = (row: Row) =>
    tally.add(row.vendor_store_id, row, listing(keptVariant, row), listing(typedVariant, row))
  const complete =
    tally.size === 0 ||
    !(keptVariant.sends || typedVariant.sends) ||
    (await eachInTime(db, soldInStores(integration, closedSuppliers, ownFeeds), count))
  return { complete, stores: tally.effects() }
}

type KeptSetup = Setup & PriceSettings & { subscribed: boolean; paused_at: string | null }
async function readSetup(db: Db, { vendor_market_map_id: id }: KnownIntegration): Promise<KeptSetup> {
  const { rows } = await sql<KeptSetup>`
    select m.*, s.vendor_id is not null as subscribed
    from vendor_market_map m
    left join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_market_map_id = ${id}`.execute(db)
  return singleRow(rows)
}

/** Its stores that take something, with what they show of all their suppliers. */
async function readTalliedStores(db: Db, integration: KnownIntegration): Promise<TalliedStore[]> {
  const { rows } = await sql<TalliedStore>`
    select st.vendor_store_id, st.vendor_store_name, st.market_id, k.market_name,
      st.drop_to ->> 'kind' = 'api' as by_interface, st.store_admin_url, st.shop_currency, st.hold_zero_percent::float8 as hold_zero_percent,
      st.hold_price_percent::float8 as hold_price_percent,
      st.price_bound_percent::float8 as price_bound_percent, shows.selling, shows.priced,
      moved.since, moved.sunk, moved.beyond_elsewhere
    from vendor_store st
    join market k using (market_id)
    cross join lateral (
${shownCounts(sql`st.vendor_store_id`)}) shows
    cross join lateral (
      select min(m.since) as since,
        (count(*) filter (where m.sank and not ${soldSql('sp')}))::int as sunk,
        (count(*) filter (where sp.in_store and p.dropshipper_id <> ${integration.dropshipper_id}
          and ${beyondSql(sql`m.price`, shownPrice('sp'), sql`st.price_bound_percent`)}))::int
          as beyond_elsewhere
      from store_moved m
      left join store_product sp using (vendor_store_id, product_id)
      left join product p using (product_id)
      where m.vendor_store_id = st.vendor_store_id) moved
    where st.vendor_id = ${integration.vendor_id}
      and st.market_id = ${integration.market_id}
      and coalesce(st.drop_to ->> 'kind', 'none') <> 'none'
    order by lower(st.vendor_store_name), st.vendor_store_id
    limit 100`.execute(db)
  return rows
}

/** What the vendor is sold through the integration, in each of its stores, as updates are planned by. */
const soldInStores = (
  integration: KnownIntegration,
  closedSuppliers: readonly number[],
  ownFeeds: readonly OwnFeed[],
) => sql<Row>`
  with ${soldTables(soldThroughMarket(integration, closedSuppliers), ownFeeds)}
  select p.product_id, p.sku, p.title, p.description, p.images, p.weight, p.length, p.width, p.height, p.upc,
    p.ean, p.isbn, coalesce(pa.asin, p.asin) as asin, p.unspsc, p.options, p.parent_sku, p.quantity, p.active, p.add_out_of_stock,
    ${pricedColumns}, st.vendor_store_id, coalesce(sp.in_store, false) as in_store,
    ${takenIn(sql`st.vendor_store_id`)} as taken,
    ${shownQuantity('sp')} as was_quantity, ${shownPrice('sp')} as was_price, sp.active as was_active, m.price as began_price
  from sold p
  cross join vendor_store st
  left join product_asin pa on pa.product_id = p.product_id and pa.market_id = st.market_id
  left join store_product sp
    on sp.vendor_store_id = st.vendor_store_id and sp.product_id = p.product_id
  left join store_moved m on m.vendor_store_id = st.vendor_store_id and m.product_id = p.product_id
  where p.vendor_market_map_id = ${integration.vendor_market_map_id}
    and st.vendor_id = ${integration.vendor_id}
    and st.market_id = ${integration.market_id}
    and coalesce(st.drop_to ->> 'kind', 'none') <> 'none'
    and (p.active or sp.in_store)`
