import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { VendorPrice } from '#contract/product-page/sellers.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { count } from '../../ui/values.tsx'
import type { ProductView } from './tabs.ts'

/** One line a vendor and market. */
type Line = Omit<VendorPrice, 'markets'> & VendorPrice['markets'][number]

/** The product's price at each vendor, and how it is made. */
export default function ProductPrices({
  view: { product },
  vendorId,
}: {
  view: ProductView
  vendorId: number | undefined
}) {
  const params = { product_id: product.product_id }
  const pages = useInfiniteQuery({
    queryKey: [...api.listProductPrices.key(), product.product_id, vendorId],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) =>
      api.listProductPrices({
        params,
        query: { after: pageParam, ...(vendorId !== undefined && { vendor_id: vendorId }) },
      }),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const lines = pages.data?.pages.flatMap((page) =>
    page.vendors.flatMap(({ markets, ...vendor }) =>
      markets.map((market): Line => ({ ...vendor, ...market })),
    ),
  )
  return (
    <Panel title={vendorId === undefined ? 'Prices by vendor' : 'Prices of this vendor'}>
      <DataTable
        label="Prices by vendor"
        rows={lines}
        columns={columnsFor(product.product_id)}
        id={(l) => l.vendor_market_map_id}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty="No vendor sells this supplier’s products."
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
          More vendors
        </Button>
      )}
    </Panel>
  )
}

const columnsFor = (productId: number): readonly Column<Line>[] => [
  {
    key: 'vendor',
    header: 'Vendor',
    leaves: 0,
    cell: (l) => (
      <>
        <Link to={links.product(productId, l.vendor_id)} className="link">
          {l.company}
        </Link>{' '}
        <span className="faint mono">{l.vendor_id}</span>
      </>
    ),
  },
  {
    key: 'market',
    header: 'Market',
    leaves: 2,
    cell: (l) => (
      <>
        {l.market_name}
        {!l.active && <span className="faint"> (not active)</span>}
      </>
    ),
  },
  {
    key: 'stock',
    header: 'Stock',
    numeric: true,
    leaves: 1,
    cell: (l) => (l.quantity === null || !l.sold ? '—' : count(l.quantity)),
  },
  {
    key: 'price',
    header: 'Price',
    numeric: true,
    leaves: 0,
    cell: (l) => (l.price === null || !l.sold ? '—' : money(l.price, l.currency_id)),
  },
  { key: 'why', header: 'Why', leaves: 0, wrap: true, cell: (l) => <Why line={l} /> },
]

function Why({ line }: { line: Line }) {
  if (!line.sold)
    return (
      <span className="tone-bad toned">
        {line.custom_feed ? 'Left out by its custom feed, or inactive' : 'Not for sale to this vendor'}
      </span>
    )
  if (!line.rules) return <span className="quiet">No price rules, so no price is sent</span>
  const rule = line.why.find(({ step }) => step === 'Rule') ?? line.why[0]
  return (
    <details>
      <summary>
        {line.custom_feed && <span className="quiet">From its custom feed: </span>}
        {rule?.text ?? 'No rule'}
      </summary>
      {line.why.map(({ step, text, amount }) => (
        <div key={`${step} ${text}`}>
          <span className="quiet">{step}</span> {text}
          {amount !== null && step !== 'Price' && (
            <>
              {' '}
              <b>{money(amount, line.currency_id)}</b>
            </>
          )}
        </div>
      ))}
    </details>
  )
}
