import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { ProductListing } from '#contract/product-page/sellers.ts'
import { many } from '#contract/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Ago, count, Status } from '../../ui/values.tsx'
import type { ProductView } from './tabs.ts'

/** The stores that show the product, and what they were sent last. */
export default function ProductListings({
  view: { product },
  vendorId,
}: {
  view: ProductView
  vendorId: number | undefined
}) {
  const params = { product_id: product.product_id }
  const pages = useInfiniteQuery({
    queryKey: [...api.listProductListings.key(), product.product_id, vendorId],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.listProductListings({
        params,
        query: { after: pageParam, ...(vendorId !== undefined && { vendor_id: vendorId }) },
      }),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const total = pages.data?.pages[0]?.total
  return (
    <Panel title={total === undefined ? 'Listings' : many(total, 'listing')}>
      <DataTable
        label="Listings"
        rows={pages.data?.pages.flatMap((page) => page.listings)}
        columns={columns}
        id={(l) => l.vendor_store_id}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty={vendorId === undefined ? 'No store lists this product.' : 'No store of this vendor lists it.'}
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
          More listings
        </Button>
      )}
    </Panel>
  )
}

const columns: readonly Column<ProductListing>[] = [
  {
    key: 'store',
    header: 'Store',
    leaves: 0,
    cell: (l) => (
      <Link to={links.vendorStore(l.vendor_id, l.vendor_store_id)} className="link">
        {l.vendor_store_name}
      </Link>
    ),
  },
  {
    key: 'vendor',
    header: 'Vendor',
    leaves: 2,
    cell: (l) => (
      <Link to={links.vendor(l.vendor_id)} className="link">
        {l.company}
      </Link>
    ),
  },
  { key: 'market', header: 'Market', leaves: 3, cell: (l) => l.market_name },
  {
    key: 'stock',
    header: 'Shows',
    numeric: true,
    leaves: 0,
    cell: (l) => (l.quantity === null ? '—' : count(l.quantity)),
  },
  {
    key: 'price',
    header: 'Price',
    numeric: true,
    leaves: 0,
    cell: (l) => (l.price === null ? '—' : money(l.price, l.currency_id)),
  },
  { key: 'sent', header: 'Sent', leaves: 1, cell: (l) => <Ago tm={l.sent_tm} /> },
  { key: 'state', header: 'Status', leaves: 0, wrap: true, cell: (l) => <ListingStatus listing={l} /> },
]

function ListingStatus({ listing }: { listing: ProductListing }) {
  const { refused_text, stopped_reason, in_store, active, behind } = listing
  if (refused_text !== null)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        {`Refused: ${refused_text}`}
      </Status>
    )
  if (stopped_reason !== null)
    return (
      <Status tone="bad" icon={IconAlertTriangle}>
        {`Updates are stopped: ${stopped_reason}`}
      </Status>
    )
  if (!in_store)
    return (
      <Status tone="off" icon={IconMinus}>
        Not listed
      </Status>
    )
  if (behind)
    return (
      <Status tone="wait" icon={IconClock}>
        Out of date
      </Status>
    )
  return active === false ? (
    <Status tone="off" icon={IconMinus}>
      Inactive
    </Status>
  ) : (
    <Status tone="good" icon={IconCircleCheck}>
      Up to date
    </Status>
  )
}
