import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { deleteEmptyParents } from './parents.ts'
import { queuedProducts } from './read.ts'
import type { Guess } from './suggest.ts'

interface WantedMapping extends Guess {
  product_id: number
}

/**
 * Maps products as suggested, after checking again: one whose suggestion is gone, or whose options another
 * variant has, stays in the queue and is reported.
 */
export const acceptSuggestions = (ctx: Ctx, { body }: Parsed<'acceptSuggestions'>) =>
  write(ctx, async (tx, logActivity) => {
    const { dropshipper_id } = body
    const supplier = await tx
      .selectFrom('dropshipper')
      .select('dropshipper_id')
      .where('dropshipper_id', '=', dropshipper_id)
      .forUpdate()
      .executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    const products = await queuedProducts(tx, dropshipper_id, body.product_ids)
    const skippedIds = body.product_ids
      .filter((id) => !products.some((p) => p.product_id === id))
      .map((product_id) => ({ product_id, reason: 'No longer queued' }))
    const mappings = products.flatMap((p): WantedMapping[] => {
      if (p.suggestion) return [{ product_id: p.product_id, ...p.suggestion }]
      skippedIds.push({ product_id: p.product_id, reason: 'No suggestion' })
      return []
    })
    const parents_created = await createParents(tx, dropshipper_id, mappings)
    const mappedIds = await mapWanted(tx, dropshipper_id, mappings)
    for (const { product_id, parent_sku } of mappings)
      if (!mappedIds.has(product_id))
        skippedIds.push({ product_id, reason: `Another variant of ${parent_sku} has the same options` })
    await deleteEmptyParents(tx, dropshipper_id)
    if (mappedIds.size)
      await logActivity({
        type: 'variant.accept',
        dropshipper_id,
        message: `${mappedIds.size} suggestions accepted`,
      })
    return { mapped: mappedIds.size, parents_created, skipped: skippedIds }
  })

async function createParents(
  tx: Tx,
  dropshipperId: number,
  mappings: readonly WantedMapping[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into product_variant_parent (dropshipper_id, parent_sku, title, option_names)
    select distinct on (lower(x.parent_sku)) ${dropshipperId}::int, x.parent_sku, x.title,
      array(select jsonb_array_elements_text(x.option_names))
    from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb)
      as x(parent_sku text, title text, option_names jsonb)
    order by lower(x.parent_sku)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** If several products want the same options of one parent, the first is mapped. Returns which were. */
async function mapWanted(
  tx: Tx,
  dropshipperId: number,
  mappings: readonly WantedMapping[],
): Promise<Set<number>> {
  const { rows } = await sql<{ product_id: number }>`
    with wanted as (
      select x.product_id, lower(x.parent_sku) as key,
        array(select jsonb_array_elements_text(x.option_values)) as option_values
      from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb)
        as x(product_id bigint, parent_sku text, option_values jsonb)),
    chosen as (
      select distinct on (r.product_variant_parent_id, lower(w.option_values::text))
        w.product_id, r.product_variant_parent_id, w.option_values
      from wanted w
      join product_variant_parent r on r.dropshipper_id = ${dropshipperId}
        and lower(r.parent_sku) = w.key
        and cardinality(r.option_names) = cardinality(w.option_values)
      where not exists (
        select 1
        from product_variant v
        where v.product_variant_parent_id = r.product_variant_parent_id
          and lower(v.option_values::text) = lower(w.option_values::text))
      order by r.product_variant_parent_id, lower(w.option_values::text), w.product_id)
    update product_variant v
    set mapping_status = 'mapped', product_variant_parent_id = c.product_variant_parent_id,
      option_values = c.option_values, tm = now()
    from chosen c
    where c.product_id = v.product_id
    returning v.product_id`.execute(tx)
  return new Set(rows.map((r) => r.product_id))
}
