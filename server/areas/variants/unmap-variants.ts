import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { deleteEmptyParents, unmapProducts } from './parents.ts'

export const unmapVariants = (ctx: Ctx, { body }: Parsed<'unmapVariants'>) =>
  write(ctx, async (tx, logActivity) => {
    const unmapped = await unmapProducts(tx, body.dropshipper_id, body.product_ids)
    const emptied = await deleteEmptyParents(tx, body.dropshipper_id)
    const deleted = emptied.length ? `; deleted the parents ${emptied.join(', ')}` : ''
    if (unmapped)
      await logActivity({
        type: 'variant.unmap',
        dropshipper_id: body.dropshipper_id,
        message: `${many(unmapped, 'product')} unmapped${deleted}`,
      })
    return { unmapped, parents_deleted: emptied.length }
  })
