import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { lockParent, mapProducts, refuseClashes, unmapProducts } from './parents.ts'
import { editedParent } from './read-parents.ts'

/** Another parent of the supplier with this SKU, ignoring case. */
const holderOf = (db: Db, dropshipperId: number, sku: string, exceptId: number | null) =>
  db
    .selectFrom('product_variant_parent')
    .select('product_variant_parent_id')
    .where('dropshipper_id', '=', dropshipperId)
    .where(sql`lower(parent_sku)`, '=', sql`lower(${sku})`)
    .$if(exceptId !== null, (q) => q.where('product_variant_parent_id', 'is distinct from', exceptId))
    .executeTakeFirst()

export async function checkParentSku({ db }: Ctx, { body }: Parsed<'checkParentSku'>) {
  const holder = await holderOf(db, body.dropshipper_id, body.parent_sku, body.product_variant_parent_id)
  return { status_code: holder ? (201 as const) : (200 as const) }
}

interface Values {
  parent_sku: string
  title: string
  description: string
  option_names: string[]
}

/** Saves a parent with its variants; without variants it is deleted. 201: another parent has the SKU. */
export const saveParent = (ctx: Ctx, { body }: Parsed<'saveParent'>) =>
  write(ctx, async (tx, logActivity) => {
    const { dropshipper_id, parent, option_names } = body
    const supplier = await tx
      .selectFrom('dropshipper')
      .select('dropshipper_prefix')
      .where('dropshipper_id', '=', dropshipper_id)
      .forUpdate()
      .executeTakeFirst()
    if (!supplier) throw notFound('supplier')
    if (supplier.dropshipper_prefix !== body.dropshipper_prefix)
      throw invalid({
        dropshipper_prefix: `The supplier’s prefix was changed to ${supplier.dropshipper_prefix}`,
      })
    const id = parent.product_variant_parent_id
    const before = id === null ? undefined : await lockParent(tx, dropshipper_id, id)
    if (before) await refuseStale(tx, ctx, editedParent(before.product_variant_parent_id), body.version)
    const previousIds = before ? await variantIds(tx, before.product_variant_parent_id) : []
    const activity = { dropshipper_id, entity: 'product_variant_parent' }
    if (before && body.variants.length === 0) {
      await unmapProducts(tx, dropshipper_id, await variantIds(tx, before.product_variant_parent_id))
      await tx
        .deleteFrom('product_variant_parent')
        .where('product_variant_parent_id', '=', before.product_variant_parent_id)
        .execute()
      await touch(tx, body)
      await logActivity({
        ...activity,
        type: 'variant.parent_deleted',
        entity_id: before.product_variant_parent_id,
        message: `Parent ${before.parent_sku} deleted`,
      })
      return { status_code: 200 as const, product_variant_parent_id: null, deleted: true }
    }
    if (await holderOf(tx, dropshipper_id, parent.parent_sku, id))
      return { status_code: 201 as const, product_variant_parent_id: id, deleted: false }
    const values = {
      parent_sku: parent.parent_sku,
      title: parent.title,
      description: parent.description,
      option_names,
    }
    const savedParent = before
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
    const parentId = savedParent.product_variant_parent_id
    const listedIds = body.variants.map((v) => v.product_id)
    await unmapProducts(
      tx,
      dropshipper_id,
      body.removed_products.filter((p) => !listedIds.includes(p)),
    )
    await mapProducts(tx, dropshipper_id, parentId, body.variants)
    await refuseClashes(tx, parentId, option_names.length)
    await touch(tx, body)
    await logActivity({
      ...activity,
      type: before ? 'variant.parent_saved' : 'variant.parent_created',
      entity_id: parentId,
      message: `Parent ${parent.parent_sku} ${before ? 'saved' : 'created'} with ${many(listedIds.length, 'variant')}`,
      changes: before
        ? differences(
            { ...pickValues(before), variants: previousIds.toSorted((a, b) => a - b) },
            { ...values, variants: listedIds.toSorted((a, b) => a - b) },
          )
        : undefined,
    })
    return { status_code: 200 as const, product_variant_parent_id: parentId, deleted: false }
  })

const pickValues = ({ parent_sku, title, description, option_names }: Values) => ({
  parent_sku,
  title,
  description,
  option_names,
})

async function touch(tx: Tx, body: { dropshipper_id: number; update_tm_required: boolean }): Promise<void> {
  if (body.update_tm_required)
    await tx
      .updateTable('dropshipper')
      .set({ variant_mapping_update_tm: sql`now()` })
      .where('dropshipper_id', '=', body.dropshipper_id)
      .execute()
}

const variantIds = async (tx: Tx, parentId: number) =>
  (
    await tx
      .selectFrom('product_variant')
      .select('product_id')
      .where('product_variant_parent_id', '=', parentId)
      .limit(10_000)
      .execute()
  ).map((r) => r.product_id)
