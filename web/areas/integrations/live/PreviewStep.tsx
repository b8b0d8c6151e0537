import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { money } from '#contract/formats.ts'
import type { LiveExample, LivePreview } from '#contract/integrations/live.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Facts, LoadError } from '../../../ui/page/Page.tsx'
import { ChartGridLoading } from '../../../ui/report/ChartGrid.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { count } from '../../../ui/values.tsx'
import { leftOutTexts, marginText } from './preview-words.ts'

interface Place {
  vendorId: number
  integrationId: number
  storeId: number
}
export const livePreviewQuery = ({ vendorId, integrationId, storeId }: Place) => ({
  ...api.previewLive.query({
    params: { vid: vendorId, vmmid: integrationId },
    query: { vendor_store_id: storeId },
  }),
  staleTime: 30_000,
})

/** What the first update adds, with its prices and margins, before anything is live. */
export function PreviewStep({ place, next }: { place: Place; next: () => void }) {
  const { data, error, refetch } = useQuery(livePreviewQuery(place))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <Stack>
      {data ? <Figures preview={data} vendorId={place.vendorId} /> : <PreviewSkeleton />}
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          next()
        }}
      >
        <Group>
          <Button type="submit" data-main data-first>
            Continue
          </Button>
        </Group>
      </form>
    </Stack>
  )
}

const MarginCharts = lazy(() => import('./MarginCharts.tsx'))
const chartsLoading = <ChartGridLoading names={['prices', 'margins']} />

/** As high as what comes. */
const PreviewSkeleton = () => (
  <Stack aria-busy className="live-figures">
    <Skeleton height={35} />
    {chartsLoading}
    <Skeleton height={218} />
  </Stack>
)

function Figures({ preview, vendorId }: { preview: LivePreview; vendorId: number }) {
  const { added, products, in_store, margin, below_cost, restricted } = preview
  const leftOut = leftOutTexts(preview)
  return (
    <Stack className="live-figures">
      <Facts
        facts={[
          ['Added', count(added)],
          ['Active products', count(products)],
          ['In the store', count(in_store)],
          ['Margin', margin === null ? '—' : marginText(margin)],
          ['Below cost', count(below_cost)],
          ['Restricted', count(restricted)],
        ]}
      />
      {preview.priced > 0 && (
        <Suspense fallback={chartsLoading}>
          <MarginCharts margins={preview} />
        </Suspense>
      )}
      {!preview.complete && (
        <p className="callout tone-wait">Too many products to count in time. At least these are added.</p>
      )}
      {preview.stops !== null && <p className="callout tone-bad">{preview.stops}</p>}
      {leftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          Not added: {leftOut.join(', ')}.
        </Text>
      )}
      {below_cost > 0 && (
        <p className="callout tone-wait">
          {count(below_cost)} {below_cost === 1 ? 'product sells' : 'products sell'} below cost.{' '}
          <Anchor component={Link} to={links.vendor(vendorId, 'price_rules')} inherit>
            Edit price rules
          </Anchor>
        </p>
      )}
      <Examples preview={preview} vendorId={vendorId} />
    </Stack>
  )
}

const marginOf = ({ price, cost }: LiveExample) =>
  price === null || cost === null || Number(price) === 0
    ? null
    : ((Number(price) - Number(cost)) / Number(price)) * 100

function Examples({ preview, vendorId }: { preview: LivePreview; vendorId: number }) {
  const { below_cost_examples, examples, currency_id } = preview
  const amount = (value: string | null) => (value === null ? '—' : money(value, currency_id))
  const columns: readonly Column<LiveExample>[] = [
    {
      key: 'sku',
      header: 'SKU',
      cell: (e) => (
        <Link to={links.product(e.product_id, vendorId)} className="link mono">
          {e.sku}
        </Link>
      ),
    },
    { key: 'title', header: 'Title', wrap: true, cell: (e) => e.title ?? '—' },
    { key: 'quantity', header: 'Quantity', numeric: true, cell: (e) => count(e.quantity) },
    { key: 'cost', header: 'Cost', numeric: true, cell: (e) => amount(e.cost) },
    { key: 'price', header: 'Price', numeric: true, leaves: 0, cell: (e) => amount(e.price) },
    {
      key: 'margin',
      header: 'Margin',
      numeric: true,
      leaves: 0,
      cell: (e) => {
        const margin = marginOf(e)
        return margin === null ? '—' : marginText(margin)
      },
    },
  ]
  const isBelow = below_cost_examples.length > 0
  return (
    <DataTable
      label={isBelow ? 'Furthest below cost' : 'Some of the products'}
      name="live-examples"
      rows={isBelow ? below_cost_examples : examples}
      id={(e) => e.product_id}
      empty="No products are added yet."
      columns={columns}
    />
  )
}
