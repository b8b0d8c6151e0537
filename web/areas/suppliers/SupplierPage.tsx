import { Skeleton, Tabs, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { allowBrowse, supplierTabs } from '#contract/suppliers/suppliers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Failed, Page } from '../../ui/Page.tsx'
import { count } from '../../ui/values.tsx'

const parts = {
  basic: lazy(() => import('./SupplierBasicInfo.tsx')),
  config: lazy(() => import('./SupplierConfiguration.tsx')),
  image: lazy(() => import('./SupplierImages.tsx')),
  solr: lazy(() => import('./SupplierSearchIndex.tsx')),
  monitoring: lazy(() => import('./SupplierMonitoring.tsx')),
  subscriptions: lazy(() => import('./SupplierSubscriptions.tsx')),
  stats: lazy(() => import('./SupplierStats.tsx')),
  'variant-mapping': lazy(() =>
    import('../variants/public.tsx').then((m) => ({ default: m.VariantMapping })),
  ),
  order_automation: lazy(() => import('./SupplierShipping.tsx')),
  log: lazy(() => import('./SupplierActivityLog.tsx')),
}
type Tab = keyof typeof supplierTabs

export default function SupplierPage() {
  const params = useParams({ strict: false }) as { id: string; page?: string }
  const { pathname } = useLocation()
  const id = Number(params.id)
  const named = params.page ?? (pathname.endsWith('/stats') ? 'stats' : 'basic')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({ ...api.getSupplier.query({ params: { id } }), enabled: id > 0 })
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
  const enabled = (t: string) => t !== 'variant-mapping' || dropshipper.automated_variant_mapping
  const tab: Tab = named in supplierTabs && enabled(named) ? (named as Tab) : 'basic'
  const Part = parts[tab]
  return (
    <Page
      title={dropshipper.supplier_name}
      status={
        dropshipper.dropshipper_logo ? (
          <img className="logo" src={dropshipper.dropshipper_logo} alt="" />
        ) : undefined
      }
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
        ['Featured', dropshipper.featured_order === null ? 'No' : `No. ${dropshipper.featured_order}`],
        ['Active products', count(dropshipper.active_products)],
        ['Subscribers', count(dropshipper.sub_count)],
        ['Integrations', count(dropshipper.integration_count)],
        ['Feed may be', `${dropshipper.max_file_age_allowed_in_days * 24} h old`],
      ]}
    >
      <Tabs
        value={tab}
        onChange={(t) =>
          void navigate({ href: t === 'basic' || !t ? links.supplier(id) : links.supplier(id, t) })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {Object.entries(supplierTabs).map(([value, label]) => (
            <Tooltip key={value} label="Automated variant mapping is off" disabled={enabled(value)}>
              <Tabs.Tab value={value} disabled={!enabled(value)}>
                {label}
              </Tabs.Tab>
            </Tooltip>
          ))}
        </Tabs.List>
        {(Object.keys(supplierTabs) as Tab[]).map((t) => (
          <Tabs.Panel key={t} value={t}>
            {t === tab && (
              <Suspense fallback={<Skeleton height={280} />}>
                <Part key={id} supplier={dropshipper} view={data} />
              </Suspense>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
