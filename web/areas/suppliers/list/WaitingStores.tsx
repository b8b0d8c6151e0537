import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sentence } from '#contract/sentence.ts'
import type { WaitingStore } from '#contract/stores/stores.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Ago, count, Status } from '../../../ui/values.tsx'

/** Stores of all vendors that need attention: stopped, with a held update, or with a failed last update. */
export function WaitingStores({ bar }: { bar: ReactNode }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...api.listWaitingStores.query(), refetchInterval: 30_000 })
  return (
    <DataTable
      label="Stores that need attention"
      bar={bar}
      columns={columns}
      rows={data}
      id={(s) => s.vendor_store_id}
      open={(s) => void navigate({ href: linkOf(s) })}
      error={error}
      retry={() => void refetch()}
      empty="No stores are stopped, held, or failing."
    />
  )
}

/** The store's page, with the held update open. */
const linkOf = ({ vendor_id, vendor_store_id, store_update_id }: WaitingStore) =>
  links.vendorStore(vendor_id, vendor_store_id) +
  (store_update_id === null ? '' : `?update=${store_update_id}`)

/** The most lasting cause first: a stopped store is not retried. */
function standOf(s: WaitingStore): keyof typeof stands {
  if (s.stopped_reason !== null) return 'stopped'
  return s.store_update_id !== null ? 'held' : 'failed'
}
const stands = {
  stopped: {
    icon: IconHandStop,
    text: 'Stopped',
    next: 'Fix the store’s settings or the market account, then update the store.',
  },
  held: { icon: IconHandStop, text: 'Update held', next: 'Approve or discard the update.' },
  failed: {
    icon: IconAlertTriangle,
    text: 'Last update failed',
    next: 'Retried every 30 minutes. If it keeps failing, check the connection on the store page.',
  },
} as const

const columns: readonly Column<WaitingStore>[] = [
  {
    key: 'store',
    header: 'Store',
    sortValue: (s) => s.vendor_store_name.toLowerCase(),
    cell: (s) => (
      <Link to={linkOf(s)} className="name">
        {s.vendor_store_name}
      </Link>
    ),
  },
  {
    key: 'vendor',
    header: 'Vendor',
    leaves: 3,
    sortValue: (s) => s.company.toLowerCase(),
    cell: (s) => (
      <Link to={links.vendor(s.vendor_id)} className="link">
        {s.company}
      </Link>
    ),
  },
  { key: 'market', header: 'Market', leaves: 4, sortValue: (s) => s.market_name, cell: (s) => s.market_name },
  {
    key: 'state',
    header: 'Status',
    sortValue: (s) => stands[standOf(s)].text,
    cell: (s) => {
      const { icon, text } = stands[standOf(s)]
      return (
        <Status tone="bad" icon={icon}>
          {text}
        </Status>
      )
    },
  },
  {
    key: 'why',
    header: 'Reason and next step',
    leaves: 0,
    wrap: true,
    cell: (s) => (
      <>
        {sentence(
          s.stopped_reason ?? (s.store_update_id === null ? (s.last_failure ?? '') : s.reasons.join('; ')),
        )}{' '}
        <span className="faint">{stands[standOf(s)].next}</span>
      </>
    ),
  },
  {
    key: 'products',
    header: 'Products waiting',
    numeric: true,
    leaves: 5,
    sortValue: (s) => s.products,
    cell: (s) => (s.products === 0 ? '—' : count(s.products)),
  },
  { key: 'since', header: 'Since', sortValue: (s) => s.since_tm, cell: (s) => <Ago tm={s.since_tm} /> },
]
