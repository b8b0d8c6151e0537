import { Stack } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { standings } from '#contract/feeds/standing.ts'
import type { VendorSubscription } from '#contract/vendors/subscriptions.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { count, Moment, Status } from '../../ui/values.tsx'
import { GoodAge, StandingSign } from '../feeds/public.tsx'
import type { Vendor } from './vendor.ts'

const url = z.object({ search: z.string().max(200).catch('').default('') })
const accessOf = (s: VendorSubscription) => (s.is_legacy ? 'Legacy' : s.has_ebay_access ? 'eBay' : 'None')
const stateOf = (s: VendorSubscription) => (s.is_cancel_pending ? 'Cancel pending' : 'Active')

const columns: readonly Column<VendorSubscription>[] = [
  {
    key: 'name',
    header: 'Supplier',
    by: (s) => s.dropshipper_name.toLowerCase(),
    cell: (s) => (
      <Link to={links.supplier(s.dropshipper_id)} className="name">
        {s.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    by: stateOf,
    cell: (s) => (
      <Status
        tone={s.is_cancel_pending ? 'wait' : 'good'}
        icon={s.is_cancel_pending ? IconClock : IconCircleCheck}
      >
        {stateOf(s)}
      </Status>
    ),
  },
  {
    key: 'standing',
    header: 'Feed',
    by: (s) => standings.indexOf(s.standing),
    cell: (s) => <StandingSign of={s} />,
  },
  {
    key: 'age',
    header: 'Feed age',
    by: (s) => s.last_successful_run,
    cell: (s) => <GoodAge of={s} />,
  },
  {
    key: 'products',
    header: 'Products',
    numeric: true,
    by: (s) => s.active_products,
    cell: (s) => count(s.active_products),
  },
  {
    key: 'integrations',
    header: 'Integrations',
    numeric: true,
    by: (s) => s.integrations,
    cell: (s) => (s.integrations === 0 ? '0' : `${count(s.active_integrations)} of ${count(s.integrations)}`),
  },
  { key: 'access', header: 'Extra access', by: accessOf, cell: accessOf },
  {
    key: 'since',
    header: 'Since',
    numeric: true,
    by: (s) => s.since_tm,
    cell: (s) => <Moment tm={s.since_tm} />,
  },
]

/** The suppliers that a vendor is subscribed to, and how fresh what they send is. */
export default function VendorSubscriptions({ vendor }: { vendor: Vendor }) {
  const [{ search }, set] = useUrl(url)
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorSubscriptions.query({ params }))
  const rows = useMemo(
    () => data?.filter((s) => s.dropshipper_name.toLowerCase().includes(search.toLowerCase())),
    [data, search],
  )
  return (
    <Stack>
      <DataTable
        label="Subscriptions"
        bar={
          <FilterBox
            label="Filter suppliers"
            placeholder="Filter suppliers"
            value={search}
            set={(v) => set({ search: v }, { replace: true })}
          />
        }
        columns={columns}
        rows={rows}
        id={(s) => s.dropshipper_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={search ? `No supplier’s name holds “${search}”.` : 'This user is subscribed to no supplier.'}
      />
    </Stack>
  )
}
