import type { Parsed, Result } from '#contract/index.ts'
import { diagnoseProduct } from '#server/areas/products/public.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { literal } from '#server/platform/database/sql.ts'
import {
  knownIntegration,
  lockIntegration,
  activityTarget,
  type KnownIntegration,
} from './known-integration.ts'

/** Products of the integration's supplier, or of the vendor's own feed from it, by the beginning of their SKU, as it is written. */
export async function findIntegrationProducts(
  { db }: Ctx,
  { params, query: { sku } }: Parsed<'findIntegrationProducts'>,
): Promise<Result<'findIntegrationProducts'>> {
  const integration = await knownIntegration(db, params)
  if (sku === '') return []
  const { rows } = await sql<Result<'findIntegrationProducts'>[number]>`
    select distinct on (p.sku) p.product_id, p.sku, p.title
    from feed f
    join product p using (feed_id)
    where ${feedOf(integration)}
      and p.sku like ${`${literal(sku)}%`}
    order by p.sku, ${ownFeed('f')} desc
    limit 20`.execute(db)
  return rows
}

/** The feed `f` is its supplier's own, or its vendor's from that. */
const feedOf = (integration: KnownIntegration) => sql<boolean>`(
      f.dropshipper_id = ${integration.dropshipper_id}
      and (${ownFeed('f')} or f.vendor_custom_feed_id = (
        select c.vendor_custom_feed_id
        from vendor_custom_feed c
        where c.vendor_id = ${integration.vendor_id} and c.dropshipper_id = f.dropshipper_id)))`

/** Follows one product of the integration from its feed to each of its stores, by a job that changes nothing. */
export const diagnoseIntegrationProduct = (
  ctx: Ctx,
  { params, body }: Parsed<'diagnoseIntegrationProduct'>,
) =>
  write(ctx, async (tx, logActivity) => {
    const integration = await lockIntegration(ctx, tx, params)
    const { rows } = await sql<{ product_id: number; sku: string }>`
      select p.product_id, p.sku
      from product p
      join feed f using (feed_id)
      where p.product_id = ${body.product_id} and ${feedOf(integration)}`.execute(tx)
    const [product] = rows
    if (!product) throw notFound('product')
    const job_id = await ctx.jobs.enqueue(tx, diagnoseProduct, {
      payload: { ...product, vendor_market_map_id: params.vmmid },
      subject: product.sku,
      paramValue: product.product_id,
      requestedBy: ctx.who.name,
      rank: 10,
    })
    await logActivity({
      type: 'job.schedule',
      ...activityTarget(integration),
      message: `${integration.name}: diagnosis of ${product.sku} queued as job ${job_id}`,
    })
    return { job_id }
  })
