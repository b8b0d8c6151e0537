import { Button, SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { supplierPageSize, supplierSorts, type SupplierRow } from '#contract/suppliers/suppliers.ts'
import type { ExportedList } from '#contract/lists/exports.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Sorting } from '../../../ui/table/column.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { count, many } from '../../../ui/values.tsx'
import { NewSupplier } from './NewSupplier.tsx'
import { ProductsSync } from './ProductsSync.tsx'
import { SupplierActs } from './SupplierActs.tsx'
import { supplierColumns, type Totals } from './supplier-columns.tsx'

const lists = ['all', 'restricted', 'sync'] as const
const url = z.object({
  of: z.enum(lists).catch('all').default('all'),
  query: z.string().max(200).catch('').default(''),
  sort_on: z.enum(supplierSorts).catch('name').default('name'),
  descending: z.stringbool().catch(false).default(false),
  page: z.coerce.number().int().min(1).catch(1).default(1),
})
export default function SupplierList() {
  const [{ of: listKind, query, sort_on, descending, page }, set] = useUrl(url)
  const [adding, setAdding] = useState(false)
  const list = useQuery({
    ...api.listSuppliers.query({ body: { query, current_page: page, sort_on, descending } }),
    placeholderData: keepPreviousData,
    enabled: listKind === 'all',
  })
  const empty = query ? `No suppliers match “${query}”.` : 'No suppliers on this page.'
  const listChoice = (
    <SegmentedControl
      aria-label="Supplier list"
      value={listKind}
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
      count={listKind === 'all' && list.data ? count(list.data.total) : undefined}
      actions={<Button onClick={() => setAdding(true)}>Add supplier</Button>}
    >
      {listKind === 'sync' && <ProductsSync bar={listChoice} />}
      {listKind === 'restricted' && <RestrictedSuppliers bar={listChoice} />}
      {listKind === 'all' && (
        <>
          {list.data?.alike && (
            <Text role="status">
              No exact match for “{query}”. {many(list.data.total, 'supplier')} with similar names.
            </Text>
          )}
          <Rows
            searchText={query}
            bar={
              <>
                {listChoice}
                <FilterBox
                  label="Search suppliers"
                  placeholder="Name, prefix or ID"
                  value={query}
                  set={(v) => set({ query: v, page: undefined }, { replace: true })}
                />
              </>
            }
            exportList={{ list: 'suppliers', input: { query, sort_on, descending } }}
            list={{ ...list, data: list.data?.suppliers }}
            totals={list.data && { ...list.data.totals, suppliers: list.data.total }}
            sorting={{
              column: sort_on,
              descending,
              set: (sortKey, isDescending) =>
                set({
                  sort_on: sortKey === 'name' ? undefined : sortKey,
                  descending: isDescending,
                  page: undefined,
                }),
            }}
            empty={empty}
            emptyAct={
              <Button variant="default" onClick={() => set({ query: undefined, page: undefined })}>
                Show all suppliers
              </Button>
            }
          />
          <Pager
            total={list.data?.total}
            stale={list.isPlaceholderData}
            size={supplierPageSize}
            page={page}
            go={(p, options) => set({ page: p }, options)}
          />
        </>
      )}
      {adding && <NewSupplier close={() => setAdding(false)} />}
    </Page>
  )
}

function RestrictedSuppliers({ bar }: { bar: ReactNode }) {
  const list = useQuery(api.listRestrictedSuppliers.query())
  return (
    <Rows
      bar={bar}
      exportList={{ list: 'restricted_suppliers', input: {} }}
      list={list}
      empty="No hidden or restricted suppliers."
    />
  )
}

function Rows({
  searchText = '',
  bar,
  exportList,
  list,
  totals,
  sorting,
  empty,
  emptyAct,
}: {
  /** The search text, which is highlighted. */
  searchText?: string
  bar: ReactNode
  exportList?: ExportedList
  list: {
    data: readonly SupplierRow[] | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  totals?: Totals | undefined
  sorting?: Sorting
  empty: string
  emptyAct?: ReactNode
}) {
  const navigate = useNavigate()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const columns = useMemo(() => supplierColumns(totals, searchText), [totals, searchText])
  // acts affect only ticked rows of this page
  const tickedSuppliers = (list.data ?? []).filter((s) => ids.has(s.dropshipper_id))
  return (
    <>
      <DataTable
        label="Suppliers"
        bar={bar}
        exportSource={exportList}
        columns={columns}
        rows={list.data}
        id={(s) => s.dropshipper_id}
        open={(s) => void navigate({ href: links.supplier(s.dropshipper_id) })}
        {...(sorting && { sorting })}
        fetching={list.isFetching}
        error={list.error}
        retry={() => void list.refetch()}
        empty={empty}
        emptyAct={emptyAct}
        skeletonRows={15}
        selection={{ ids, set: setIds, id: (s) => s.dropshipper_id, name: (s) => s.supplier_name }}
      />
      <SupplierActs suppliers={tickedSuppliers} clear={() => setIds(new Set())} />
    </>
  )
}
