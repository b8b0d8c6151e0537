import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'

export const unqueueVariants = (ctx: Ctx, { body }: Parsed<'unqueueVariants'>) =>
  write(ctx, async (tx, logActivity) => {
    const { numAffectedRows } = await sql`
      update product_variant
      set mapping_status = 'unmapped', family = null, tm = now()
      where dropshipper_id = ${body.dropshipper_id}
        and product_id = any(${body.product_ids})
        and mapping_status = 'queued'`.execute(tx)
    const unqueuedCount = Number(numAffectedRows ?? 0)
    if (unqueuedCount)
      await logActivity({
        type: 'variant.unqueue',
        dropshipper_id: body.dropshipper_id,
        message: `${many(unqueuedCount, 'product')} removed from the queue`,
      })
    return { unqueued: unqueuedCount }
  })
