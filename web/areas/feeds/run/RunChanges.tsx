import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { changeKinds, type ComparedProduct } from '#contract/feeds/comparison.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count } from '../../../ui/values.tsx'
import { SkuLink } from '../../products/public.tsx'
import { changesId } from '../anchors.ts'
import { ChangedFields, ChangeSign, changeWords } from './field-changes.tsx'

/**
 * Products with their changes, field by field.
 * @param supplierId whose products they are
 * @param currency for products without one
 * @param deletedLabel the label of a removed product
 */
export const productColumns = (
  currency: string | null,
  supplierId: number | undefined,
  deletedLabel = 'Deleted',
): readonly Column<ComparedProduct>[] => [
  {
    key: 'change',
    header: 'Change',
    width: 110,
    sortValue: (p) => p.change,
    cell: (p) => <ChangeSign change={p.change} deletedLabel={deletedLabel} />,
  },
  {
    key: 'sku',
    header: 'SKU',
    width: 160,
    leaves: 0,
    sortValue: (p) => p.sku,
    cell: (p) => <SkuLink sku={p.sku} supplierId={supplierId} className="cut" />,
  },
  {
    key: 'title',
    header: 'Title',
    sortValue: (p) => p.title,
    cell: (p) => (
      <div className="cut" title={p.title ?? ''}>
        {p.title ?? '—'}
      </div>
    ),
  },
  {
    key: 'fields',
    header: 'Changed fields',
    leaves: 0,
    wrap: true,
    sortValue: (p) => Object.keys(p.fields).join(' ') || undefined,
    cell: (p) => <ChangedFields product={p} currency={p.currency ?? currency} />,
  },
]

export const changesUrl = z.object({
  change: z.enum(changeKinds).optional().catch(undefined),
  q: z.string().catch('').default(''),
  all_rows: z.stringbool().catch(false).default(false),
})
/** So many are shown before all are asked for, so that the page stays short. */
const shownFirst = 20
/** Every product that a run changes, filtered by kind and text; the counts are of all. */
export function RunChanges({ run }: { run: FeedRun }) {
  const [{ change, q, all_rows: showsAll }, set] = useUrl(changesUrl)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...api.listRunChanges.query({
      params: { feed_run_id: run.feed_run_id },
      query: { search: q, ...(change && { change }) },
    }),
    placeholderData: keepPreviousData,
  })
  const found = data?.products
  const counts = data?.counts
  const all = counts && counts.Created + counts.Updated + counts.Deleted
  const title = run.state === 'applied' ? 'Changed products' : 'Products to change'
  return (
    <Panel title={title} id={changesId}>
      <DataTable
        label="Changed products"
        bar={
          <>
            <SegmentedControl
              aria-label="Change"
              value={change ?? 'all'}
              onChange={(v) => set({ change: v === 'all' ? undefined : v }, { replace: true })}
              data={[
                { value: 'all', label: all == null ? 'All' : `All ${count(all)}` },
                ...changeKinds.map((kind) => ({
                  value: kind,
                  label: counts ? `${changeWords[kind]} ${count(counts[kind])}` : changeWords[kind],
                })),
              ]}
            />
            <FilterBox
              label="Filter products"
              placeholder="Filter by SKU or title"
              value={q}
              set={(text) => set({ q: text }, { replace: true })}
            />
          </>
        }
        exportSource={
          counts
            ? {
                list: 'run_changes',
                input: { feed_run_id: run.feed_run_id, search: q, ...(change && { change }) },
              }
            : undefined
        }
        rows={showsAll ? found : found?.slice(0, shownFirst)}
        id={(p) => p.sku}
        columns={productColumns(run.currency, run.dropshipper_id, changeWords.Deleted)}
        fetching={isPlaceholderData}
        error={error}
        retry={() => void refetch()}
        empty="No matching products"
      />
      {found && !showsAll && found.length > shownFirst && (
        <button
          type="button"
          className="link more"
          onClick={() => set({ all_rows: true }, { replace: true })}
        >
          Show {count(found.length - shownFirst)} more
        </button>
      )}
      {data && !data.whole && (
        <p className="why">
          {counts
            ? `Showing the first ${count(data.products.length)}. Filter by change or text, or export all.`
            : 'These are examples. The complete list wasn’t stored.'}
        </p>
      )}
    </Panel>
  )
}
