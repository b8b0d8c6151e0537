import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy } from 'react'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { shortDay } from '../../ui/time.ts'
import { usePathId } from '../../ui/page/usePath.ts'
import { Ago, count } from '../../ui/values.tsx'
import { LockedVendor, NoneOfVendor, VendorPartPage } from '../vendor-record/public.tsx'
import { answerOf, behindSince, inTheWay } from './answer.ts'
import { IntegrationActs } from './IntegrationActs.tsx'
import { IntegrationSign } from './integration-sign.tsx'
import './integration.css'
import { integrationTabs } from './tabs.ts'

const parts = Object.fromEntries(integrationTabs.map((tab) => [tab.page, lazy(tab.load)]))
const first = integrationTabs[0].page

export default function IntegrationPage() {
  const vid = usePathId('vendor_id')
  const vmmid = usePathId('vmmid')
  const query = useQuery({
    ...api.getIntegration.query({ params: { vid: vid ?? 0, vmmid: vmmid ?? 0 } }),
    enabled: vid !== null && vmmid !== null,
  })
  const { data, error, isEnabled } = query
  const lock = error instanceof HttpError ? error.lock : undefined
  if (lock && !data) return <LockedVendor key={lock.vendor_lock_id} lock={lock} />
  if (!isEnabled || (error instanceof HttpError && error.status === 404))
    return <NoneOfVendor noun="integration" param="vmmid" />
  return (
    <RecordPage
      noun="integration"
      param="vmmid"
      query={query}
      wayBack={{ to: links.vendorSearch(), label: 'Search Users' }}
    >
      {(view) => <IntegrationRecord key={view.integration.vendor_market_map_id} view={view} />}
    </RecordPage>
  )
}

function IntegrationRecord({ view }: { view: IntegrationView }) {
  const { vendor_id, vendor_market_map_id } = view.integration
  const { pathname } = useLocation()
  const tab = integrationTabs.find((t) => t.page === pathname.split('/')[6])?.page ?? first
  const Part = parts[tab]
  const name = `${view.dropshipper_name} in ${view.market_name}`
  return (
    <VendorPartPage
      title={name}
      vendor={{ vendor_id, company: view.company }}
      list={{ title: 'Integrations', page: 'integrations' }}
      id={vendor_market_map_id}
      sign={<IntegrationSign integration={view} />}
      answer={<Answer view={view} />}
      actions={<IntegrationActs view={view} tab={tab} />}
      facts={factsOf(view)}
      search={name}
      tabs={integrationTabs.map(({ page, title }) => ({
        page,
        title,
        ...(page === 'configuration' &&
          view.configs.open > 0 && { count: `${count(view.configs.open)} missing` }),
      }))}
      tab={tab}
      tabHref={(page) =>
        links.integration(vendor_id, vendor_market_map_id, page === first ? undefined : page)
      }
    >
      {Part && <Part view={view} />}
    </VendorPartPage>
  )
}

/** The integration's status; each problem links to where it is resolved. */
function Answer({ view }: { view: IntegrationView }) {
  const stands = inTheWay(view)
  if (stands.length === 0) return answerOf(view)
  return stands.map(({ text, grave, act }) => (
    <span key={text} {...(grave && { className: 'in-the-way' })}>
      {text}{' '}
      <Link to={act.to} className="link">
        {act.label}
      </Link>{' '}
    </span>
  ))
}

function factsOf(view: IntegrationView) {
  const { integration: i, last_update } = view
  const behind = behindSince(view)
  return [
    [
      'Vendor',
      <Link key="user" to={links.vendor(i.vendor_id)} className="link">
        {view.company}
      </Link>,
    ],
    [
      'Supplier',
      <Link key="supplier" to={links.supplier(i.dropshipper_id)} className="link">
        {view.dropshipper_name}
      </Link>,
    ],
    [
      'Market',
      view.platform_name && view.platform_name !== view.market_name
        ? `${view.market_name}, ${view.platform_name}`
        : view.market_name,
    ],
    [
      'Store',
      view.stores.length === 0
        ? 'None in this market'
        : view.stores.map((s, n) => (
            <span key={s.vendor_store_id}>
              {n > 0 && ', '}
              <Link to={links.vendorStore(i.vendor_id, s.vendor_store_id)} className="link">
                {s.vendor_store_name}
              </Link>
            </span>
          )),
    ],
    ['Sent', `${count(view.sent_products)} of ${count(view.active_products)}`],
    [
      'Last update',
      last_update ? (
        <Link key="last" to={links.job(last_update.job_id)} className="link">
          {last_update.failure && 'failed '}
          <Ago tm={last_update.tm} />
        </Link>
      ) : (
        '—'
      ),
    ],
    ['Out of date since', <Ago key="behind" tm={behind} />],
    ['Added', shortDay(i.insert_tm)],
    ['Changed', <Ago key="changed" tm={i.last_modified_tm} />],
  ] as const
}
