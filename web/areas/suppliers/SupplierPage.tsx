import { Skeleton, Tabs, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { allowBrowse } from '#contract/suppliers/suppliers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Page } from '../../ui/Page.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { usePathId } from '../../ui/usePath.ts'
import { count } from '../../ui/values.tsx'
import type { SupplierView } from './supplier.ts'
import { supplierTabs } from './tabs.ts'

const parts = new Map(supplierTabs.map((tab) => [tab.page, lazy(tab.load)]))

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
  const { pathname } = useLocation()
  const named = supplierTabs.find((t) => t.page === pathname.split('/')[4])
  const tab = named?.page ?? 'basic'
  const closed = named?.closed?.(dropshipper)
  const Part = parts.get(tab)!
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
        ['Allowed age of the feed', `${dropshipper.max_file_age_allowed_in_days * 24} h`],
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
          {supplierTabs.map(({ page, title, closed: closedFor }) => {
            const why = closedFor?.(dropshipper)?.why
            return (
              <Tooltip key={page} label={why} disabled={!why}>
                <Tabs.Tab value={page} disabled={Boolean(why)}>
                  {title}
                </Tabs.Tab>
              </Tooltip>
            )
          })}
        </Tabs.List>
        {supplierTabs.map(({ page }) => (
          <Tabs.Panel key={page} value={page}>
            {page === tab &&
              (closed ? (
                <ClosedTab {...closed} id={id} />
              ) : (
                <Suspense fallback={<Skeleton height={280} />}>
                  <Part supplier={dropshipper} view={view} />
                </Suspense>
              ))}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

/** Why this supplier hasn't got the tab, and where it is turned on. */
function ClosedTab({ why, turnedOn, id }: { why: string; turnedOn: string; id: number }) {
  const { page, title } = supplierTabs.find((tab) => tab.page === turnedOn)!
  return <Empty act={<Link to={links.supplier(id, page)}>Turn it on in {title}</Link>}>{why}.</Empty>
}
