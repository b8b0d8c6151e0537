import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import type { VendorCustomFeed } from '#contract/custom-feeds/custom-feeds.ts'
import { formats } from '#contract/feeds/formats.ts'
import { standings } from '#contract/feeds/standing.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import { FeedHistory, goodAge, GoodAge, nextAct, sourceLabels, StandingSign } from '../feeds/public.tsx'
import { AddCustomFeed } from './AddCustomFeed.tsx'
import { setUpText } from './words.ts'

interface Vendor {
  vendor_id: number
  company: string
  /** A deleted account cannot be changed. */
  deletion: object | null
}

const ageOf = (f: VendorCustomFeed) => ({
  last_successful_run: f.last_good_run_tm,
  max_age_hours: f.max_age_hours,
})
const fileOf = (f: VendorCustomFeed) =>
  `${formats[f.feed_filetype].label}, ${sourceLabels[f.feed_access_type].toLowerCase()}`

const columnsOf = (
  vendor_id: number,
  showHistory: (f: VendorCustomFeed) => void,
): readonly Column<VendorCustomFeed>[] => [
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 0,
    sortValue: (f) => f.dropshipper_name.toLowerCase(),
    cell: (f) => (
      <Link to={links.customFeed(vendor_id, f.vendor_custom_feed_id)} className="name">
        {f.dropshipper_name}
      </Link>
    ),
  },
  {
    key: 'standing',
    header: 'Feed',
    leaves: 0,
    sortValue: (f) => standings.indexOf(f.standing),
    cell: (f) => <StandingSign feed={f} />,
  },
  {
    key: 'age',
    header: 'Feed age',
    sortValue: (f) => goodAge(ageOf(f)),
    cell: (f) => <GoodAge feed={ageOf(f)} />,
  },
  {
    key: 'active',
    header: 'Status',
    sortValue: (f) => (f.active ? 'On' : 'Off'),
    cell: (f) => (f.active ? 'On' : 'Off'),
  },
  { key: 'setup', header: 'Setup', wrap: true, sortValue: setUpText, cell: setUpText },
  { key: 'file', header: 'File', sortValue: fileOf, cell: fileOf },
  {
    key: 'products',
    header: 'Products',
    numeric: true,
    sortValue: (f) => f.products,
    cell: (f) => count(f.products),
  },
  {
    key: 'next',
    header: 'Next',
    leaves: 1,
    cell: (f) => {
      const { label, to } = nextAct({ ...f, vendor_id })
      return (
        <Link to={to} className="link">
          {label}
        </Link>
      )
    },
  },
  {
    key: 'id',
    header: 'ID',
    numeric: true,
    sortValue: (f) => f.vendor_custom_feed_id,
    cell: (f) => <span className="mono">{f.vendor_custom_feed_id}</span>,
  },
  {
    key: 'acts',
    header: 'History',
    leaves: 0,
    width: 56,
    cell: (f) => (
      <Tooltip label="History">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`History of ${f.dropshipper_name}`}
          onClick={() => showHistory(f)}
        >
          <IconHistory size={15} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    ),
  },
]

/** A vendor's custom feeds, with a button to add one. */
export default function VendorCustomFeeds({ vendor }: { vendor: Vendor }) {
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [historyOf, setHistoryOf] = useState<VendorCustomFeed | null>(null)
  const { vendor_id } = vendor
  const { data, error, isFetching, refetch } = useQuery(
    api.listVendorCustomFeeds.query({ params: { vid: vendor_id } }),
  )
  const columns = useMemo(() => columnsOf(vendor_id, setHistoryOf), [vendor_id])
  return (
    <>
      <DataTable
        label="Custom feeds"
        bar={
          vendor.deletion ? undefined : (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={13} />}
              onClick={() => setAdding(true)}
            >
              Add custom feed
            </Button>
          )
        }
        columns={columns}
        rows={data}
        id={(f) => f.vendor_custom_feed_id}
        open={(f) => void navigate({ href: links.customFeed(vendor_id, f.vendor_custom_feed_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No custom feeds yet. The vendor sells from its suppliers’ own feeds."
      />
      {historyOf && (
        <Suspense>
          <FeedHistory
            of={{ custom_feed_id: historyOf.vendor_custom_feed_id }}
            supplier={historyOf.dropshipper_name}
            close={() => setHistoryOf(null)}
          />
        </Suspense>
      )}
      {adding && <AddCustomFeed vendor={vendor} close={() => setAdding(false)} />}
    </>
  )
}
