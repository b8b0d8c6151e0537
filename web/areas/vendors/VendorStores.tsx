import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { VendorStore } from '#contract/vendors/stores.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Ago, count, Moment, Status } from '../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** Whether a store was sent all that changed, and how its last update went. */
function StoreSign({ of }: { of: VendorStore }) {
  const { tone, icon, text } = stands[standOf(of)]!
  return (
    <Status tone={tone} icon={icon}>
      {text}
    </Status>
  )
}
/** The worst first. */
const stands = [
  { tone: 'bad', icon: IconAlertTriangle, text: 'Last update failed' },
  { tone: 'wait', icon: IconClock, text: 'Behind' },
  { tone: 'off', icon: IconCircleDashed, text: 'Never updated' },
  { tone: 'good', icon: IconCircleCheck, text: 'Up to date' },
] as const
const standOf = (of: VendorStore) =>
  of.last_failure !== null ? 0 : of.behind_since !== null ? 1 : of.last_update_tm === null ? 2 : 3

export const storeColumns: readonly Column<VendorStore>[] = [
  {
    key: 'name',
    header: 'Store',
    by: (s) => s.vendor_store_name,
    cell: (s) => <span style={{ fontWeight: 500 }}>{s.vendor_store_name}</span>,
  },
  { key: 'market', header: 'Market', by: (s) => s.market_name, cell: (s) => s.market_name },
  { key: 'state', header: 'State', leaves: 0, by: standOf, cell: (s) => <StoreSign of={s} /> },
  {
    key: 'last',
    header: 'Last update',
    by: (s) => (s.last_job_id === null ? null : s.last_update_tm),
    cell: (s) =>
      s.last_job_id === null ? (
        '—'
      ) : (
        <Link to={links.job(s.last_job_id)} className="link">
          <Ago tm={s.last_update_tm} />
        </Link>
      ),
  },
  { key: 'why', header: 'Reason', wrap: true, cell: (s) => s.last_failure ?? '—' },
  {
    key: 'behind',
    header: 'Behind since',
    by: (s) => s.behind_since,
    cell: (s) => <Moment tm={s.behind_since} />,
  },
]

const columns: readonly Column<VendorStore>[] = [
  ...storeColumns,
  {
    key: 'integrations',
    header: 'Integrations',
    numeric: true,
    by: (s) => s.integrations,
    cell: (s) => count(s.integrations),
  },
  {
    key: 'url',
    header: 'Address',
    by: (s) => s.store_url || null,
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
    header: 'Since',
    numeric: true,
    by: (s) => s.insert_tm,
    cell: (s) => <Moment tm={s.insert_tm} />,
  },
]

export default function VendorStores({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorStores.query({ params }))
  return (
    <DataTable
      label="Stores"
      columns={columns}
      rows={data}
      id={(s) => s.vendor_store_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty="This user has no store that Feedstock sends its inventory to."
    />
  )
}
