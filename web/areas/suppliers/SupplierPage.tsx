import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Result } from '#contract/index.ts'
import { inTrouble } from '#contract/feeds/standing.ts'
import { allowBrowse } from '#contract/suppliers/suppliers.ts'
import { sentence } from '#contract/sentence.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Page } from '../../ui/Page.tsx'
import { RecentActivity } from '../activity/public.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { RecordTabs } from '../../ui/RecordTabs.tsx'
import { useAct } from '../../ui/useAct.ts'
import { usePathId } from '../../ui/usePath.ts'
import { count } from '../../ui/values.tsx'
import { GoodAge, StandingSign } from '../feeds/public.tsx'
import { nextAct, runNow } from './next-act.ts'
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
      back={{ to: links.suppliers(), label: 'All suppliers' }}
    >
      {(view) => <SupplierTabs key={view.dropshipper.dropshipper_id} view={view} />}
    </RecordPage>
  )
}

function SupplierTabs({ view }: { view: SupplierView }) {
  const { dropshipper } = view
  const id = dropshipper.dropshipper_id
  const navigate = useNavigate()
  const { pathname, searchStr } = useLocation()
  const named = supplierTabs.find((t) => t.page === pathname.split('/')[4])
  const tab = named?.page ?? 'basic'
  const closed = named?.closed?.(dropshipper)
  const Part = parts[tab]!
  const { data: feed } = useCurrentRun(id)
  const { data: notes } = useQuery(api.listSupplierNotes.query({ params: { id } }))
  // what stands beside the tabs stays open from one to the next
  const side = new URLSearchParams(searchStr).get('side')
  const go = (page: string) => {
    const to = page === 'basic' ? links.supplier(id) : links.supplier(id, page)
    void navigate({ href: side ? `${to}?side=${side}` : to })
  }
  return (
    <Page
      title={dropshipper.supplier_name}
      status={
        <>
          {dropshipper.dropshipper_logo && <img className="logo" src={dropshipper.dropshipper_logo} alt="" />}
          {feed && <StandingSign of={feed} />}
        </>
      }
      {...(feed && { answer: sentence(feed.standing_reason) })}
      acts={feed && <NextAct feed={feed} supplier={dropshipper} tab={tab} />}
      facts={[
        ['Id', <Mono key="id">{id}</Mono>],
        ['Prefix', <Mono key="p">{dropshipper.dropshipper_prefix}</Mono>],
        [
          'Feed age',
          feed ? (
            <GoodAge
              key="age"
              of={{
                last_successful_run: feed.last_good_run_tm,
                max_age_hours: dropshipper.max_file_age_allowed_in_days * 24,
              }}
            />
          ) : (
            '—'
          ),
        ],
        ['Active products', count(dropshipper.active_products)],
        ['Subscribers', count(dropshipper.sub_count)],
        ['Integrations', count(dropshipper.integration_count)],
        ['Browsing', allowBrowse[String(dropshipper.allow_browse) as '1']],
        ['Featured', dropshipper.featured_order === null ? 'No' : `No. ${dropshipper.featured_order}`],
      ]}
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
              noun="supplier"
              query={api.searchActivityLog.query({ body: { dropshipper_id: id } })}
              whole={links.supplier(id, 'log')}
            />
          ),
        },
      ]}
    >
      <RecordTabs
        current={tab}
        go={go}
        tabs={supplierTabs.map(({ page, title, closed: closedFor }) => ({
          page,
          title,
          why: closedFor?.(dropshipper)?.why,
        }))}
      >
        {closed ? (
          <ClosedTab {...closed} id={id} />
        ) : (
          <Suspense fallback={<Skeleton height={280} />}>
            <Part supplier={dropshipper} view={view} />
          </Suspense>
        )}
      </RecordTabs>
    </Page>
  )
}

const Mono = ({ children }: { children: ReactNode }) => <span className="mono">{children}</span>

/** The one thing to do now. */
function NextAct({
  feed,
  supplier,
  tab,
}: {
  feed: Result<'getCurrentRun'>
  supplier: SupplierView['dropshipper']
  tab: string
}) {
  const navigate = useNavigate()
  const { act, busy } = useAct({
    run: () => api.startRun({ params: { feed_id: supplier.feed_id }, body: { dry: false } }),
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
  })
  const to = (href: string, text: string, main = false) => (
    <Button component={Link} to={href} variant={main ? 'filled' : 'default'}>
      {text}
    </Button>
  )
  if (feed.held_run_id) return to(links.feedRun(feed.held_run_id), 'Decide', true)
  if (feed.run) return to(links.feedRun(feed.run.feed_run_id), 'Watch the run')
  // there the guide or the form has the act that stands out
  const config = tab === 'config'
  if (feed.standing === 'never_ran')
    return config ? null : to(links.supplier(supplier.dropshipper_id, 'config'), 'Set the feed up', true)
  const next = inTrouble(feed.standing)
    ? nextAct({ dropshipper_id: supplier.dropshipper_id, ...feed })
    : undefined
  const first = next && next.label !== runNow && !config
  return (
    <>
      <Button
        variant={feed.succeeding || config || first ? 'default' : 'filled'}
        loading={busy}
        onClick={() => act()}
      >
        {runNow}
      </Button>
      {first && to(next.to, next.label, true)}
    </>
  )
}

/** Why this supplier hasn't got the tab, and where it is turned on. */
function ClosedTab({ why, turnedOn, id }: { why: string; turnedOn: string; id: number }) {
  const { page, title } = supplierTabs.find((tab) => tab.page === turnedOn)!
  return <Empty act={<Link to={links.supplier(id, page)}>Turn it on in {title}</Link>}>{why}.</Empty>
}
