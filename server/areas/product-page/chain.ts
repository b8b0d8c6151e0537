import type { Parsed } from '#contract/index.ts'
import { integrationStatus, type IntegrationFacts } from '#contract/integrations/standing.ts'
import type { ProductChain } from '#contract/product-page/chain.ts'
import type { Product } from '#contract/product-page/product.ts'
import { heldChange } from '#server/areas/feeds/public.ts'
import { productFindings } from '#server/areas/products/public.ts'
import { explainStations } from '#server/areas/stores/public.ts'
import { activeIntegration, requireVendor } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { chainSentence } from './chain-sentence.ts'
import { knownProduct } from './known-product.ts'
import { brokenStation, toStations, type ChainFacts } from './stations.ts'

/** Follows a product from its feed to the stores, for one vendor or for all. */
export async function getProductChain(
  ctx: Ctx,
  { params, query }: Parsed<'getProductChain'>,
): Promise<ProductChain> {
  const { db } = ctx
  const product = await knownProduct(db, params.product_id)
  const vendor = query.vendor_id === undefined ? null : await readVendor(db, product, query.vendor_id)
  const chosen = vendor && chooseIntegration(vendor, query.vendor_market_map_id)
  const [findings, held, explained, customHeld] = await Promise.all([
    productFindings(db, product.product_id),
    heldChange(ctx, product.feed_id, product.sku),
    chosen ? explainStations(db, chosen.vendor_market_map_id, product.product_id) : undefined,
    vendor?.custom_feed_id ? heldChange(ctx, vendor.custom_feed_id, product.sku) : undefined,
  ])
  const facts: ChainFacts = { product, vendor, findings: findings ?? [], held, explained, customHeld }
  const stations = toStations(facts)
  const broken = brokenStation(stations)
  return {
    vendor: vendor && {
      vendor_id: vendor.vendor_id,
      company: vendor.company,
      integrations: vendor.integrations,
      vendor_market_map_id: chosen?.vendor_market_map_id ?? null,
    },
    stations,
    broken,
    sentence: chainSentence(facts, stations, broken),
  }
}

export interface ChainVendor {
  vendor_id: number
  company: string
  /** The feed of its own custom feed from this supplier, if that isn't the product's. */
  custom_feed_id: number | null
  integrations: { vendor_market_map_id: number; market_name: string; status: string; active: boolean }[]
}

async function readVendor(db: Db, product: Product, vendor_id: number): Promise<ChainVendor> {
  const { company } = await requireVendor(db, vendor_id)
  const { rows } = await sql<
    IntegrationFacts & { vendor_market_map_id: number; market_name: string; active: boolean }
  >`
    select m.*, k.market_name, s.vendor_id is not null as subscribed, ${activeIntegration} as active
    from vendor_market_map m
    join market k using (market_id)
    left join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = ${vendor_id} and m.dropshipper_id = ${product.dropshipper_id}
    order by active desc, lower(k.market_name), m.vendor_market_map_id
    limit 100`.execute(db)
  const customFeed = await db
    .selectFrom('feed')
    .innerJoin('vendor_custom_feed', 'vendor_custom_feed.vendor_custom_feed_id', 'feed.vendor_custom_feed_id')
    .select('feed.feed_id')
    .where('vendor_custom_feed.vendor_id', '=', vendor_id)
    .where('vendor_custom_feed.dropshipper_id', '=', product.dropshipper_id)
    .where('vendor_custom_feed.active', '=', true)
    .executeTakeFirst()
  const custom_feed_id = customFeed && customFeed.feed_id !== product.feed_id ? customFeed.feed_id : null
  const integrations = rows.map((row) => ({
    vendor_market_map_id: row.vendor_market_map_id,
    market_name: row.market_name,
    status: integrationStatus(row),
    active: row.active,
  }))
  return { vendor_id, company, custom_feed_id, integrations }
}

/** The one that is named, else the first: active ones come first. */
function chooseIntegration({ integrations }: ChainVendor, id: number | undefined) {
  const chosen =
    id === undefined ? integrations[0] : integrations.find((one) => one.vendor_market_map_id === id)
  if (id !== undefined && !chosen) throw notFound('integration')
  return chosen
}
