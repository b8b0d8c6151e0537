import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { money } from '#contract/formats.ts'
import type { IntegrationMargins as Margins } from '#contract/integrations/live.ts'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Facts, LoadError, Panel } from '../../ui/page/Page.tsx'
import { ChartGridLoading } from '../../ui/report/ChartGrid.tsx'
import { count } from '../../ui/values.tsx'
import { marginText } from './live/preview-words.ts'

const MarginCharts = lazy(() => import('./live/MarginCharts.tsx'))
const loading = <ChartGridLoading names={['prices', 'margins']} />

/** The integration's products by price and margin, as the price rules make them. */
export default function IntegrationMargins({ view }: { view: IntegrationView }) {
  const { vendor_id, vendor_market_map_id } = view.integration
  const { data, error, refetch } = useQuery(
    api.getIntegrationMargins.query({ params: { vid: vendor_id, vmmid: vendor_market_map_id } }),
  )
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <Panel
      title="Prices and margins"
      actions={
        <Link to={links.vendor(vendor_id, 'price_rules')} className="link">
          Price rules
        </Link>
      }
    >
      <Facts facts={factsOf(data)} />
      {data?.complete === false && (
        <p className="callout tone-wait">Too many products to count in time. At least these are priced.</p>
      )}
      {data?.priced === 0 && <Empty>No priced products. Add a price rule.</Empty>}
      {data?.priced !== 0 && (
        <Suspense fallback={loading}>{data ? <MarginCharts margins={data} /> : loading}</Suspense>
      )}
    </Panel>
  )
}

const factsOf = (margins: Margins | undefined) =>
  [
    ['Active products', margins ? count(margins.products) : '…'],
    ['Priced', margins ? count(margins.priced) : '…'],
    ['Below cost', margins ? count(margins.below_cost) : '…'],
    ['Margin', margins?.margin == null ? '—' : marginText(margins.margin)],
    ['Prices', margins ? rangeText(margins) : '…'],
  ] as const

const rangeText = ({ lowest, highest, currency_id: currency }: Margins) =>
  lowest === null || highest === null ? '—' : `${money(lowest, currency)} – ${money(highest, currency)}`
