import type { Parsed } from '#contract/operation.ts'
import type { suppliers } from '#contract/suppliers.ts'
import { sql } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { readSupplier } from './read.ts'

/** Saves a supplier's basic info. No Catalog (-2) forces integrated false (document 2, section 3, Supplier detail). */
export async function saveSupplier(ctx: Ctx, { params, body }: Parsed<typeof suppliers.save>) {
  const after = {
    ...body.dropshipper,
    integrated: body.dropshipper.allow_browse === -2 ? false : body.dropshipper.integrated,
    max_file_age_allowed_in_days: body.max_file_age_allowed_in_days,
  }
  await write(ctx, async (tx, did) => {
    const before = await tx.selectFrom('dropshipper').selectAll().where('dropshipper_id', '=', params.id).forUpdate().executeTakeFirst()
    if (!before) throw notFound('supplier')
    const taken = await tx
      .selectFrom('dropshipper')
      .select('supplier_name')
      .where(sql`lower(dropshipper_prefix)`, '=', after.dropshipper_prefix.toLowerCase())
      .where('dropshipper_id', '<>', params.id)
      .executeTakeFirst()
    if (taken) throw invalid({ 'dropshipper.dropshipper_prefix': `${taken.supplier_name} has this prefix already` })
    const changes = differences(before, after)
    if (!changes) return
    await tx.updateTable('dropshipper').set(after).where('dropshipper_id', '=', params.id).execute()
    await did({
      type: 'supplier.save',
      dropshipper_id: params.id,
      entity: 'dropshipper',
      entity_id: params.id,
      message: `Basic info changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })
  return readSupplier(ctx.db, params.id)
}

export const saveConfig = (ctx: Ctx, { body }: Parsed<typeof suppliers.saveConfig>) =>
  write(ctx, async (tx, did) => {
    const ids = [...new Set(body.map((r) => r.dropshipper_id))]
    const [id] = ids
    if (ids.length !== 1 || id === undefined) throw invalid({ dropshipper_id: 'Save one supplier at a time' })
    if (!(await tx.selectFrom('dropshipper').select('dropshipper_id').where('dropshipper_id', '=', id).forUpdate().executeTakeFirst()))
      throw notFound('supplier')
    const before = Object.fromEntries(
      (await tx.selectFrom('supplier_config').select(['config_name', 'config_value']).where('dropshipper_id', '=', id).execute()).map((r) => [
        r.config_name,
        r.config_value,
      ]),
    )
    const changes = differences(before, Object.fromEntries(body.map((r) => [r.config_name, r.config_value])))
    if (!changes) return
    await tx
      .insertInto('supplier_config')
      .values(body)
      .onConflict((c) => c.columns(['dropshipper_id', 'config_name']).doUpdateSet((e) => ({ config_value: e.ref('excluded.config_value') })))
      .execute()
    await did({
      type: 'supplier.config',
      dropshipper_id: id,
      entity: 'dropshipper',
      entity_id: id,
      message: `Configuration changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
  })
