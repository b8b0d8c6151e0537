import { Skeleton } from '@mantine/core'
import { Suspense, type ComponentProps, type ReactNode } from 'react'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { RecordTabs } from '../../ui/page/RecordTabs.tsx'
import { RecentActivity } from '../activity/public.tsx'

interface Props extends Pick<ComponentProps<typeof Page>, 'title' | 'answer' | 'actions' | 'facts'> {
  vendor: { vendor_id: number; company: string }
  /** The vendor's tab that lists such records. */
  list: { title: string; page: string }
  id: number
  sign: ReactNode
  /** What finds its activity in the vendor's log. */
  search: string
  tabs: ComponentProps<typeof RecordTabs>['tabs']
  tab: string
  tabHref: (page: string) => string
  children: ReactNode
}

/** The page of one of a vendor's records, as an integration, with its own tabs and activity. */
export function VendorPartPage({
  vendor: { vendor_id, company },
  list,
  id,
  sign,
  search,
  tabs,
  tab,
  tabHref,
  children,
  ...page
}: Props) {
  return (
    <Page
      {...page}
      trail={[
        [company, links.vendor(vendor_id)],
        [list.title, links.vendor(vendor_id, list.page)],
      ]}
      status={
        <>
          <span className="mono faint">{id}</span>
          {sign}
        </>
      }
      isTabbed
      side={[
        {
          name: 'activity',
          title: 'Activity',
          content: (
            <RecentActivity
              query={api.searchVendorLog.query({ body: { vendor_id, search } })}
              whole={links.vendor(vendor_id, 'log')}
            />
          ),
        },
      ]}
    >
      <RecordTabs current={tab} href={tabHref} tabs={tabs}>
        <Suspense fallback={<Skeleton height={280} />}>{children}</Suspense>
      </RecordTabs>
    </Page>
  )
}
