import { Group, Pagination, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { allowBrowse, supplierPageSize, supplierSorts, type SupplierRow } from '#contract/suppliers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Page } from '../../ui/Page.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Ago, count, RunStatus } from '../../ui/values.tsx'

const url = z.object({
  query: z.string().max(200).catch('').default(''),
  sort_on: z.enum(supplierSorts).catch('name').default('name'),
  descending: z.stringbool().catch(false).default(false),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})
const supports = ['None', 'Required', 'Optional']
const columns: readonly Column<SupplierRow>[] = [
  {
    key: 'name',
    header: 'Supplier',
    sort: 'name',
    cell: (s) => (
      <Link to={links.supplier(s.dropshipper_id)} style={{ color: 'var(--mantine-color-anchor)', fontWeight: 600 }}>
        {s.supplier_name}
      </Link>
    ),
  },
  { key: 'prefix', header: 'Prefix', cell: (s) => <span className="mono">{s.dropshipper_prefix}</span> },
  { key: 'run', header: 'Last run', cell: (s) => <RunStatus state={s.last_run_state} /> },
  { key: 'good', header: 'Last good run', cell: (s) => <Ago tm={s.last_good_run_tm} /> },
  { key: 'products', header: 'Active products', numeric: true, cell: (s) => count(s.active_products) },
  { key: 'subs', header: 'Subs', numeric: true, sort: 'subs', cell: (s) => count(s.sub_count) },
  { key: 'votes', header: 'Votes', numeric: true, sort: 'votes', cell: (s) => count(s.votes) },
  { key: 'browse', header: 'Browsing', cell: (s) => allowBrowse[String(s.allow_browse) as '1'] },
  { key: 'custom', header: 'Custom feeds', cell: (s) => supports[s.custom_feed_support] ?? 'Optional' },
]

export default function SupplierList() {
  const [{ query, sort_on, descending, page }, set] = useUrl(url)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(query)
  const search = useDebouncedCallback((value: string) => set({ query: value.trim(), page: undefined }, { replace: true }), 200)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.suppliers.list.query({ body: { query, current_page: page, sort_on, descending } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Suppliers" count={data && count(data.total)}>
      <Group>
        <TextInput
          data-filter
          aria-label="Search suppliers"
          placeholder="Name, prefix or id"
          leftSection={<IconSearch size={16} />}
          value={typed}
          w={320}
          onChange={(e) => {
            setTyped(e.currentTarget.value)
            search(e.currentTarget.value)
          }}
        />
      </Group>
      <DataTable
        label="Suppliers"
        columns={columns}
        rows={data?.suppliers}
        id={(s) => s.dropshipper_id}
        open={(s) => void navigate({ href: links.supplier(s.dropshipper_id) })}
        sorting={{ by: sort_on, descending, set: (by, down) => set({ sort_on: by === 'name' ? undefined : by, descending: down, page: undefined }) }}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={`No supplier matches “${query}”.`}
        skeletonRows={15}
      />
      {data && data.total > supplierPageSize && (
        <Pagination
          total={Math.ceil(data.total / supplierPageSize)}
          value={page}
          onChange={(p) => set({ page: p === 1 ? undefined : p })}
          getControlProps={(c) => ({ 'aria-label': `${c} page` })}
          size="sm"
        />
      )}
    </Page>
  )
}
