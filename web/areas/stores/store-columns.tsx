import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHandStop,
  IconLoader2,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { jobStatus } from '#contract/jobs/types.ts'
import { links } from '../../links.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Ago, Status } from '../../ui/values.tsx'
import { feedSign } from '../../ui/feed-words.ts'
import { reasonOf, type StoreWithFeeds } from './store-answer.ts'

/** Whether a store is up to date, and how its last update went. */
export function StoreSign({ store }: { store: StoreWithFeeds }) {
  const stand = standOf(store)
  const { tone, icon, text } = stands[stand]
  const [worstFeed] = store.feeds ?? []
  // not before the feeds are known
  if (stand === upToDate && store.feeds === undefined) return '…'
  return (
    <Status tone={tone} icon={icon}>
      {stand === staleFeeds && worstFeed ? feedSign(worstFeed) : text}
    </Status>
  )
}
/** `standOf` returns the indices, by which lists are sorted. */
const stands = [
  { tone: 'bad', icon: IconHandStop, text: 'Stopped' },
  { tone: 'bad', icon: IconHandStop, text: 'Update held' },
  { tone: 'bad', icon: IconAlertTriangle, text: 'Last update failed' },
  { tone: 'bad', icon: IconAlertTriangle, text: 'Products refused' },
  { tone: 'wait', icon: IconClock, text: 'Waiting for market' },
  { tone: 'wait', icon: IconClock, text: 'Out of date' },
  { tone: 'wait', icon: IconClock, text: 'Queued' },
  { tone: 'run', icon: IconLoader2, text: 'Running' },
  { tone: 'off', icon: IconCircleDashed, text: 'Not connected' },
  { tone: 'off', icon: IconCircleDashed, text: 'Never updated' },
  { tone: 'good', icon: IconCircleCheck, text: 'Up to date' },
  { tone: 'wait', icon: IconHandStop, text: 'Changes withheld' },
  { tone: 'bad', icon: IconHandStop, text: 'Suspended' },
  { tone: 'bad', icon: IconHandStop, text: 'Delisted' },
  { tone: 'wait', icon: IconHandStop, text: 'Feeds out of date' },
] as const
const upToDate = 10
const staleFeeds = 14
function standOf(store: StoreWithFeeds) {
  if (store.job_status === jobStatus.executing) return 7
  if (!store.takes_file) return 8
  if (store.stopped_reason !== null) return 0
  if (store.unpaid !== null) return store.unpaid === 'suspended' ? 12 : 13
  if (store.held_update_id !== null) return 1
  if (store.last_failure !== null) return 2
  if (store.waits_until !== null) return 4
  if (store.job_status !== null) return 6
  if (store.refused > 0) return 3
  if (store.behind_since !== null) return 5
  if (store.kept_back > 0) return 11
  if (store.last_update_tm === null) return 9
  return store.feeds?.length ? staleFeeds : upToDate
}

export const storeColumns: readonly Column<StoreWithFeeds>[] = [
  {
    key: 'name',
    header: 'Store',
    sortValue: (s) => s.vendor_store_name.toLowerCase(),
    cell: (s) => (
      <Link to={links.vendorStore(s.vendor_id, s.vendor_store_id)} className="name">
        {s.vendor_store_name}
      </Link>
    ),
  },
  { key: 'market', header: 'Market', sortValue: (s) => s.market_name, cell: (s) => s.market_name },
  { key: 'state', header: 'Status', leaves: 0, sortValue: standOf, cell: (s) => <StoreSign store={s} /> },
  {
    key: 'last',
    header: 'Last update',
    sortValue: (s) => (s.last_job_id === null ? null : s.last_update_tm),
    cell: (s) =>
      s.last_job_id === null ? (
        '—'
      ) : (
        <Link to={links.job(s.last_job_id)} className="link">
          <Ago tm={s.last_update_tm} />
        </Link>
      ),
  },
  {
    key: 'why',
    header: 'Reason',
    wrap: true,
    leaves: 2,
    cell: (s) => reasonOf(s) ?? '—',
  },
  {
    key: 'behind',
    header: 'Out of date since',
    sortValue: (s) => s.behind_since,
    moment: (s) => s.behind_since,
  },
]
