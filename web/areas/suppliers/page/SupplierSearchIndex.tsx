import { Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import type { FoundProduct } from '#contract/products/products.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Facts, LoadError, Panel } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Ago, count, countOnceKnown, many, Status } from '../../../ui/values.tsx'
import { ActiveStatus, SkuLink } from '../../products/public.tsx'
import type { Supplier } from './supplier.ts'
import { CurrentSupplierJob, ScheduleButton, SupplierJobHistory } from './supplier-jobs.tsx'

const url = z.object({ q: z.string().max(200).catch('').default('') })
const columns: readonly Column<FoundProduct>[] = [
  {
    key: 'sku',
    header: 'SKU',
    sortValue: (p) => p.sku,
    cell: (p) => <SkuLink sku={p.sku} productId={p.product_id} />,
  },
  {
    key: 'title',
    header: 'Title',
    leaves: 0,
    sortValue: (p) => p.title,
    wrap: true,
    cell: (p) => (
      <>
        <div className="cut">{p.title ?? '—'}</div>
        {p.own_feed_of !== null && <small className="quiet">Custom feed of {p.own_feed_of}</small>}
        {p.unread_run_id !== null && (
          <small className="tone-wait toned">
            Row rejected in{' '}
            <Link to={links.feedRun(p.unread_run_id)} className="link">
              run {p.unread_run_id}
            </Link>
            ; keeping previous values
          </small>
        )}
      </>
    ),
  },
  { key: 'brand', header: 'Brand', sortValue: (p) => p.manufacturer, cell: (p) => p.manufacturer ?? '—' },
  { key: 'upc', header: 'UPC', cell: (p) => <span className="mono">{p.upc ?? '—'}</span> },
  { key: 'asin', header: 'ASIN', cell: (p) => <span className="mono">{p.asin ?? '—'}</span> },
  {
    key: 'stock',
    header: 'In stock',
    numeric: true,
    leaves: 1,
    sortValue: (p) => p.quantity,
    cell: (p) => count(p.quantity),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (p) => (p.active ? 0 : 1),
    cell: (p) => <ActiveStatus active={p.active} />,
  },
]

export default function SupplierSearchIndex({ supplier }: { supplier: Supplier }) {
  const id = supplier.dropshipper_id
  const [{ q }, set] = useUrl(url)
  const current = useQuery({
    ...api.getSearchIndex.query({ params: { id } }),
    refetchInterval: (query) => (query.state.data?.current ? 2000 : 20_000),
  })
  const history = useQuery({ ...api.listIndexSyncs.query({ params: { id } }), refetchInterval: 15_000 })
  if (current.error) return <LoadError error={current.error} retry={() => void current.refetch()} />
  const now = current.data
  const behind = now ? now.pending_new + now.pending_changed : 0
  return (
    <Stack>
      <Panel
        title="Index now"
        actions={<ScheduleButton type="PARTIAL_SOLR_SYNC_JOB" id={id} label="Sync changes" />}
      >
        <Stack gap="sm">
          {now?.current && <CurrentSupplierJob job={now.current} />}
          <Facts
            facts={[
              ['Status', now ? <IndexState key="s" behind={behind} /> : '…'],
              ['Indexed', countOnceKnown(now?.indexed)],
              ['In the catalog', countOnceKnown(now?.products)],
              ['New, not indexed', countOnceKnown(now?.pending_new)],
              ['Changed, not indexed', countOnceKnown(now?.pending_changed)],
              ['Last sync', <Ago key="l" tm={now?.last_sync_tm ?? null} />],
            ]}
          />
        </Stack>
      </Panel>
      <Panel
        title="Test search"
        actions={
          <FilterBox
            label="Search index"
            placeholder="SKU, UPC, ASIN, title or brand"
            width={260}
            value={q}
            set={(v) => set({ q: v }, { replace: true })}
          />
        }
      >
        {q ? (
          <Try q={q} id={id} />
        ) : (
          <Text c="dimmed">Enter a SKU, UPC, ASIN, title or brand. Typos are OK.</Text>
        )}
      </Panel>
      <Panel title="History">
        <SupplierJobHistory
          label="Syncs"
          jobs={history.data}
          error={history.error}
          counts={{
            added: 'Added',
            updated: 'Updated',
            removed: 'Removed',
            unchanged: 'No searchable changes',
          }}
          empty="No syncs yet. The index updates after each run that changes the catalog."
        />
      </Panel>
    </Stack>
  )
}

const IndexState = ({ behind }: { behind: number }) => (
  <Status tone={behind ? 'wait' : 'good'} icon={behind ? IconClock : IconCircleCheck}>
    {behind ? `${many(behind, 'product')} behind` : 'Up to date'}
  </Status>
)

function Try({ q, id }: { q: string; id: number }) {
  const { data, error, isFetching } = useQuery({
    ...api.findProducts.query({ query: { q, dropshipper_id: id } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="xs">
      {data?.read_as && (
        <Text size="sm" role="status">
          No exact match. Showing results for “{data.read_as}”.
        </Text>
      )}
      <DataTable
        label="Matching products"
        exportSource={{ list: 'found_products', input: { q, dropshipper_id: id } }}
        rows={data?.products}
        columns={columns}
        id={(p) => p.product_id}
        fetching={isFetching}
        error={error}
        empty={`No products match “${q}”.`}
        skeletonRows={3}
      />
    </Stack>
  )
}
