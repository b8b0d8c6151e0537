import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Facts } from '../../ui/Page.tsx'
import { count } from '../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

/** Under which names the order manager knows a vendor's suppliers. */
export default function VendorOrderManager({ vendor }: { vendor: Vendor }) {
  const params = { vid: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.getOrderManager.query({ params }))
  return (
    <Stack>
      {data && (
        <Facts
          facts={[
            ['Suppliers', count(data.suppliers.length)],
            [
              'With order automation',
              count(data.suppliers.filter((s) => s.supports_order_automation).length),
            ],
            ['Optimized sync', data.optimized_sync_oa ? 'On' : 'Off'],
          ]}
        />
      )}
      <DataTable
        label="Order manager suppliers"
        rows={data?.suppliers}
        id={(s) => s.supplier_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="The order manager knows no supplier that this user is subscribed to."
        columns={[
          {
            key: 'name',
            header: 'Supplier',
            by: (s) => s.supplier_name.toLowerCase(),
            cell: (s) =>
              s.dropshipper_id === null ? (
                s.supplier_name
              ) : (
                <Link to={links.supplier(s.dropshipper_id, 'order_automation')} className="name">
                  {s.supplier_name}
                </Link>
              ),
          },
          { key: 'kind', header: 'Entry', cell: (s) => (s.is_custom ? 'Custom' : 'The supplier’s own') },
          {
            key: 'automation',
            header: 'Order automation',
            cell: (s) => (s.supports_order_automation ? 'Yes' : 'No'),
          },
          {
            key: 'methods',
            header: 'Shipping methods',
            numeric: true,
            by: (s) => s.shipping_methods,
            cell: (s) => count(s.shipping_methods),
          },
        ]}
      />
    </Stack>
  )
}
