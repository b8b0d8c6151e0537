import type { Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** By name, each with its suppliers and their active products. */
export async function listProductCategories({ db }: Ctx): Promise<Result<'listProductCategories'>> {
  const { rows } = await sql<Result<'listProductCategories'>[number]>`
    select g.catalog_category_id, g.catalog_category_name, count(d.dropshipper_id) as suppliers,
      coalesce(sum(d.active_products), 0)::bigint as products
    from catalog_category g
    left join dropshipper_category c using (catalog_category_id)
    left join dropshipper d using (dropshipper_id)
    group by g.catalog_category_id
    order by lower(g.catalog_category_name)
    limit 5000`.execute(db)
  return rows
}
