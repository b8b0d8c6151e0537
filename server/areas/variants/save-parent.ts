import type { Parsed } from '#contract/index.ts'

import { sql, type Db, type Tx } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/versions.ts'
import { editedParent } from './read.ts'

/** Another parent of the supplier with this SKU, capitals or not. */
const holderOf = (db: Db, dropshipperId: number, sku: string, not: number | null) =>
  db
    .selectFrom('product_variant_parent')
    .select('product_variant_parent_id')
    .where('dropshipper_id', '=', dropshipperId)
    .where(sql`lower(parent_sku)`, '=', sku.toLowerCase())
    .$if(not !== null, (q) => q.where('product_variant_parent_id', '<>', not!))
    .executeTakeFirst()

export async function checkParentSku({ db }: Ctx, { body }: Parsed<'checkParentSku'>) {
  const taken = await holderOf(db, body.dropshipper_id, body.parent_sku, body.product_variant_parent_id)
  return { status_code: taken ? (201 as const) : (200 as const) }
}

interface Values {
  parent_sku: string
  title: string
  description: string
  option_names: string[]
}

/** Saves a parent with its variants; without variants it is deleted (document 2, sections 4 and 5, Variant parent). 201: another parent has the SKU. */
export const saveParent = (ctx: Ctx, { body }: Parsed<'saveParent'>) =>
  write(ctx, async (tx, did) => {
    const { dropshipper_id, parent, option_names } = body
    const supplier = await tx.selectFrom('dropshipper').select('dropshipper_prefix').where('dropshipper_id', '=', dropshipper_id).forUpdate().executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    if (supplier.dropshipper_prefix !== body.dropshipper_prefix)
      throw invalid({ dropshipper_prefix: `The supplier’s prefix is ${supplier.dropshipper_prefix} now` })
    const id = parent.product_variant_parent_id
    const before = id === null ? undefined : await lockParent(tx, dropshipper_id, id)
    if (before) await refuseStale(tx, ctx, editedParent(before.product_variant_parent_id), body.version)
    const had = before ? await variantIds(tx, before.product_variant_parent_id) : []
    const activity = { dropshipper_id, entity: 'product_variant_parent' }
    if (before && body.variants.length === 0) {
      await unmapProducts(tx, dropshipper_id, await variantIds(tx, before.product_variant_parent_id))
      await tx.deleteFrom('product_variant_parent').where('product_variant_parent_id', '=', before.product_variant_parent_id).execute()
      await touch(tx, body)
      await did({ ...activity, type: 'variant.parent_deleted', entity_id: before.product_variant_parent_id, message: `Parent ${before.parent_sku} deleted` })
      return { status_code: 200 as const, product_variant_parent_id: null, deleted: true }
    }
    if (await holderOf(tx, dropshipper_id, parent.parent_sku, id)) return { status_code: 201 as const, product_variant_parent_id: id, deleted: false }
    const values = { parent_sku: parent.parent_sku, title: parent.title, description: parent.description, option_names }
    const saved = before
      ? await tx
          .updateTable('product_variant_parent')
          .set({ ...values, automatic: false, updated_tm: sql`now()` })
          .where('product_variant_parent_id', '=', before.product_variant_parent_id)
          .returning('product_variant_parent_id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('product_variant_parent')
          .values({ ...values, dropshipper_id })
          .returning('product_variant_parent_id')
          .executeTakeFirstOrThrow()
    const parentId = saved.product_variant_parent_id
    const listed = body.variants.map((v) => v.product_id)
    await unmapProducts(
      tx,
      dropshipper_id,
      body.removed_products.filter((p) => !listed.includes(p)),
    )
    await mapProducts(tx, dropshipper_id, parentId, body.variants)
    await refuseClashes(tx, parentId, option_names.length)
    await touch(tx, body)
    await did({
      ...activity,
      type: before ? 'variant.parent_saved' : 'variant.parent_created',
      entity_id: parentId,
      message: `Parent ${parent.parent_sku} ${before ? 'saved' : 'created'} with ${listed.length} variants`,
      changes: before
        ? differences({ ...pickValues(before), variants: had.toSorted(ascending) }, { ...values, variants: listed.toSorted(ascending) })
        : undefined,
    })
    return { status_code: 200 as const, product_variant_parent_id: parentId, deleted: false }
  })

const ascending = (a: number, b: number) => a - b
const pickValues = ({ parent_sku, title, description, option_names }: Values) => ({ parent_sku, title, description, option_names })

async function touch(tx: Tx, body: { dropshipper_id: number; update_tm_required: boolean }): Promise<void> {
  if (body.update_tm_required)
    await tx
      .updateTable('dropshipper')
      .set({ variant_mapping_update_tm: sql`now()` })
      .where('dropshipper_id', '=', body.dropshipper_id)
      .execute()
}

export async function lockParent(tx: Tx, dropshipperId: number, parentId: number) {
  const parent = await tx
    .selectFrom('product_variant_parent')
    .selectAll()
    .where('product_variant_parent_id', '=', parentId)
    .where('dropshipper_id', '=', dropshipperId)
    .forUpdate()
    .executeTakeFirst()
  if (!parent) throw notFound('parent product')
  return parent
}

const variantIds = async (tx: Tx, parentId: number) =>
  (await tx.selectFrom('product_variant').select('product_id').where('product_variant_parent_id', '=', parentId).limit(10_000).execute()).map(
    (r) => r.product_id,
  )

/** Each product into the parent with its option values; a product that isn't the supplier's is refused. */
export async function mapProducts(
  tx: Tx,
  dropshipperId: number,
  parentId: number,
  products: readonly { product_id: number; option_values: readonly string[] }[],
): Promise<void> {
  if (products.length === 0) return
  const data = JSON.stringify(products)
  const { rows } = await sql<{ product_id: number }>`
    insert into product_variant (product_id, dropshipper_id, mapping_status, product_variant_parent_id, option_values)
    select x.product_id, ${dropshipperId}::int, 'mapped', ${parentId}::int, array(select jsonb_array_elements_text(x.option_values))
    from jsonb_to_recordset(${data}::jsonb) as x(product_id bigint, option_values jsonb) join product p on p.product_id = x.product_id and p.dropshipper_id = ${dropshipperId}
    on conflict (product_id) do update set mapping_status = 'mapped', product_variant_parent_id = excluded.product_variant_parent_id, option_values = excluded.option_values, tm = now()
    returning product_id`.execute(tx)
  const known = new Set(rows.map((r) => r.product_id))
  const strange = products.findIndex((p) => !known.has(p.product_id))
  if (strange >= 0) throw invalid({ [`variants.${strange}`]: `Product ${products[strange]!.product_id} isn’t this supplier’s` })
}

/** Out of the parent, and out of the queue: what a person took out stays out. */
export const unmapProducts = async (tx: Tx, dropshipperId: number, ids: readonly number[]): Promise<number> =>
  Number(
    (
      await sql`
        update product_variant set mapping_status = 'unmapped', family = null, product_variant_parent_id = null, option_values = null, tm = now()
        where dropshipper_id = ${dropshipperId} and product_id = any(${ids as number[]}) and mapping_status = 'mapped'`.execute(tx)
    ).numAffectedRows ?? 0,
  )

/** No two variants of a parent have the same options, and each has a value for every option (document 2, section 5, Variant parents). */
export async function refuseClashes(tx: Tx, parentId: number, options: number): Promise<void> {
  const { rows } = await sql<{ sku: string; twin: string | null }>`
    select p.sku, min(p.sku) filter (where true) over w as twin from product_variant v join product p using (product_id) where v.product_variant_parent_id = ${parentId} window w as (partition by lower(v.option_values::text))`.execute(
    tx,
  )
  const clash = rows.find((r) => r.twin !== r.sku)
  if (clash) throw invalid({ variants: `${clash.twin} and ${clash.sku} have the same options` })
  const { rows: short } = await sql<{ sku: string }>`
    select p.sku from product_variant v join product p using (product_id) where v.product_variant_parent_id = ${parentId} and cardinality(v.option_values) <> ${options} limit 1`.execute(
    tx,
  )
  if (short[0]) throw invalid({ variants: `${short[0].sku} needs a value for every option` })
}
