import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { descriptionPreview, parentPageSize, parentSort, type ParentRow } from '#contract/variants/parents.ts'
import { api } from '../../api.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Ago, count } from '../../ui/values.tsx'

/** `sort` belongs to the list of products above. */
const url = z.object({ parents_sort: parentSort.catch('sku').default('sku') })

export function ParentList({
  dropshipperId,
  edit,
}: {
  dropshipperId: number
  edit: (parentId: number) => void
}) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [{ parents_sort: sort }, set] = useUrl(url)
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.listParents.query({ query: { dropshipper_id: dropshipperId, search, sort, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <FilterBox
        label="Search parents"
        placeholder="Parent SKU or title"
        value={search}
        set={(v) => {
          setSearch(v)
          setPage(1)
        }}
        width={240}
      />
      <DataTable
        label="Parents"
        rows={data?.parents}
        exportSource={{ list: 'parents', input: { dropshipper_id: dropshipperId, search, sort } }}
        sorting={sortIn(sort, 'sku', (next) => {
          set({ parents_sort: next })
          setPage(1)
        })}
        id={(r) => r.product_variant_parent_id}
        open={(r) => edit(r.product_variant_parent_id)}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        skeletonRows={3}
        empty={
          search
            ? `No parents match “${search}”.`
            : 'No parents yet. Accept a suggestion, or select products and click “New parent”.'
        }
        columns={[
          {
            key: 'sku',
            sort: 'sku',
            header: 'Parent SKU',
            cell: (r) => (
              <button
                type="button"
                className="link mono"
                onClick={() => edit(r.product_variant_parent_id)}
                aria-label={`Edit ${r.parent_sku}`}
              >
                {r.parent_sku}
              </button>
            ),
          },
          {
            key: 'title',
            sort: 'title',
            header: 'Title',
            cell: (r) => (
              <div>
                <div className="cut">{r.title}</div>
                {r.description && (
                  <Text size="xs" c="dimmed" className="cut">
                    {r.description}
                    {r.description.length >= descriptionPreview && '…'}
                  </Text>
                )}
              </div>
            ),
          },
          { key: 'options', sort: 'options', header: 'Options', cell: (r) => r.option_names.join(', ') },
          {
            key: 'variants',
            sort: 'variants',
            header: 'Variants',
            numeric: true,
            cell: (r) => <Variants parent={r} />,
          },
          { key: 'by', sort: 'by', header: 'Created', cell: (r) => (r.automatic ? 'by feed' : 'manually') },
          { key: 'tm', sort: 'tm', header: 'Updated', cell: (r) => <Ago tm={r.updated_tm} /> },
        ]}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={parentPageSize}
        page={page}
        go={(p) => setPage(p ?? 1)}
      />
    </Stack>
  )
}

/** How many variants it has, and how many of them are gone from the feed. */
const Variants = ({ parent }: { parent: ParentRow }) => (
  <div>
    {count(parent.variants)}
    {parent.gone_variants > 0 && (
      <Text size="xs" c="red">
        {count(parent.gone_variants)} removed
      </Text>
    )}
  </div>
)
