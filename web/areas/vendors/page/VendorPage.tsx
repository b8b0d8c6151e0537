import { Anchor, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { money } from '#contract/formats.ts'
import { api, HttpError } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../../ui/page/RecordTabs.tsx'
import { shortDay } from '../../../ui/time.ts'
import { usePathId } from '../../../ui/page/usePath.ts'
import { Ago, count } from '../../../ui/values.tsx'
import { RecentActivity } from '../../activity/public.tsx'
import { VendorJobs } from '../../jobs/public.tsx'
import { answerOf, integrationsText, nextChargeText, planText } from './answer.ts'
import { LockNote, useRefusingLock, Viewers } from './Attending.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DeletedNote } from '../basics/DeleteAccount.tsx'
import { LockActs, LockedVendor } from '../../vendor-record/public.tsx'
import { vendorTabs } from './tabs.ts'
import type { Vendor } from './vendor.ts'
import { ViewAsCustomer } from './ViewAsCustomer.tsx'
import { VendorNotes } from './VendorNotes.tsx'
import { VendorStatus } from './VendorStatus.tsx'

const parts = Object.fromEntries(vendorTabs.map((tab) => [tab.page, lazy(tab.load)]))
const first = vendorTabs[0]!.page

export default function VendorPage() {
  const id = usePathId('vendor_id')
  const query = useQuery({ ...api.getVendor.query({ params: { vendor_id: id ?? 0 } }), enabled: id !== null })
  const missing = query.data !== undefined && 'vendor_doesnt_exist' in query.data
  const lock = query.error instanceof HttpError ? query.error.lock : undefined
  if (lock && !query.data) return <LockedVendor key={lock.vendor_lock_id} lock={lock} />
  return (
    <RecordPage
      noun="vendor"
      param="vendor_id"
      query={query}
      missing={missing}
      wayBack={{ to: links.vendorSearch(), label: 'Search Users' }}
    >
      {(data) => ('vendor_doesnt_exist' in data ? null : <VendorTabs key={data.vendor_id} vendor={data} />)}
    </RecordPage>
  )
}

function VendorTabs({ vendor }: { vendor: Vendor }) {
  const { vendor_id: id } = vendor
  const { pathname } = useLocation()
  const tab = vendorTabs.find((t) => t.page === pathname.split('/')[4])?.page ?? first
  const Part = parts[tab]!
  const refusing = useRefusingLock(id)
  const notes = useQuery(api.listVendorNotes.query({ params: { vendor_id: id }, query: { search: '' } }))
  return (
    <Page
      title={vendor.company}
      status={
        <>
          {vendor.logo && <img className="logo" src={vendor.logo} alt="" />}
          <span className="mono faint">{id}</span>
          <VendorStatus status={vendor.status} />
          <Viewers vendor={vendor} />
        </>
      }
      answer={answerOf(vendor)}
      actions={
        <>
          <VendorJobs vendor={vendor} />
          <ViewAsCustomer vendor={vendor} />
          <LockActs vendor={refusing ? { ...vendor, lock: { ...refusing, mine: false } } : vendor} />
          <NextAct vendor={vendor} tab={tab} />
        </>
      }
      facts={factsOf(vendor)}
      side={[
        {
          name: 'notes',
          title: 'Notes',
          count: notes.data && notes.data.total > 0 ? count(notes.data.total) : undefined,
          content: <VendorNotes id={id} readOnly={vendor.deletion !== null} />,
        },
        {
          name: 'activity',
          title: 'Activity',
          content: (
            <RecentActivity
              query={api.searchVendorLog.query({ body: { vendor_id: id } })}
              whole={links.vendor(id, 'log')}
            />
          ),
        },
        { name: 'people', title: 'Contact', content: <ContactCard id={id} /> },
      ]}
    >
      <DeletedNote vendor={vendor} />
      <LockNote vendor={vendor} refusing={refusing} />
      <RecordTabs
        current={tab}
        href={(page) => links.vendor(id, page === first ? undefined : page)}
        tabs={vendorTabs.map(({ page, title, count: countOf }) => ({
          page,
          title,
          count: countOf && count(countOf(vendor)),
        }))}
      >
        <Suspense fallback={<Skeleton height={280} />}>
          <Part vendor={vendor} />
        </Suspense>
      </RecordTabs>
    </Page>
  )
}

const factsOf = (vendor: Vendor) =>
  [
    [
      'Contact',
      vendor.email ? (
        <Anchor key="email" href={`mailto:${vendor.email}`}>
          {vendor.email}
        </Anchor>
      ) : (
        '—'
      ),
    ],
    ['Plan', planText(vendor)],
    ['Next charge', nextChargeText(vendor)],
    ['Credit', money(vendor.credit_available)],
    ['Integrations', integrationsText(vendor)],
    ['Markets', vendor.markets.join(', ') || '—'],
    ['Account manager', vendor.account_manager ?? '—'],
    ['CRM owner', vendor.crm_owner ?? '—'],
    ['Joined', shortDay(vendor.insert_tm)],
    [
      'Last activity',
      vendor.last_act ? (
        <span key="last" title={`${vendor.last_act.message}, ${vendor.last_act.action_by}`}>
          {vendor.last_act.action_by}, <Ago tm={vendor.last_act.tm} />
        </span>
      ) : (
        '—'
      ),
    ],
  ] as const

/** The next thing to do: leads to where the worst trouble is resolved. */
function NextAct({ vendor: { vendor_id, troubles, deletion }, tab }: { vendor: Vendor; tab: string }) {
  const next = troubles.find((trouble) => trouble.tab !== tab)
  if (!next || deletion) return null
  return (
    <Button component={Link} to={links.vendor(vendor_id, next.tab)} variant="filled">
      {next.act}
    </Button>
  )
}
