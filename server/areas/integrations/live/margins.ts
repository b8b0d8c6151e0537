import type { IntegrationMargins } from '#contract/integrations/live.ts'
import type { Parsed } from '#contract/index.ts'
import type { PricedProduct, PriceSettings } from '#contract/pricing/price.ts'
import {
  priceBy,
  pricedColumns,
  readOwnFeeds,
  readPriceSet,
  soldTables,
} from '#server/areas/listings/public.ts'
import { suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'
import { eachInTime } from '../each-in-time.ts'
import { knownIntegration } from '../known-integration.ts'
import { soldThroughMarket } from '../sold-through-market.ts'
import { PriceTally } from './price-tally.ts'

/** An integration's active products by price and margin, with the prices that updates would send. */
export async function getIntegrationMargins(
  { db }: Ctx,
  { params }: Parsed<'getIntegrationMargins'>,
): Promise<IntegrationMargins> {
  const integration = await knownIntegration(db, params)
  const id = integration.vendor_market_map_id
  const [{ rows: settings }, closedSuppliers, ownFeeds, set] = await Promise.all([
    sql<PriceSettings>`select * from vendor_market_map where vendor_market_map_id = ${id}`.execute(db),
    suppliersClosedTo(db, integration.vendor_id),
    readOwnFeeds(db, integration.vendor_id),
    readPriceSet(db, integration.vendor_id),
  ])
  const price = priceBy(set)
  const priceSettings = singleRow(settings)
  const tally = new PriceTally()
  let products = 0
  const complete = await eachInTime(
    db,
    sql<PricedProduct>`
      with ${soldTables(soldThroughMarket(integration, closedSuppliers), ownFeeds)}
      select ${pricedColumns}
      from sold p
      where p.vendor_market_map_id = ${id} and p.active`,
    (row) => {
      products++
      tally.add(price(row, priceSettings))
    },
  )
  return { complete, currency_id: set.currency_id, products, ...tally.figures() }
}
