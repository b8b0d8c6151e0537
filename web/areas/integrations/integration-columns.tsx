import { Link } from '@tanstack/react-router'
import { worstFeedOf } from '#contract/integrations/feed-troubles.ts'
import type { VendorIntegration } from '#contract/integrations/list.ts'
import { integrationStatuses } from '#contract/integrations/standing.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { IntegrationSign } from './integration-sign.tsx'

export const integrationColumns = (vendorId: number): readonly Column<VendorIntegration>[] => [
  { key: 'market', header: 'Market', sortValue: (i) => i.market_name, cell: (i) => i.market_name },
  {
    key: 'supplier',
    header: 'Supplier',
    sortValue: (i) => i.dropshipper_name.toLowerCase(),
    leaves: 0,
    cell: (i) => (
      <Link to={links.integration(vendorId, i.vendor_market_map_id)} className="name">
        {i.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: placeOf,
    cell: (i) => <IntegrationSign integration={i} />,
  },
  { key: 'store', header: 'Store', sortValue: (i) => i.store, cell: (i) => i.store ?? '—' },
  {
    key: 'since',
    header: 'Added',
    numeric: true,
    sortValue: (i) => i.insert_tm,
    moment: (i) => i.insert_tm,
  },
  {
    key: 'changed',
    header: 'Changed',
    numeric: true,
    sortValue: (i) => i.last_modified_tm,
    moment: (i) => i.last_modified_tm,
  },
  {
    key: 'id',
    header: 'ID',
    numeric: true,
    sortValue: (i) => i.vendor_market_map_id,
    cell: (i) => <span className="mono">{i.vendor_market_map_id}</span>,
  },
]

function placeOf(i: VendorIntegration): number {
  if (i.trouble !== null) return -2
  return worstFeedOf(i) !== undefined ? -1 : integrationStatuses.indexOf(i.status)
}
