import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import {
  allowBrowse,
  supplierPageSize,
  supplierSorts,
  type SupplierRow,
} from '#contract/suppliers/suppliers.ts'
import type { Exported } from '#contract/lists/exports.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Ago, count } from '../../ui/values.tsx'
import { NewSupplier } from './NewSupplier.tsx'
import { ProductsSync } from './ProductsSync.tsx'
import { StandingSign } from './standing.tsx'

const lists = ['all', 'restricted', 'sync'] as const
const url = z.object({
  of: z.enum(lists).catch('all').default('all'),
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
      <Link to={links.supplier(s.dropshipper_id)} className="name">
        {s.supplier_name}
      </Link>
    ),
  },
  { key: 'prefix', header: 'Prefix', cell: (s) => <span className="mono">{s.dropshipper_prefix}</span> },
  { key: 'standing', header: 'Feed', sort: 'standing', cell: (s) => <StandingSign of={s} /> },
  { key: 'good', header: 'Last good run', sort: 'good', cell: (s) => <Ago tm={s.last_good_run_tm} /> },
  {
    key: 'products',
    header: 'Active products',
    numeric: true,
    sort: 'products',
    cell: (s) => count(s.active_products),
  },
  { key: 'subs', header: 'Subs', numeric: true, sort: 'subs', cell: (s) => count(s.sub_count) },
  { key: 'votes', header: 'Votes', numeric: true, sort: 'votes', cell: (s) => count(s.votes) },
  { key: 'browse', header: 'Browsing', cell: (s) => allowBrowse[String(s.allow_browse) as '1'] },
  { key: 'custom', header: 'Custom feeds', cell: (s) => supports[s.custom_feed_support] ?? 'Optional' },
]

export default function SupplierList() {
  const [{ of, query, sort_on, descending, page }, set] = useUrl(url)
  const [adding, setAdding] = useState(false)
  const list = useQuery({
    ...api.listSuppliers.query({ body: { query, current_page: page, sort_on, descending } }),
    placeholderData: keepPreviousData,
    enabled: of === 'all',
  })
  const which = (
    <SegmentedControl
      aria-label="Which suppliers"
      value={of}
      onChange={(v) => set({ of: v === 'all' ? undefined : v, page: undefined })}
      data={[
        { value: 'all', label: 'All' },
        { value: 'restricted', label: 'Restricted' },
        { value: 'sync', label: 'Index sync' },
      ]}
    />
  )
  return (
    <Page
      title="Suppliers"
      count={of === 'all' && list.data ? count(list.data.total) : undefined}
      acts={<Button onClick={() => setAdding(true)}>New supplier</Button>}
    >
      {of === 'sync' ? (
        <ProductsSync bar={which} />
      ) : of === 'restricted' ? (
        <Restricted bar={which} />
      ) : (
        <>
          <Rows
            bar={
              <>
                {which}
                <FilterBox
                  label="Search suppliers"
                  placeholder="Name, prefix or id"
                  value={query}
                  set={(v) => set({ query: v, page: undefined }, { replace: true })}
                />
              </>
            }
            exported={{ list: 'suppliers', input: { query, sort_on, descending } }}
            list={{ ...list, data: list.data?.suppliers }}
            sorting={{
              by: sort_on,
              descending,
              set: (by, down) =>
                set({ sort_on: by === 'name' ? undefined : by, descending: down, page: undefined }),
            }}
            empty={`No supplier matches “${query}”.`}
          />
          <Pager total={list.data?.total} size={supplierPageSize} page={page} go={(p) => set({ page: p })} />
        </>
      )}
      {adding && <NewSupplier close={() => setAdding(false)} />}
    </Page>
  )
}

function Restricted({ bar }: { bar: ReactNode }) {
  const list = useQuery(api.listRestrictedSuppliers.query())
  return (
    <Rows
      bar={bar}
      exported={{ list: 'restricted_suppliers', input: {} }}
      list={list}
      empty="No supplier is hidden or restricted."
    />
  )
}

function Rows({
  bar,
  exported,
  list,
  sorting,
  empty,
}: {
  bar: ReactNode
  exported?: Exported
  list: {
    data: readonly SupplierRow[] | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  sorting?: { by: string; descending: boolean; set: (by: string, descending: boolean) => void }
  empty: string
}) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="Suppliers"
      bar={bar}
      exported={exported}
      columns={columns}
      rows={list.data}
      id={(s) => s.dropshipper_id}
      open={(s) => void navigate({ href: links.supplier(s.dropshipper_id) })}
      {...(sorting && { sorting })}
      fetching={list.isFetching}
      error={list.error}
      retry={() => void list.refetch()}
      empty={empty}
      skeletonRows={15}
    />
  )
}
