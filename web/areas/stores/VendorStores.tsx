import { Anchor, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { usePathId, usePathText } from '../../ui/page/usePath.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { AddStore } from './AddStore.tsx'
import { RemoveStore, type StoreToRemove } from './RemoveStore.tsx'
import { storeColumns } from './store-columns.tsx'
import { withFeeds, type StoreWithFeeds } from './store-answer.ts'
import { StoreRecord } from './StoreRecord.tsx'

export interface Vendor {
  vendor_id: number
  company: string
  /** A deleted account cannot be changed. */
  deletion: object | null
}
const url = z.object({ search: z.string().max(200).catch('').default('') })

const columns: readonly Column<StoreWithFeeds>[] = [
  ...storeColumns,
  {
    key: 'integrations',
    header: 'Integrations',
    numeric: true,
    sortValue: (s) => s.integrations,
    cell: (s) => count(s.integrations),
  },
  {
    key: 'url',
    header: 'Address',
    sortValue: (s) => s.store_url || null,
    cell: (s) =>
      /^https?:\/\//.test(s.store_url) ? (
        <Anchor href={s.store_url} target="_blank" rel="noreferrer">
          {s.store_url.replace(/^https?:\/\//, '')}
        </Anchor>
      ) : (
        s.store_url || '—'
      ),
  },
  {
    key: 'since',
    header: 'Added',
    numeric: true,
    sortValue: (s) => s.insert_tm,
    moment: (s) => s.insert_tm,
  },
]

/** A vendor's stores, or the store that the URL names. */
export default function VendorStores({ vendor }: { vendor: Vendor }) {
  const isStoreOpen = usePathText('vendor_store_id') !== ''
  const id = usePathId('vendor_store_id')
  const [removing, setRemoving] = useState<StoreToRemove | null>(null)
  return (
    <>
      {isStoreOpen ? (
        <StoreRecord key={id} vendor={vendor} id={id ?? 0} remove={setRemoving} />
      ) : (
        <StoreList vendor={vendor} />
      )}
      {/* outlives the store that it removes */}
      {removing && <RemoveStore store={removing} vendor={vendor} close={() => setRemoving(null)} />}
    </>
  )
}

function StoreList({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const navigate = useNavigate()
  const [{ search }, set] = useUrl(url)
  const [adding, setAdding] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listVendorStores.query({ params }),
    refetchInterval: ({ state }) => (state.data?.some((s) => s.job_status !== null) ? 3000 : false),
  })
  const { data: feeds } = useQuery(api.listVendorFeedTroubles.query({ params }))
  const text = search.toLowerCase()
  const stores = data && withFeeds(data, feeds)
  const rows = stores?.filter((s) =>
    `${s.vendor_store_name} ${s.market_name} ${s.store_url}`.toLowerCase().includes(text),
  )
  return (
    <>
      <DataTable
        label="Stores"
        bar={
          <>
            <FilterBox
              label="Filter stores"
              placeholder="Store, market or address"
              value={search}
              set={(v) => set({ search: v }, { replace: true })}
            />
            {!vendor.deletion && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={13} />}
                onClick={() => setAdding(true)}
              >
                Add store
              </Button>
            )}
          </>
        }
        columns={columns}
        rows={rows}
        id={(s) => s.vendor_store_id}
        open={(s) => void navigate({ href: links.vendorStore(vendor.vendor_id, s.vendor_store_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No stores match “${search}”.` : 'No stores yet.'}
      />
      {adding && <AddStore vendor={vendor} close={() => setAdding(false)} />}
    </>
  )
}
