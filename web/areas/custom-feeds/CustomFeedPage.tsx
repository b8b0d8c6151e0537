import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy } from 'react'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { formats } from '#contract/feeds/formats.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { shortDay } from '../../ui/time.ts'
import { usePathId } from '../../ui/page/usePath.ts'
import { Ago, count } from '../../ui/values.tsx'
import { GoodAge, sourceLabels, StandingSign } from '../feeds/public.tsx'
import { LockedVendor, NoneOfVendor, VendorPartPage } from '../vendor-record/public.tsx'
import { CustomFeedActs } from './CustomFeedActs.tsx'
import { customFeedTabs } from './tabs.ts'
import { answerOf, setUpText } from './words.ts'

const parts = Object.fromEntries(customFeedTabs.map((tab) => [tab.page, lazy(tab.load)]))
const first = customFeedTabs[0].page

export default function CustomFeedPage() {
  const vid = usePathId('vendor_id')
  const vcfi = usePathId('vcfi')
  // the URL does not name the supplier, but the vendor's list does
  const list = useQuery({
    ...api.listVendorCustomFeeds.query({ params: { vid: vid ?? 0 } }),
    enabled: vid !== null && vcfi !== null,
  })
  const supplierId = list.data?.find((feed) => feed.vendor_custom_feed_id === vcfi)?.dropshipper_id
  const query = useQuery({
    ...api.getCustomFeed.query({
      params: { did: supplierId ?? 0 },
      query: { vendorCustomFeedId: vcfi ?? 0 },
    }),
    enabled: supplierId !== undefined,
  })
  const error = query.error ?? list.error
  const lock = error instanceof HttpError ? error.lock : undefined
  if (lock && !query.data) return <LockedVendor key={lock.vendor_lock_id} lock={lock} />
  const isMissing = list.data !== undefined && supplierId === undefined
  if (vid === null || vcfi === null || isMissing || (error instanceof HttpError && error.status === 404))
    return <NoneOfVendor noun="custom feed" param="vcfi" page="custom_feed" />
  return (
    <RecordPage
      noun="custom feed"
      param="vcfi"
      query={{ ...query, error, isEnabled: true }}
      wayBack={{ to: links.vendorSearch(), label: 'Search Users' }}
    >
      {(view) => <CustomFeedRecord key={view.vendor_custom_feed_id} view={view} />}
    </RecordPage>
  )
}

function CustomFeedRecord({ view }: { view: CustomFeedView }) {
  const { vendor_id, vendor_custom_feed_id } = view
  const { pathname } = useLocation()
  const tab = customFeedTabs.find((t) => t.page === pathname.split('/')[6])?.page ?? first
  const Part = parts[tab]
  return (
    <VendorPartPage
      title={`Custom feed from ${view.dropshipper_name}`}
      vendor={view}
      list={{ title: 'Custom feeds', page: 'custom_feed' }}
      id={vendor_custom_feed_id}
      sign={<StandingSign feed={view} />}
      answer={answerOf(view)}
      actions={<CustomFeedActs view={view} tab={tab} />}
      facts={factsOf(view)}
      search={view.dropshipper_name}
      tabs={customFeedTabs.map(({ page, title }) => ({ page, title }))}
      tab={tab}
      tabHref={(page) =>
        links.customFeed(vendor_id, vendor_custom_feed_id, page === first ? undefined : page)
      }
    >
      {Part && <Part view={view} />}
    </VendorPartPage>
  )
}

function factsOf(view: CustomFeedView) {
  return [
    [
      'Vendor',
      <Link key="vendor" to={links.vendor(view.vendor_id)} className="link">
        {view.company}
      </Link>,
    ],
    [
      'Supplier',
      <Link key="supplier" to={links.supplier(view.dropshipper_id)} className="link">
        {view.dropshipper_name}
      </Link>,
    ],
    [
      'Feed age',
      <GoodAge
        key="age"
        feed={{ last_successful_run: view.last_good_run_tm, max_age_hours: view.max_age_hours }}
      />,
    ],
    ['Status', view.active ? 'On' : 'Off'],
    ['Setup', setUpText(view)],
    ['File', `${formats[view.feed_filetype].label}, ${sourceLabels[view.feed_access_type]}`],
    [
      'Threshold',
      view.one_time_threshold_percent === null
        ? `${view.threshold_percent}%`
        : `${view.threshold_percent}%, next run ${view.one_time_threshold_percent}%`,
    ],
    [
      'Products',
      count(view.products) + (view.own_products ? `, ${count(view.own_products)} only in this feed` : ''),
    ],
    ['Stores', view.stores.join(', ') || 'None'],
    [
      'Search index',
      view.solr_access_last_synced_tm && view.products > 0 ? (
        <Ago key="solr" tm={view.solr_access_last_synced_tm} />
      ) : (
        '—'
      ),
    ],
    ['Added', shortDay(view.insert_tm)],
  ] as const
}
