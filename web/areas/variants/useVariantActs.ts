import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { many } from '../../ui/values.tsx'

/** An act on ticked products, and its undo. */
interface VariantAct {
  run: () => Promise<string>
  undo: () => Promise<unknown>
}

/** The acts on the chosen products that need no dialog, each with its undo. */
export function useVariantActs(
  dropshipper_id: number,
  products: readonly VariantProduct[],
  onDone: () => void,
) {
  const suggestedProducts = products.filter((p) => p.suggestion)
  const idsOf = (mapping_status: VariantProduct['mapping_status']) =>
    products.filter((p) => p.mapping_status === mapping_status).map((p) => p.product_id)
  const { act, busy } = useAct({
    run: ({ run }: VariantAct) => run(),
    after: onDone,
    doneText: (text) => text,
    undo: (_said, { undo }) => undo(),
  })
  const accept = (): VariantAct => {
    const product_ids = suggestedProducts.map((p) => p.product_id)
    const skus = new Map(suggestedProducts.map((p) => [p.product_id, p.sku]))
    let mappedIds: number[] = []
    return {
      run: async () => {
        const answer = await api.acceptSuggestions({ body: { dropshipper_id, product_ids } })
        const skippedIds = answer.skipped.map((s) => s.product_id)
        mappedIds = product_ids.filter((id) => !skippedIds.includes(id))
        const firstSkipped = answer.skipped[0]
        return [
          `${many(answer.mapped, 'product')} mapped, ${many(answer.parents_created, 'parent')} created`,
          ...(firstSkipped
            ? [
                `${many(skippedIds.length, 'product')} skipped: ${skus.get(firstSkipped.product_id)}: ${firstSkipped.reason}`,
              ]
            : []),
        ].join('. ')
      },
      undo: async () => {
        await api.unmapVariants({ body: { dropshipper_id, product_ids: mappedIds } })
        await api.queueVariants({ body: { dropshipper_id, product_ids: mappedIds } })
      },
    }
  }
  const unqueue = (): VariantAct => {
    const body = { dropshipper_id, product_ids: idsOf('Queued') }
    return {
      run: async () => {
        const { unqueued: unqueuedCount } = await api.unqueueVariants({ body })
        return `${many(unqueuedCount, 'product')} removed from the queue`
      },
      undo: () => api.queueVariants({ body }),
    }
  }
  const queue = (): VariantAct => {
    const body = { dropshipper_id, product_ids: idsOf('Unmapped') }
    return {
      run: async () => `${many((await api.queueVariants({ body })).queued, 'product')} queued`,
      undo: () => api.unqueueVariants({ body }),
    }
  }
  return { suggestedProducts, idsOf, act, busy, acts: { accept, unqueue, queue } }
}
