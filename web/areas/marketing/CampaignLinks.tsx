import { Button, CopyButton } from '@mantine/core'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { Campaign } from '#contract/marketing/campaigns.ts'
import { api } from '../../api.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { count, percent, Status } from '../../ui/values.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { RegistrationCount } from './RegistrationCount.tsx'

/** Campaigns with their links, and how many of those who opened one registered and paid. */
export function CampaignLinks() {
  const { data, error, isFetching, refetch } = useQuery(api.listCampaigns.query())
  const [editing, setEditing] = useState<Campaign | 'new' | null>(null)
  const add = (
    <Button variant="default" onClick={() => setEditing('new')}>
      Add campaign…
    </Button>
  )
  return (
    <>
      <DataTable
        label="Campaign links"
        bar={add}
        columns={columnsOf(setEditing)}
        rows={data}
        id={(row) => row.campaign_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No campaigns yet."
        skeletonRows={8}
      />
      {editing && (
        <CampaignForm campaign={editing === 'new' ? null : editing} close={() => setEditing(null)} />
      )}
    </>
  )
}

/** A share of those who opened the link; none without openings. */
export const shareText = (part: number, whole: number) => (whole === 0 ? '—' : percent((part / whole) * 100))

export const CopyLink = ({ link }: { link: string }) => (
  <CopyButton value={link}>
    {({ copied: isCopied, copy }) => (
      <Button
        size="compact-xs"
        variant="default"
        title={link}
        aria-label={isCopied ? 'Copied' : `Copy link ${link}`}
        onClick={copy}
      >
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
    )}
  </CopyButton>
)

const columnsOf = (edit: (campaign: Campaign) => void): readonly Column<Campaign>[] => [
  {
    key: 'name',
    header: 'Campaign',
    leaves: 0,
    sortValue: (row) => row.campaign_name,
    cell: (row) => row.campaign_name,
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 2,
    cell: (row) =>
      row.is_ended ? (
        <Status tone="off" icon={IconBan}>
          Ended
        </Status>
      ) : (
        <Status tone="good" icon={IconCircleCheck}>
          Running
        </Status>
      ),
  },
  {
    key: 'link',
    header: 'Link',
    leaves: 0,
    cell: (row) => <CopyLink link={row.link} />,
  },
  { key: 'affiliate', header: 'Affiliate', leaves: 6, cell: (row) => row.affiliate ?? '—' },
  { key: 'code', header: 'Promo code', leaves: 7, cell: (row) => row.promo_code ?? '—' },
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
    leaves: 0,
    sortValue: (row) => row.registered,
    cell: (row) => <RegistrationCount of={{ campaign_id: row.campaign_id }} n={row.registered} />,
  },
  {
    key: 'registered_share',
    header: 'Registration rate',
    numeric: true,
    leaves: 5,
    cell: (row) => shareText(row.registered, row.opened),
  },
  {
    key: 'paid',
    header: 'Paid',
    numeric: true,
    leaves: 1,
    sortValue: (row) => row.paid,
    cell: (row) => <RegistrationCount of={{ campaign_id: row.campaign_id }} n={row.paid} only="purchases" />,
  },
  {
    key: 'paid_share',
    header: 'Paid rate',
    numeric: true,
    leaves: 4,
    cell: (row) => shareText(row.paid, row.registered),
  },
  {
    key: 'revenue',
    header: 'Total revenue',
    numeric: true,
    leaves: 2,
    sortValue: (row) => Number(row.total_revenue),
    cell: (row) => money(row.total_revenue),
  },
  { key: 'added', header: 'Added', leaves: 8, moment: (row) => row.insert_tm },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    width: 80,
    cell: (row) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Edit ${row.campaign_name}`}
        onClick={() => edit(row)}
      >
        Edit…
      </Button>
    ),
  },
]
