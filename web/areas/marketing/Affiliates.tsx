import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { Affiliate } from '#contract/marketing/campaigns.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import { CopyLink, shareText } from './CampaignLinks.tsx'
import { RegistrationCount } from './RegistrationCount.tsx'

/** Affiliates with their links, and whom they brought. */
export function Affiliates() {
  const { data, error, isFetching, refetch } = useQuery(api.listAffiliates.query())
  return (
    <DataTable
      label="Affiliates"
      columns={columns}
      rows={data}
      id={(row) => row.vendor_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty={
        <>
          No affiliates yet. Add a campaign with an affiliate, or{' '}
          <Link to={links.promoCodes('affiliates')} className="link">
            an affiliate’s promo code
          </Link>
          .
        </>
      }
      skeletonRows={8}
    />
  )
}

const columns: readonly Column<Affiliate>[] = [
  {
    key: 'name',
    header: 'Affiliate',
    leaves: 0,
    sortValue: (row) => row.name,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id)} className="name">
        {row.name}
      </Link>
    ),
  },
  {
    key: 'links',
    header: 'Links',
    leaves: 0,
    wrap: true,
    cell: (row) =>
      row.links.length === 0
        ? '—'
        : row.links.map((one) => (
            <div key={one.campaign_id}>
              {one.campaign_name} <CopyLink link={one.link} />
            </div>
          )),
  },
  {
    key: 'codes',
    header: 'Promo codes',
    numeric: true,
    leaves: 4,
    sortValue: (row) => row.codes,
    cell: (row) => count(row.codes),
  },
  {
    key: 'opened',
    header: 'Opened',
    numeric: true,
    leaves: 3,
    sortValue: (row) => row.opened,
    cell: (row) => count(row.opened),
  },
  {
    key: 'registered',
    header: 'Registered',
    numeric: true,
    leaves: 1,
    sortValue: (row) => row.registered,
    cell: (row) => <RegistrationCount of={{ affiliate_id: row.vendor_id }} n={row.registered} />,
  },
  {
    key: 'paid',
    header: 'Paid',
    numeric: true,
    leaves: 2,
    sortValue: (row) => row.paid,
    cell: (row) => <RegistrationCount of={{ affiliate_id: row.vendor_id }} n={row.paid} only="purchases" />,
  },
  {
    key: 'share',
    header: 'Paid rate',
    numeric: true,
    leaves: 5,
    cell: (row) => shareText(row.paid, row.registered),
  },
  {
    key: 'revenue',
    header: 'Total revenue',
    numeric: true,
    leaves: 0,
    sortValue: (row) => Number(row.total_revenue),
    cell: (row) => money(row.total_revenue),
  },
]
