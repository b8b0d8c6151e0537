import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { platformKind, platformPlan } from '#contract/platforms/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../ui/page/usePath.ts'
import { count } from '../../ui/values.tsx'
import { platformTabs } from './tabs.ts'

const parts = Object.fromEntries(platformTabs.map((tab) => [tab.page, lazy(tab.load)]))

export default function PlatformPage() {
  const id = usePathId('platform_id')
  const query = useQuery({
    ...api.getPlatform.query({ params: { platform_id: id ?? 0 } }),
    enabled: id !== null,
  })
  return (
    <RecordPage
      noun="platform"
      param="platform_id"
      query={query}
      wayBack={{ to: links.platforms(), label: 'All platforms' }}
    >
      {(view) => <PlatformParts key={view.platform.platform_id} view={view} />}
    </RecordPage>
  )
}

function PlatformParts({ view }: { view: PlatformView }) {
  const { platform, market_implementations: markets, fields } = view
  const id = platform.platform_id
  const { pathname } = useLocation()
  const tab = platformTabs.find((t) => t.page === pathname.split('/')[3])?.page ?? 'basic'
  const Part = parts[tab]
  return (
    <Page
      title={platform.platform_name}
      status={platform.logo_url && <img className="logo" src={platform.logo_url} alt="" />}
      facts={[
        [
          'ID',
          <span key="id" className="mono">
            {id}
          </span>,
        ],
        [
          'Handle',
          <span key="handle" className="mono">
            {platform.platform_handle}
          </span>,
        ],
        ['Kind', platformKind(platform)],
        ['Plan', platformPlan(platform)],
        ['Stores', count(markets.reduce((sum, market) => sum + market.stores, 0))],
        ['Active integrations', count(markets.reduce((sum, market) => sum + market.integrations, 0))],
      ]}
    >
      <RecordTabs
        current={tab}
        href={(page) => (page === 'basic' ? links.platform(id) : links.platform(id, page))}
        tabs={platformTabs.map(({ page, title }) => ({
          page,
          title,
          ...(page === 'fields' && { count: count(fields.length) }),
        }))}
      >
        <Suspense fallback={<Skeleton height={280} />}>{Part && <Part view={view} />}</Suspense>
      </RecordTabs>
    </Page>
  )
}
