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
  if (of.last_failure !== null)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        Last update failed
      </Status>
    )
  if (of.behind_since !== null)
    return (
      <Status tone="wait" icon={IconClock}>
        Behind
      </Status>
    )
  if (of.last_update_tm === null)
    return (
      <Status tone="off" icon={IconCircleDashed}>
        Never updated
      </Status>
    )
  return (
    <Status tone="good" icon={IconCircleCheck}>
      Up to date
    </Status>
  )
}

export const storeColumns: readonly Column<VendorStore>[] = [
  {
    key: 'name',
    header: 'Store',
    cell: (s) => <span style={{ fontWeight: 500 }}>{s.vendor_store_name}</span>,
  },
  { key: 'market', header: 'Market', cell: (s) => s.market_name },
  { key: 'state', header: 'State', leaves: 0, cell: (s) => <StoreSign of={s} /> },
  {
    key: 'last',
    header: 'Last update',
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
    cell: (s) => <Moment tm={s.behind_since} />,
  },
]

const columns: readonly Column<VendorStore>[] = [
  ...storeColumns,
  { key: 'integrations', header: 'Integrations', numeric: true, cell: (s) => count(s.integrations) },
  {
    key: 'url',
    header: 'Address',
    cell: (s) =>
      /^https?:\/\//.test(s.store_url) ? (
        <Anchor href={s.store_url} target="_blank" rel="noreferrer">
          {s.store_url.replace(/^https?:\/\//, '')}
        </Anchor>
      ) : (
        s.store_url || '—'
      ),
  },
  { key: 'since', header: 'Since', numeric: true, cell: (s) => <Moment tm={s.insert_tm} /> },
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
