import type { VariantProduct } from '#contract/variants/mapping.ts'
import { api } from '../../api.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { many } from '../../ui/values.tsx'

/** What is done to ticked products, and how it is taken back. */
interface Deed {
  run: () => Promise<string>
  back: () => Promise<unknown>
}

/** What can be done at once with the chosen products, each act with its way back. */
export function useVariantActs(dropshipper_id: number, chosen: readonly VariantProduct[], done: () => void) {
  const suggested = chosen.filter((p) => p.suggestion)
  const of = (mapping_status: VariantProduct['mapping_status']) =>
    chosen.filter((p) => p.mapping_status === mapping_status).map((p) => p.product_id)
  const { act, busy } = useAct({
    run: ({ run }: Deed) => run(),
    after: done,
    done: (said) => said,
    undo: (_said, { back }) => back(),
  })
  const accept = (): Deed => {
    const product_ids = suggested.map((p) => p.product_id)
    const skus = new Map(suggested.map((p) => [p.product_id, p.sku]))
    let mapped: number[] = []
    return {
      run: async () => {
        const answer = await api.acceptSuggestions({ body: { dropshipper_id, product_ids } })
        const skipped = answer.skipped.map((s) => s.product_id)
        mapped = product_ids.filter((id) => !skipped.includes(id))
        const left = answer.skipped[0]
        return [
          `${many(answer.mapped, 'product')} mapped, ${many(answer.parents_created, 'parent')} made`,
          ...(left
            ? [`${many(skipped.length, 'product')} left: ${skus.get(left.product_id)}: ${left.reason}`]
            : []),
        ].join('. ')
      },
      back: async () => {
        await api.unmapVariants({ body: { dropshipper_id, product_ids: mapped } })
        await api.queueVariants({ body: { dropshipper_id, product_ids: mapped } })
      },
    }
  }
  const unqueue = (): Deed => {
    const body = { dropshipper_id, product_ids: of('Queued') }
    return {
      run: async () => {
        const { unqueued } = await api.unqueueVariants({ body })
        return `${many(unqueued, 'product')} taken out of the queue`
      },
      back: () => api.queueVariants({ body }),
    }
  }
  const queue = (): Deed => {
    const body = { dropshipper_id, product_ids: of('Unmapped') }
    return {
      run: async () => `${many((await api.queueVariants({ body })).queued, 'product')} put into the queue`,
      back: () => api.unqueueVariants({ body }),
    }
  }
  return { suggested, of, act, busy, deeds: { accept, unqueue, queue } }
}
