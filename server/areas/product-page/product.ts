import type { Parsed, Result } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { knownProduct } from './known-product.ts'

type Variants = Result<'getProduct'>['variants']
const mostSiblings = 200

export async function getProduct(
  { db }: Ctx,
  { params }: Parsed<'getProduct'>,
): Promise<Result<'getProduct'>> {
  const product = await knownProduct(db, params.product_id)
  return { product, variants: await variantsOf(db, params.product_id) }
}

const statuses = { queued: 'Queued', mapped: 'Mapped' } as const

/** The product's parent, and the other variants of it. */
async function variantsOf(db: Db, productId: number): Promise<Variants> {
  const { rows } = await sql<{ mapping_status: string; parent: Variants['parent'] }>`
    select v.mapping_status,
      case when r.product_variant_parent_id is not null then jsonb_build_object(
        'product_variant_parent_id', r.product_variant_parent_id, 'parent_sku', r.parent_sku,
        'title', r.title, 'option_names', r.option_names
      ) end as parent
    from product_variant v
    left join product_variant_parent r using (product_variant_parent_id)
    where v.product_id = ${productId}`.execute(db)
  const [variant] = rows
  const mapping_status = statuses[variant?.mapping_status as keyof typeof statuses] ?? 'Unmapped'
  const parent = variant?.parent ?? null
  if (parent === null) return { parent, mapping_status, siblings: [] }
  const { rows: siblings } = await sql<Variants['siblings'][number]>`
    select p.product_id, p.sku, p.title, coalesce(v.option_values, '{}') as option_values, p.quantity,
      p.gone_tm is null and p.product_status_id = 1 as active
    from product_variant v
    join product p using (product_id)
    where v.product_variant_parent_id = ${parent.product_variant_parent_id}
    order by v.option_values, p.sku
    limit ${mostSiblings}`.execute(db)
  return { parent, mapping_status, siblings }
}
