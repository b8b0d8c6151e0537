import { SegmentedControl } from '@mantine/core'
import { IconArrowRight, IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { changeKinds, type ChangeKind, type ComparedProduct } from '#contract/feeds/comparison.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { api } from '../../../api.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, Status } from '../../../ui/values.tsx'
import { changesId } from '../anchors.ts'
import { fieldText } from '../mapping/field-text.ts'

const signs = {
  Created: { tone: 'good', icon: IconCirclePlus },
  Updated: { tone: 'run', icon: IconPencil },
  Deleted: { tone: 'bad', icon: IconCircleMinus },
} as const
const valueOf = (field: string, value: string | null, currency: string | null) =>
  value === null ? '—' : fieldText(field, value, currency)

/**
 * Products with their changes, field by field.
 * @param currency for products without one
 * @param deletedLabel the label of a removed product
 */
export const productColumns = (
  currency: string | null,
  deletedLabel = 'Deleted',
): readonly Column<ComparedProduct>[] => [
  {
    key: 'change',
    header: 'Change',
    width: 110,
    sortValue: (p) => p.change,
    cell: (p) => (
      <Status tone={signs[p.change].tone} icon={signs[p.change].icon}>
        {p.change === 'Deleted' ? deletedLabel : p.change}
      </Status>
    ),
  },
  {
    key: 'sku',
    header: 'SKU',
    width: 160,
    leaves: 0,
    sortValue: (p) => p.sku,
    cell: (p) => (
      <span className="mono cut" title={p.sku}>
        {p.sku}
      </span>
    ),
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
    cell: (p) => <Fields product={p} currency={p.currency ?? currency} />,
  },
]

function Fields({ product, currency }: { product: ComparedProduct; currency: string | null }) {
  const fields = Object.entries(product.fields)
  if (fields.length === 0)
    return <span className="quiet">{product.change === 'Deleted' ? 'No longer in the file' : '—'}</span>
  return fields.map(([field, { from, to }]) => (
    <FieldChange key={field} field={field} from={from} to={to} currency={currency} />
  ))
}

/** A field before and after. */
export function FieldChange({
  field,
  currency,
  ...change
}: {
  field: string
  from: string | null
  to: string | null
  currency: string | null
}) {
  const [from, to] = [valueOf(field, change.from, currency), valueOf(field, change.to, currency)]
  const [whole, setWhole] = useState(false)
  const text = (
    <>
      <span className="quiet">
        {productFields[field as ProductField]?.label ?? field} {from}
      </span>{' '}
      <IconArrowRight size={12} aria-label="to" /> <b>{to}</b>
    </>
  )
  const length = from.length + to.length
  if (length < readable) return <div className="cut">{text}</div>
  return (
    <button
      type="button"
      className={`change-text ${whole ? 'whole' : 'cut'}`}
      aria-expanded={whole}
      title={whole ? 'Show less' : 'Show all'}
      onClick={() => setWhole(!whole)}
    >
      {text}
    </button>
  )
}
/** A row has room for this many characters; longer text is cut until it is clicked. */
const readable = 48

export const changesUrl = z.object({
  change: z.enum(changeKinds).optional().catch(undefined),
  q: z.string().catch('').default(''),
})
export const changeWords: Record<ChangeKind, string> = {
  Created: 'Created',
  Updated: 'Updated',
  Deleted: 'Removed',
}

/** Every product that a run changes, filtered by kind and text; the counts are of all. */
export function RunChanges({ run }: { run: FeedRun }) {
  const [{ change, q }, set] = useUrl(changesUrl)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...api.listRunChanges.query({
      params: { feed_run_id: run.feed_run_id },
      query: { search: q, ...(change && { change }) },
    }),
    placeholderData: keepPreviousData,
  })
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
        rows={data?.products}
        id={(p) => p.sku}
        columns={productColumns(run.currency, changeWords.Deleted)}
        fetching={isPlaceholderData}
        error={error}
        retry={() => void refetch()}
        empty="No matching products"
      />
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
