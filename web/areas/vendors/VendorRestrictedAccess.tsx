import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Moment } from '../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

export default function VendorRestrictedAccess({ vendor }: { vendor: Vendor }) {
  const params = { vid: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listRestrictedAccess.query({ params }))
  return (
    <DataTable
      label="Restricted suppliers"
      rows={data}
      id={(r) => r.dropshipper_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty="This user was let in to no restricted supplier."
      columns={[
        {
          key: 'supplier',
          header: 'Supplier',
          by: (r) => r.dropshipper_name.toLowerCase(),
          cell: (r) => (
            <Link to={links.supplier(r.dropshipper_id)} className="name">
              {r.dropshipper_name}
            </Link>
          ),
        },
        { key: 'note', header: 'Why', wrap: true, leaves: 0, cell: (r) => r.note },
        { key: 'by', header: 'By', by: (r) => r.added_by, cell: (r) => r.added_by },
        { key: 'tm', header: 'When', by: (r) => r.created_tm, cell: (r) => <Moment tm={r.created_tm} /> },
        { key: 'subscribed', header: 'Subscribed', cell: (r) => (r.subscribed ? 'Yes' : 'No') },
      ]}
    />
  )
}
