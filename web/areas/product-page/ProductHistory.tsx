import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HistoryEntry } from '#contract/product-page/history.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Moment } from '../../ui/values.tsx'
import { ChangeSign, ChangedFields } from '../feeds/public.tsx'
import type { ProductView } from './tabs.ts'

/** Each run that changed the product, field by field. */
export default function ProductHistory({ view: { product } }: { view: ProductView }) {
  const params = { product_id: product.product_id }
  const pages = useInfiniteQuery({
    queryKey: [...api.listProductHistory.key(), product.product_id],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.listProductHistory({ params, query: { before: pageParam } }),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const removedUntil = pages.data?.pages[0]?.removed_until
  return (
    <Panel title="Runs that changed it">
      <DataTable
        label="Runs that changed it"
        rows={pages.data?.pages.flatMap((page) => page.entries)}
        columns={columnsIn(product.currency)}
        id={(e) => `${e.feed_run_id} ${e.change}`}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No changes yet."
        skeletonRows={5}
      />
      {pages.hasNextPage && (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Older changes
        </Button>
      )}
      {removedUntil && (
        <p className="why">
          Changes up to <Moment tm={removedUntil} /> are no longer stored.
        </p>
      )}
    </Panel>
  )
}

const columnsIn = (currency: string | null): readonly Column<HistoryEntry>[] => [
  {
    key: 'run',
    header: 'Run',
    leaves: 0,
    width: 110,
    cell: (e) => (
      <Link to={links.feedRun(e.feed_run_id)} className="link mono">
        {e.feed_run_id}
      </Link>
    ),
  },
  { key: 'tm', header: 'Applied', leaves: 1, width: 150, moment: (e) => e.tm },
  { key: 'change', header: 'Change', leaves: 0, width: 120, cell: (e) => <ChangeSign change={e.change} /> },
  {
    key: 'fields',
    header: 'Changed fields',
    leaves: 0,
    wrap: true,
    cell: (e) => <ChangedFields product={e} currency={currency} />,
  },
]
