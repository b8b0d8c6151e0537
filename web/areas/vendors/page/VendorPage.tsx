import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api, HttpError } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { count } from '../../../ui/values.tsx'
import { RecentActivity } from '../../activity/public.tsx'
import { answerOf } from './answer.ts'
import { Answer, factsOf, StatusWord } from './VendorHead.tsx'
import { LockNote, useRefusingLock, Viewers } from './Attending.tsx'
import { ContactCard } from './ContactCard.tsx'
import { DeletedNote } from '../basics/DeleteAccount.tsx'
import { HeldLockActs, LockedVendor } from '../../vendor-record/public.tsx'
import { vendorTabs } from './tabs.ts'
import type { Vendor } from './vendor.ts'
import { VendorMenu } from './VendorMenu.tsx'
import { VendorNotes } from './VendorNotes.tsx'

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
          <StatusWord status={vendor.status} />
        </>
      }
      answer={answerOf(vendor) && <Answer vendor={vendor} tab={tab} />}
      viewers={<Viewers vendor={vendor} />}
      actions={
        <>
          <HeldLockActs
            lock={refusing ? { ...refusing, mine: false } : vendor.lock}
            company={vendor.company}
          />
          <NextAct vendor={vendor} tab={tab} />
          <VendorMenu vendor={vendor} />
        </>
      }
      facts={factsOf(vendor)}
      isTabbed
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
        { name: 'people', title: 'Contact', content: <ContactCard vendor={vendor} /> },
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

/** Troubles of a vendor that sells nothing yet. */
const setUpTroubles: ReadonlySet<string> = new Set(['unsent', 'idle', 'onboarding', 'no_supplier'])

/** The next thing to do: the way to a live store, or where the worst trouble is resolved. */
function NextAct({ vendor, tab }: { vendor: Vendor; tab: string }) {
  const { vendor_id, troubles, deletion } = vendor
  const isNew = vendor.total_active_integrations === 0 || vendor.store_count === 0
  if (!deletion && isNew && troubles.some(({ code }) => setUpTroubles.has(code)))
    return (
      <Button component={Link} to={links.goLive(vendor_id)} variant="filled">
        Go live
      </Button>
    )
  const next = troubles.find((trouble) => trouble.tab !== tab)
  if (!next || deletion) return null
  return (
    <Button component={Link} to={links.vendor(vendor_id, next.tab)} variant="filled">
      {next.act}
    </Button>
  )
}
