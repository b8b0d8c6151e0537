import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { inFeed } from './filters.ts'

export const queueVariants = (ctx: Ctx, { body }: Parsed<'queueVariants'>) =>
  write(ctx, async (tx, logActivity) => {
    const { numAffectedRows } = await sql`
      insert into product_variant (product_id, dropshipper_id, mapping_status)
      select p.product_id, p.dropshipper_id, 'queued'
      from product p
      where p.product_id = any(${body.product_ids})
        and ${inFeed(body.dropshipper_id)}
      on conflict (product_id) do update set mapping_status = 'queued', tm = now()
      where product_variant.mapping_status = 'unmapped'`.execute(tx)
    const queuedCount = Number(numAffectedRows ?? 0)
    if (queuedCount)
      await logActivity({
        type: 'variant.queue',
        dropshipper_id: body.dropshipper_id,
        message: `${many(queuedCount, 'product')} queued`,
      })
    return { queued: queuedCount }
  })
