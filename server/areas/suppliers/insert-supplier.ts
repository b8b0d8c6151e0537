import type { Parsed } from '#contract/index.ts'
import { feedRules } from '#contract/feeds/settings.ts'

import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { nameAlone } from '#server/areas/supplier-record/public.ts'

const kinds = {
  standard: { allow_browse: 0, custom_feed_support: 0 },
  restricted: { allow_browse: -1, custom_feed_support: 0 },
  custom: { allow_browse: -2, custom_feed_support: 1 },
} as const

/**
 * Creates a supplier with an empty feed. If the prefix or name is taken, the answer is an insertion_error.
 */
export async function insertSupplier(ctx: Ctx, { body }: Parsed<'insertSupplier'>) {
  return write(ctx, async (tx, logActivity) => {
    await nameAlone(tx)
    const { rows } = await sql<{ supplier_name: string; same_prefix: boolean }>`
      select supplier_name, lower(dropshipper_prefix) = lower(${body.supplier_prefix}) as same_prefix
      from dropshipper
      where lower(dropshipper_prefix) = lower(${body.supplier_prefix})
        or lower(supplier_name) = lower(${body.supplier_name})
      order by 2 desc
      limit 1`.execute(tx)
    const [namesake] = rows
    if (namesake)
      return {
        dropshipper_id: null,
        insertion_error: namesake.same_prefix
          ? `Prefix ${body.supplier_prefix} is already used by ${namesake.supplier_name}`
          : `A supplier named ${namesake.supplier_name} already exists`,
      }
    const { dropshipper_id } = await tx
      .insertInto('dropshipper')
      .values({
        supplier_name: body.supplier_name,
        dropshipper_prefix: body.supplier_prefix,
        supplier_type: body.supplier_type,
        ...kinds[body.supplier_type],
      })
      .returning('dropshipper_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('feed')
      .values({
        dropshipper_id,
        format: JSON.stringify({ kind: 'csv', header: true, quote: '"' }),
        rules: JSON.stringify(feedRules.parse({})),
      })
      .execute()
    await tx
      .insertInto('oim_supplier')
      .values({ dropshipper_id, supplier_name: body.supplier_name })
      .execute()
    await logActivity({
      type: 'supplier.insert',
      dropshipper_id,
      entity: 'dropshipper',
      entity_id: dropshipper_id,
      message: `Supplier ${body.supplier_name} added with the prefix ${body.supplier_prefix}`,
    })
    return { dropshipper_id }
  })
}
