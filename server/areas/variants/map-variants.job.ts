import { z } from 'zod'
import { many } from '#contract/words.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { familyOf, readOptions, type Candidate } from './suggest.ts'

const payload = z.object({ dropshipper_id: z.number() })
const batch = 2000

/**
 * Sorts a supplier's new products: those whose feed names a parent and options are mapped to it, those
 * that look like siblings wait in the queue, the rest aren't variants. What a person decided stays.
 */
export const mapVariantsJob: JobDefinition<z.output<typeof payload>> = {
  type: 'VARIANT_MAPPING_JOB',
  payload,
  key: (p) => `supplier-${p.dropshipper_id}`,
  retries: 3,
  timeoutSeconds: 3600,
  async run({ db, payload: { dropshipper_id }, signal, progress, say: logLine }) {
    const counts = { looked_at: 0, mapped: 0, queued: 0, forgotten: 0 }
    const feed = await db
      .selectFrom('feed')
      .select('feed_id')
      .where('dropshipper_id', '=', dropshipper_id)
      .where(ownFeed('feed'))
      .executeTakeFirst()
    if (!feed) return { ...counts, completed_with_errors: 'The supplier has no feed' }
    for (;;) {
      signal.throwIfAborted()
      const sortResult = await db.transaction().execute((tx) => sortNext(tx, feed.feed_id, dropshipper_id))
      counts.looked_at += sortResult.looked_at
      counts.mapped += sortResult.mapped
      progress(many(counts.looked_at, 'product'))
      if (sortResult.looked_at < batch) break
    }
    await db.transaction().execute(async (tx) => {
      counts.forgotten = await forgetDeleted(tx, dropshipper_id)
      counts.queued = await queueSiblings(tx, dropshipper_id)
      await tx
        .updateTable('dropshipper')
        .set({ variant_mapping_update_tm: sql`now()` })
        .where('dropshipper_id', '=', dropshipper_id)
        .execute()
    })
    await logLine(`${counts.looked_at} new products: ${counts.mapped} mapped, ${counts.queued} queued`)
    return counts
  },
}

/**
 * Deleted products stop being variants, and parents that the feed created are deleted with their last one.
 */
async function forgetDeleted(tx: Tx, dropshipperId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from product_variant v
    where dropshipper_id = ${dropshipperId}
      and not exists (select 1 from product p where p.product_id = v.product_id)`.execute(tx)
  await sql`
    delete from product_variant_parent r
    where dropshipper_id = ${dropshipperId}
      and automatic
      and not exists (
        select 1
        from product_variant v
        where v.product_variant_parent_id = r.product_variant_parent_id)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A product is only queued once it has a sibling. */
async function queueSiblings(tx: Tx, dropshipperId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update product_variant v
    set mapping_status = 'queued', tm = now()
    where dropshipper_id = ${dropshipperId}
      and mapping_status = 'unmapped'
      and family in (
        select family
        from product_variant
        where dropshipper_id = ${dropshipperId} and family is not null
        group by family
        having count(*) > 1)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

async function sortNext(
  tx: Tx,
  feedId: number,
  dropshipperId: number,
): Promise<{ looked_at: number; mapped: number }> {
  const { rows } = await sql<Candidate>`
    select p.product_id, p.sku, p.title, p.manufacturer, p.wholesale_price, p.parent_sku, p.options
    from product p
    where p.feed_id = ${feedId}
      and p.product_id > (select variants_upto from feed where feed_id = ${feedId})
    order by p.product_id
    limit ${batch}`.execute(tx)
  const last = rows.at(-1)
  if (!last) return { looked_at: 0, mapped: 0 }
  const namedProducts = rows.flatMap((p) => {
    const { product_id, parent_sku, title } = p
    if (!parent_sku || parent_sku === p.sku) return []
    const options = readOptions(p.options)
    return options ? [{ product_id, parent_sku, title: title ?? parent_sku, ...options }] : []
  })
  const mappedCount = await mapNamed(tx, dropshipperId, namedProducts)
  const families = rows.flatMap((p) => {
    const family = familyOf(p)
    return family ? [{ product_id: p.product_id, family }] : []
  })
  await sql`
    insert into product_variant (product_id, dropshipper_id, mapping_status, family)
    select x.product_id, ${dropshipperId}::int, 'unmapped', x.family
    from jsonb_to_recordset(${JSON.stringify(families)}::jsonb) as x(product_id bigint, family text)
    on conflict (product_id) do nothing`.execute(tx)
  await tx.updateTable('feed').set({ variants_upto: last.product_id }).where('feed_id', '=', feedId).execute()
  return { looked_at: rows.length, mapped: mappedCount }
}

/**
 * Maps products whose feed names a parent and options, creating missing parents; a product whose options
 * have other names, or belong to another, is left for a person.
 */
async function mapNamed(
  tx: Tx,
  dropshipperId: number,
  namedProducts: readonly {
    product_id: number
    parent_sku: string
    title: string
    names: string[]
    values: string[]
  }[],
): Promise<number> {
  if (namedProducts.length === 0) return 0
  const data = JSON.stringify(namedProducts)
  const inputRows = sql`(
      select x.*, array(select jsonb_array_elements_text(x.names)) as option_names,
        array(select jsonb_array_elements_text(x."values")) as option_values
      from jsonb_to_recordset(${data}::jsonb)
        as x(product_id bigint, parent_sku text, title text, names jsonb, "values" jsonb))`
  await sql`
    insert into product_variant_parent (dropshipper_id, parent_sku, title, option_names, automatic)
    select distinct on (lower(g.parent_sku)) ${dropshipperId}::int,
      g.parent_sku, g.title, g.option_names, true
    from ${inputRows} g
    order by lower(g.parent_sku), g.product_id
    on conflict do nothing`.execute(tx)
  const mappedRows = await sql`
    insert into product_variant
      (product_id, dropshipper_id, mapping_status, product_variant_parent_id, option_values)
    select distinct on (r.product_variant_parent_id, lower(g.option_values::text))
      g.product_id, ${dropshipperId}::int, 'mapped', r.product_variant_parent_id, g.option_values
    from ${inputRows} g
    join product_variant_parent r on r.dropshipper_id = ${dropshipperId}
      and lower(r.parent_sku) = lower(g.parent_sku)
      and r.option_names = g.option_names
    where not exists (
      select 1
      from product_variant v
      where v.product_variant_parent_id = r.product_variant_parent_id
        and lower(v.option_values::text) = lower(g.option_values::text))
    order by r.product_variant_parent_id, lower(g.option_values::text), g.product_id
    on conflict (product_id) do nothing`.execute(tx)
  return Number(mappedRows.numAffectedRows ?? 0)
}

/** Queues the sorting of a supplier's new products; null if one is queued already. */
export const queueVariantMapping = (
  services: Services,
  tx: Tx,
  supplier: { dropshipper_id: number; supplier_name: string },
  requester: string,
) =>
  services.jobs.enqueueUnlessWaiting(tx, mapVariantsJob, {
    payload: { dropshipper_id: supplier.dropshipper_id },
    subject: supplier.supplier_name,
    paramValue: supplier.dropshipper_id,
    requestedBy: requester,
    rank: requester === 'schedule' ? 0 : 10,
  })
