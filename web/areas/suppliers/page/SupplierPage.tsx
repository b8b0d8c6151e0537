import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { allowBrowse } from '#contract/suppliers/kinds.ts'
import { sentence } from '#contract/sentence.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { RecentActivity } from '../../activity/public.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { count } from '../../../ui/values.tsx'
import { FeedActs, GoodAge, StandingSign } from '../../feeds/public.tsx'
import { StalestShelf } from '../../stores/public.tsx'
import { SupplierNotes } from './SupplierNotes.tsx'
import type { SupplierView } from './supplier.ts'
import { supplierTabs } from './tabs.ts'
import { useCurrentRun } from './useCurrentRun.ts'

const parts = Object.fromEntries(supplierTabs.map((tab) => [tab.page, lazy(tab.load)]))

export default function SupplierPage() {
  const id = usePathId('id')
  const query = useQuery({ ...api.getSupplier.query({ params: { id: id ?? 0 } }), enabled: id !== null })
  return (
    <RecordPage
      noun="supplier"
      param="id"
      query={query}
      wayBack={{ to: links.suppliers(), label: 'All suppliers' }}
    >
      {(view) => <SupplierTabs key={view.dropshipper.dropshipper_id} view={view} />}
    </RecordPage>
  )
}

function SupplierTabs({ view }: { view: SupplierView }) {
  const { dropshipper } = view
  const id = dropshipper.dropshipper_id
  const { pathname } = useLocation()
  const activeTab = supplierTabs.find((t) => t.page === pathname.split('/')[4])
  const tab = activeTab?.page ?? 'basic'
  const closure = activeTab?.closed?.(dropshipper)
  const Part = parts[tab]
  const { data: feed } = useCurrentRun(id)
  const { data: notes } = useQuery(api.listSupplierNotes.query({ params: { id } }))
  return (
    <Page
      title={dropshipper.supplier_name}
      status={
        <>
          {dropshipper.dropshipper_logo && <img className="logo" src={dropshipper.dropshipper_logo} alt="" />}
          {feed && <StandingSign feed={feed} />}
        </>
      }
      answer={feed && sentence(feed.standing_reason)}
      actions={feed && <FeedActs feed={feed} place={dropshipper} inSettings={tab === 'config'} />}
      facts={[
        ['ID', <Mono key="id">{id}</Mono>],
        ['Prefix', <Mono key="p">{dropshipper.dropshipper_prefix}</Mono>],
        [
          'Feed age',
          feed ? (
            <GoodAge
              key="age"
              feed={{
                last_successful_run: feed.last_good_run_tm,
                max_age_hours: dropshipper.max_file_age_allowed_in_days * 24,
              }}
            />
          ) : (
            '—'
          ),
        ],
        ['Oldest store data', <StalestShelf key="shelf" supplierId={id} />],
        ['Active products', count(dropshipper.active_products)],
        ['Subscribers', count(dropshipper.sub_count)],
        ['Integrations', count(dropshipper.integration_count)],
        ['Browsing', allowBrowse[String(dropshipper.allow_browse) as '1']],
        ['Featured', dropshipper.featured_order === null ? 'No' : `No. ${dropshipper.featured_order}`],
      ]}
      isTabbed
      side={[
        {
          name: 'notes',
          title: 'Notes',
          count: notes && notes.total > 0 ? count(notes.total) : undefined,
          content: <SupplierNotes id={id} />,
        },
        {
          name: 'activity',
          title: 'Activity',
          content: (
            <RecentActivity
              query={api.searchActivityLog.query({ body: { dropshipper_id: id } })}
              whole={links.supplier(id, 'log')}
            />
          ),
        },
      ]}
    >
      <RecordTabs
        current={tab}
        href={(page) => (page === 'basic' ? links.supplier(id) : links.supplier(id, page))}
        tabs={supplierTabs.map(({ page, title, closed: closedFor }) => ({
          page,
          title,
          closedReason: closedFor?.(dropshipper)?.why,
        }))}
      >
        {closure ? (
          <ClosedTab {...closure} id={id} />
        ) : (
          <Suspense fallback={<Skeleton height={280} />}>
            {Part && <Part supplier={dropshipper} view={view} />}
          </Suspense>
        )}
      </RecordTabs>
    </Page>
  )
}

const Mono = ({ children }: { children: ReactNode }) => <span className="mono">{children}</span>

/** Why this supplier does not have the tab, and where to turn it on. */
function ClosedTab({ why: reason, turnedOn, id }: { why: string; turnedOn: string; id: number }) {
  const tab = supplierTabs.find(({ page }) => page === turnedOn)
  return (
    <Empty act={tab && <Link to={links.supplier(id, tab.page)}>Turn on in {tab.title}</Link>}>
      {reason}.
    </Empty>
  )
}
