import { ownFeedId } from '#server/areas/supplier-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'

export async function lockParent(tx: Tx, dropshipperId: number, parentId: number) {
  const parent = await tx
    .selectFrom('product_variant_parent')
    .select(['product_variant_parent_id', 'parent_sku', 'title', 'description', 'option_names'])
    .where('product_variant_parent_id', '=', parentId)
    .where('dropshipper_id', '=', dropshipperId)
    .forUpdate()
    .executeTakeFirst()
  if (!parent) throw notFound('parent product')
  return parent
}

interface Variant {
  product_id: number
  option_values: readonly string[]
}

/**
 * Maps each product to the parent with its option values; throws for one that isn't in the supplier's own
 * feed.
 */
export async function mapProducts(
  tx: Tx,
  dropshipperId: number,
  parentId: number,
  products: readonly Variant[],
): Promise<void> {
  if (products.length === 0) return
  const { rows } = await sql<{ product_id: number }>`
    insert into product_variant
      (product_id, dropshipper_id, mapping_status, product_variant_parent_id, option_values)
    select x.product_id, ${dropshipperId}::int, 'mapped', ${parentId}::int,
      array(select jsonb_array_elements_text(x.option_values))
    from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as x(product_id bigint, option_values jsonb)
    join product p on p.product_id = x.product_id and p.feed_id = ${ownFeedId(dropshipperId)}
    on conflict (product_id) do update set
      mapping_status = 'mapped',
      product_variant_parent_id = excluded.product_variant_parent_id,
      option_values = excluded.option_values,
      tm = now()
    returning product_id`.execute(tx)
  const knownIds = new Set(rows.map((r) => r.product_id))
  for (const [i, { product_id }] of products.entries())
    if (!knownIds.has(product_id))
      throw invalid({ [`variants.${i}`]: `Product ${product_id} belongs to another supplier` })
}

/** Takes products out of their parent and out of the queue, permanently. */
export async function unmapProducts(tx: Tx, dropshipperId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update product_variant
    set mapping_status = 'unmapped', family = null, product_variant_parent_id = null, option_values = null,
      tm = now()
    where dropshipper_id = ${dropshipperId}
      and product_id = any(${ids as number[]})
      and mapping_status = 'mapped'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the supplier's parents without variants. Returns their SKUs. */
export async function deleteEmptyParents(tx: Tx, dropshipperId: number): Promise<string[]> {
  const { rows } = await sql<{ parent_sku: string }>`
    delete from product_variant_parent r
    where dropshipper_id = ${dropshipperId}
      and not exists (
        select 1
        from product_variant v
        where v.product_variant_parent_id = r.product_variant_parent_id)
    returning parent_sku`.execute(tx)
  return rows.map((r) => r.parent_sku)
}

/** No two variants of a parent may have the same options, and each needs a value for every option. */
export async function refuseClashes(tx: Tx, parentId: number, options: number): Promise<void> {
  const { rows } = await sql<{ sku: string; twin: string }>`
    select p.sku, min(p.sku) over (partition by lower(v.option_values::text)) as twin
    from product_variant v
    join product p using (product_id)
    where v.product_variant_parent_id = ${parentId}`.execute(tx)
  const clash = rows.find((r) => r.twin !== r.sku)
  if (clash) throw invalid({ variants: `${clash.twin} and ${clash.sku} have the same options` })
  const { rows: short } = await sql<{ sku: string }>`
    select p.sku
    from product_variant v
    join product p using (product_id)
    where v.product_variant_parent_id = ${parentId}
      and cardinality(v.option_values) <> ${options}
    limit 1`.execute(tx)
  if (short[0]) throw invalid({ variants: `Enter a value for each option of ${short[0].sku}` })
}
