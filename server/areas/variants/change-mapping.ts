import type { Parsed } from '#contract/index.ts'

import { sql } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { queuedProducts } from './read.ts'
import { lockParent, mapProducts, refuseClashes, unmapProducts } from './save-parent.ts'

export const mapVariants = (ctx: Ctx, { body }: Parsed<'mapVariants'>) =>
  write(ctx, async (tx, did) => {
    const parent = await lockParent(tx, body.dropshipper_id, body.product_variant_parent_id)
    const wrong = body.variants.findIndex((v) => v.option_values.length !== parent.option_names.length)
    if (wrong >= 0) throw invalid({ [`variants.${wrong}`]: `${parent.parent_sku} has the options ${parent.option_names.join(', ')}` })
    await mapProducts(tx, body.dropshipper_id, parent.product_variant_parent_id, body.variants)
    await refuseClashes(tx, parent.product_variant_parent_id, parent.option_names.length)
    await did({
      type: 'variant.map',
      dropshipper_id: body.dropshipper_id,
      entity: 'product_variant_parent',
      entity_id: parent.product_variant_parent_id,
      message: `${body.variants.length} products mapped into ${parent.parent_sku}`,
    })
    return { mapped: body.variants.length }
  })

export const unmapVariants = (ctx: Ctx, { body }: Parsed<'unmapVariants'>) =>
  write(ctx, async (tx, did) => {
    const unmapped = await unmapProducts(tx, body.dropshipper_id, body.product_ids)
    const emptied = await sql<{ parent_sku: string }>`
      delete from product_variant_parent r where dropshipper_id = ${body.dropshipper_id} and not exists (select 1 from product_variant v where v.product_variant_parent_id = r.product_variant_parent_id) returning parent_sku`.execute(
      tx,
    )
    if (unmapped)
      await did({
        type: 'variant.unmap',
        dropshipper_id: body.dropshipper_id,
        message: `${unmapped} products unmapped${emptied.rows.length ? `; deleted the parents ${emptied.rows.map((r) => r.parent_sku).join(', ')}` : ''}`,
      })
    return { unmapped, parents_deleted: emptied.rows.length }
  })

export const unqueueVariants = (ctx: Ctx, { body }: Parsed<'unqueueVariants'>) =>
  write(ctx, async (tx, did) => {
    const { numAffectedRows } = await sql`
      update product_variant set mapping_status = 'unmapped', family = null, tm = now() where dropshipper_id = ${body.dropshipper_id} and product_id = any(${body.product_ids}) and mapping_status = 'queued'`.execute(
      tx,
    )
    const unqueued = Number(numAffectedRows ?? 0)
    if (unqueued) await did({ type: 'variant.unqueue', dropshipper_id: body.dropshipper_id, message: `${unqueued} products taken out of the queue` })
    return { unqueued }
  })

export const queueVariants = (ctx: Ctx, { body }: Parsed<'queueVariants'>) =>
  write(ctx, async (tx, did) => {
    const { numAffectedRows } = await sql`
      insert into product_variant (product_id, dropshipper_id, mapping_status) select product_id, dropshipper_id, 'queued' from product where dropshipper_id = ${body.dropshipper_id} and product_id = any(${body.product_ids})
      on conflict (product_id) do update set mapping_status = 'queued', tm = now() where product_variant.mapping_status = 'unmapped'`.execute(tx)
    const queued = Number(numAffectedRows ?? 0)
    if (queued) await did({ type: 'variant.queue', dropshipper_id: body.dropshipper_id, message: `${queued} products put into the queue` })
    return { queued }
  })

/** Maps as suggested, looked at again at this moment: one whose suggestion is gone, or whose options another variant has, is left in the queue and named. */
export const acceptSuggestions = (ctx: Ctx, { body }: Parsed<'acceptSuggestions'>) =>
  write(ctx, async (tx, did) => {
    const { dropshipper_id } = body
    const supplier = await tx.selectFrom('dropshipper').select('dropshipper_id').where('dropshipper_id', '=', dropshipper_id).forUpdate().executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    const products = await queuedProducts(tx, dropshipper_id, body.product_ids)
    const skipped = body.product_ids
      .filter((id) => !products.some((p) => p.product_id === id))
      .map((product_id) => ({ product_id, reason: 'It is in the queue no longer' }))
    const wanted = products.flatMap((p) => {
      if (p.suggestion) return [{ product_id: p.product_id, ...p.suggestion }]
      skipped.push({ product_id: p.product_id, reason: 'There is no suggestion for it' })
      return []
    })
    const created = await sql`
      insert into product_variant_parent (dropshipper_id, parent_sku, title, option_names)
      select distinct on (lower(x.parent_sku)) ${dropshipper_id}::int, x.parent_sku, x.title, array(select jsonb_array_elements_text(x.option_names)) from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as x(parent_sku text, title text, option_names jsonb)
      order by lower(x.parent_sku) on conflict do nothing`.execute(tx)
    const { rows: mapped } = await sql<{ product_id: number }>`
      with wanted as (
        select x.product_id, lower(x.parent_sku) as key, array(select jsonb_array_elements_text(x.option_values)) as option_values from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as x(product_id bigint, parent_sku text, option_values jsonb)),
      chosen as (
        select distinct on (r.product_variant_parent_id, lower(w.option_values::text)) w.product_id, r.product_variant_parent_id, w.option_values
        from wanted w join product_variant_parent r on r.dropshipper_id = ${dropshipper_id} and lower(r.parent_sku) = w.key and cardinality(r.option_names) = cardinality(w.option_values)
        where not exists (select 1 from product_variant v where v.product_variant_parent_id = r.product_variant_parent_id and lower(v.option_values::text) = lower(w.option_values::text))
        order by r.product_variant_parent_id, lower(w.option_values::text), w.product_id)
      update product_variant v set mapping_status = 'mapped', product_variant_parent_id = c.product_variant_parent_id, option_values = c.option_values, tm = now() from chosen c where c.product_id = v.product_id returning v.product_id`.execute(
      tx,
    )
    const done = new Set(mapped.map((m) => m.product_id))
    for (const w of wanted)
      if (!done.has(w.product_id)) skipped.push({ product_id: w.product_id, reason: `Another variant of ${w.parent_sku} has the same options` })
    await sql`delete from product_variant_parent r where dropshipper_id = ${dropshipper_id} and not exists (select 1 from product_variant v where v.product_variant_parent_id = r.product_variant_parent_id)`.execute(
      tx,
    )
    if (done.size) await did({ type: 'variant.accept', dropshipper_id, message: `${done.size} suggestions accepted` })
    return { mapped: done.size, parents_created: Number(created.numAffectedRows ?? 0), skipped }
  })
