import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { newDirectDays, type DirectUserView } from '#contract/direct-app/direct-users.ts'
import { money } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../ui/page/usePath.ts'
import { Ago, count, momentFact } from '../../ui/values.tsx'
import { Differences } from './Differences.tsx'
import { isOpenSync, SyncButton } from './SyncButton.tsx'
import { syncText } from './sync-text.ts'
import { directUserTabs } from './tabs.ts'

const parts = Object.fromEntries(directUserTabs.map((tab) => [tab.page, lazy(tab.load)]))

export default function DirectUserPage() {
  const id = usePathId('id')
  const query = useQuery({
    ...api.getDirectUser.query({ query: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isOpenSync(state.data?.sync.job) ? 2000 : false),
  })
  return (
    <RecordPage
      noun="IS Direct user"
      param="id"
      query={query}
      wayBack={{ to: links.directUsers(), label: 'All IS Direct users' }}
    >
      {(view) => <DirectUserParts key={view.direct_user.id} view={view} />}
    </RecordPage>
  )
}

function DirectUserParts({ view }: { view: DirectUserView }) {
  const { direct_user: user, direct_user_summary: summary, sync } = view
  const { pathname } = useLocation()
  const tab = directUserTabs.find((t) => t.page === pathname.split('/')[4])?.page ?? 'basic'
  const Part = parts[tab]!
  const ofAll = (part: string, whole: string) => (
    <>
      {part} <span className="faint">of {whole}</span>
    </>
  )
  return (
    <Page
      title={user.email}
      answer={syncText(view)}
      trail={[['IS Direct', links.directUsers()]]}
      facts={[
        [
          'ID',
          <span key="id" className="mono">
            {user.id}
          </span>,
        ],
        momentFact('Registered', user.registered_at),
        [
          `New orders (${newDirectDays} days)`,
          ofAll(count(summary.new_order_count), count(summary.total_orders)),
        ],
        ['New paid orders', ofAll(count(summary.new_paid_order_count), count(summary.total_paid_orders))],
        ['New order cost', ofAll(money(summary.new_total_order_cost), money(summary.total_cost))],
        ['New paid cost', ofAll(money(summary.new_paid_order_cost), money(summary.total_paid_cost))],
        ['Last sync', <Ago key="sync" tm={sync.synced_tm} />],
      ]}
      actions={<SyncButton id={user.id} connected={sync.connected} job={sync.job} label="Sync user" />}
    >
      {sync.differences.length > 0 && <Differences view={view} />}
      <RecordTabs
        current={tab}
        href={(page) => (page === 'basic' ? links.directUser(user.id) : links.directUser(user.id, page))}
        tabs={directUserTabs.map(({ page, title }) => ({
          page,
          title,
          ...(page === 'orders' && { count: count(user.total_orders) }),
        }))}
      >
        <Suspense fallback={<Skeleton height={280} />}>
          <Part view={view} />
        </Suspense>
      </RecordTabs>
    </Page>
  )
}
