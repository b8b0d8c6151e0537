import { Skeleton, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { allowBrowse, supplierTabs } from '#contract/suppliers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Failed, Page } from '../../ui/Page.tsx'
import { count } from '../../ui/values.tsx'

const parts = {
  basic: lazy(() => import('./SupplierBasicInfo.tsx')),
  config: lazy(() => import('./SupplierConfiguration.tsx')),
  monitoring: lazy(() => import('./SupplierMonitoring.tsx')),
  stats: lazy(() => import('./SupplierStats.tsx')),
  log: lazy(() => import('./SupplierActivityLog.tsx')),
}
type Tab = keyof typeof supplierTabs

export default function SupplierPage() {
  const params = useParams({ strict: false }) as { id: string; page?: string }
  const { pathname } = useLocation()
  const id = Number(params.id)
  const named = params.page ?? (pathname.endsWith('/stats') ? 'stats' : 'basic')
  const tab: Tab = named in supplierTabs ? (named as Tab) : 'basic'
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...api.suppliers.view.query({ params: { id } }), enabled: id > 0 })
  if (!(id > 0)) return <Page title="No such supplier">There is no supplier {params.id}.</Page>
  if (error)
    return (
      <Page title={`Supplier ${id}`}>
        <Failed error={error} retry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title={`Supplier ${id}`}>
        <Skeleton height={320} />
      </Page>
    )
  const { dropshipper } = data
  const Part = parts[tab]
  return (
    <Page
      title={dropshipper.supplier_name}
      facts={[
        [
          'Id',
          <span key="id" className="mono">
            {id}
          </span>,
        ],
        [
          'Prefix',
          <span key="p" className="mono">
            {dropshipper.dropshipper_prefix}
          </span>,
        ],
        ['Browsing', allowBrowse[String(dropshipper.allow_browse) as '1']],
        ['Active products', count(dropshipper.active_products)],
        ['Subscribers', count(dropshipper.sub_count)],
        ['Integrations', count(dropshipper.integration_count)],
        ['Feed may be', `${dropshipper.max_file_age_allowed_in_days * 24} h old`],
      ]}
    >
      <Tabs value={tab} onChange={(t) => void navigate({ href: t === 'basic' || !t ? links.supplier(id) : links.supplier(id, t) })} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(supplierTabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(Object.keys(supplierTabs) as Tab[]).map((t) => (
          <Tabs.Panel key={t} value={t}>
            {t === tab && (
              <Suspense fallback={<Skeleton height={280} />}>
                <Part key={id} supplier={dropshipper} />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
