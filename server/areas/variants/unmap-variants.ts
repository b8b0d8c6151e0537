import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { deleteEmptyParents, unmapProducts } from './parents.ts'

export const unmapVariants = (ctx: Ctx, { body }: Parsed<'unmapVariants'>) =>
  write(ctx, async (tx, logActivity) => {
    const unmappedCount = await unmapProducts(tx, body.dropshipper_id, body.product_ids)
    const emptyParents = await deleteEmptyParents(tx, body.dropshipper_id)
    const deletionNote = emptyParents.length ? `; empty parents deleted: ${emptyParents.join(', ')}` : ''
    if (unmappedCount)
      await logActivity({
        type: 'variant.unmap',
        dropshipper_id: body.dropshipper_id,
        message: `${many(unmappedCount, 'product')} unmapped${deletionNote}`,
      })
    return { unmapped: unmappedCount, parents_deleted: emptyParents.length }
  })
