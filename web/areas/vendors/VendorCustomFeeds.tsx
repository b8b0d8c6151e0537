import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { standings } from '#contract/feeds/standing.ts'
import type { VendorCustomFeed } from '#contract/vendors/custom-feeds.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { goodAge, GoodAge, StandingSign } from '../feeds/public.tsx'
import type { Vendor } from './vendor.ts'

const setUp = (f: VendorCustomFeed) =>
  [f.is_restricted && 'Restricted', f.custom_price && 'Custom prices'].filter(Boolean).join(', ') || 'Plain'

const columns: readonly Column<VendorCustomFeed>[] = [
  {
    key: 'supplier',
    header: 'Supplier',
    by: (f) => f.dropshipper_name,
    cell: (f) => (
      <Link to={links.supplier(f.dropshipper_id)} className="name">
        {f.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'standing',
    header: 'Feed',
    leaves: 0,
    by: (f) => (f.standing === null ? null : standings.indexOf(f.standing)),
    cell: ({ standing, standing_reason }) =>
      standing === null ? '—' : <StandingSign of={{ standing, standing_reason }} />,
  },
  { key: 'age', header: 'Feed age', by: goodAge, cell: (f) => <GoodAge of={f} /> },
  { key: 'setup', header: 'Setup', by: setUp, cell: setUp },
  {
    key: 'active',
    header: 'Switched',
    by: (f) => (f.active ? 'On' : 'Off'),
    cell: (f) => (f.active ? 'On' : 'Off'),
  },
  {
    key: 'run',
    header: 'Last run',
    numeric: true,
    by: (f) => f.last_run_id,
    cell: (f) =>
      f.last_run_id === null ? (
        '—'
      ) : (
        <Link to={links.feedRun(f.last_run_id)} className="mono link">
          {f.last_run_id}
        </Link>
      ),
  },
  { key: 'why', header: 'Why it stands so', wrap: true, cell: (f) => f.standing_reason },
]

export default function VendorCustomFeeds({ vendor }: { vendor: Vendor }) {
  const params = { vid: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorCustomFeeds.query({ params }))
  return (
    <DataTable
      label="Custom feeds"
      columns={columns}
      rows={data}
      id={(f) => f.vendor_custom_feed_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty="This user has no custom feed from a supplier."
    />
  )
}
