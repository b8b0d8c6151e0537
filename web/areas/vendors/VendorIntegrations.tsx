import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import { integrationStatuses, type VendorIntegration } from '#contract/vendors/integrations.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Filters } from '../../ui/table/Filters.tsx'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { useUrl } from '../../ui/useUrl.ts'
import { Moment } from '../../ui/values.tsx'
import { IntegrationSign } from './integration-sign.tsx'
import type { Vendor } from './vendor.ts'

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  status: z.string().max(300).optional().catch(undefined),
})

export const integrationColumns: readonly Column<VendorIntegration>[] = [
  { key: 'market', header: 'Market', by: (i) => i.market_name, cell: (i) => i.market_name },
  {
    key: 'supplier',
    header: 'Supplier',
    by: (i) => i.dropshipper_name.toLowerCase(),
    leaves: 0,
    cell: (i) => (
      <Link to={links.supplier(i.dropshipper_id)} className="name">
        {i.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    leaves: 0,
    by: (i) => integrationStatuses.indexOf(i.status),
    cell: (i) => <IntegrationSign of={i} />,
  },
  { key: 'store', header: 'Store', by: (i) => i.store, cell: (i) => i.store ?? '—' },
  {
    key: 'since',
    header: 'Since',
    numeric: true,
    by: (i) => i.insert_tm,
    cell: (i) => <Moment tm={i.insert_tm} />,
  },
  {
    key: 'changed',
    header: 'Changed',
    numeric: true,
    by: (i) => i.last_modified_tm,
    cell: (i) => <Moment tm={i.last_modified_tm} />,
  },
  {
    key: 'id',
    header: 'Id',
    numeric: true,
    by: (i) => i.vendor_market_map_id,
    cell: (i) => <span className="mono">{i.vendor_market_map_id}</span>,
  },
]

export default function VendorIntegrations({ vendor }: { vendor: Vendor }) {
  const [{ search, status }, set] = useUrl(url)
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listVendorIntegrations.query({ params }))
  const rows = useMemo(() => {
    const chosen = status?.split(',')
    const text = search.toLowerCase()
    return data?.filter(
      (i) =>
        (!chosen || chosen.includes(i.status)) &&
        `${i.market_name} ${i.dropshipper_name} ${i.store ?? ''}`.toLowerCase().includes(text),
    )
  }, [data, search, status])
  return (
    <DataTable
      label="Integrations"
      bar={
        <>
          <FilterBox
            label="Filter integrations"
            placeholder="Market, supplier or store"
            value={search}
            set={(v) => set({ search: v }, { replace: true })}
          />
          <Filters
            filters={[
              {
                key: 'status',
                label: 'State',
                kind: 'choices',
                options: integrationStatuses.map((value) => ({ value, label: value })),
              },
            ]}
            values={{ status }}
            set={set}
          />
        </>
      }
      columns={integrationColumns}
      rows={rows}
      id={(i) => i.vendor_market_map_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty={
        search || status ? 'No integration is left by these filters.' : 'This user has no integration yet.'
      }
    />
  )
}
