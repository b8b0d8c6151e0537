import '../mine.css'
import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import {
  availabilities,
  ownProductPageSize,
  ownProductSort,
  type OwnProduct,
} from '#contract/account/own-products.ts'
import type { Result } from '#contract/index.ts'
import { price } from '#contract/formats.ts'
import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { Pager } from '../../../ui/Pager.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { count, many } from '../../../ui/values.tsx'
import { priceHeader } from './price-header.ts'

const url = z.object({
  q: z.string().max(200).catch('').default(''),
  availability: z.enum(['in_stock', 'out_of_stock']).optional().catch(undefined),
  sort: ownProductSort.catch('sku').default('sku'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
type Products = Result<'listOwnProducts'>

/** The products that the customer gets from a supplier, with its own prices. */
export default function MyProducts() {
  const dropshipperId = usePathId('dropshipper_id')
  const [{ q: search, availability, sort, page }, set] = useUrl(url)
  const isEnabled = dropshipperId !== null
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...api.listOwnProducts.query({
      params: { dropshipper_id: dropshipperId ?? 0 },
      query: { search, availability, sort, page },
    }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
  const isFiltered = search !== '' || availability !== undefined
  return (
    <RecordPage
      noun="supplier"
      param="dropshipper_id"
      query={{ data, error, isEnabled, refetch }}
      wayBack={{ to: links.mySuppliers(), label: 'My suppliers' }}
    >
      {(view) => (
        <Page
          title={view.dropshipper_name}
          answer={answerOf(view, isFiltered)}
          actions={
            <Link className="link" to={links.mySuppliers()}>
              My suppliers
            </Link>
          }
        >
          <div className="mine-filter">
            <FilterBox
              label="Search products"
              placeholder="SKU or title"
              value={search}
              width="min(320px, 100%)"
              set={(text) => set({ q: text, page: undefined }, { replace: true })}
            />
            <SegmentedControl
              aria-label="Availability"
              data={[
                { value: 'all', label: 'All' },
                ...Object.entries(availabilities).map(([value, label]) => ({ value, label })),
              ]}
              value={availability ?? 'all'}
              onChange={(value) =>
                set({ availability: value === 'all' ? undefined : value, page: undefined }, { replace: true })
              }
            />
          </div>
          <DataTable
            label="Products"
            name="own products"
            columns={columnsOf(view)}
            rows={view.products}
            id={(product) => product.product_id}
            sorting={sortIn(sort, 'sku', (next) => set({ sort: next, page: undefined }))}
            fetching={isFetching}
            error={error}
            retry={() => void refetch()}
            empty={isFiltered ? 'No products match.' : 'No products yet.'}
            plain
          />
          <Pager
            total={view.total}
            stale={isPlaceholderData}
            size={ownProductPageSize}
            page={page}
            go={(next, how) => set({ page: next }, how)}
          />
        </Page>
      )}
    </RecordPage>
  )
}

function answerOf({ total, priced: isPriced }: Products, isFiltered: boolean): string {
  const found = `${many(total, 'product')}${isFiltered ? ' found' : ''}.`
  return isPriced ? found : `${found} You have no price rules yet, so there are no prices.`
}

function columnsOf({ products, currency_id }: Products): readonly Column<OwnProduct>[] {
  const currency = sellingCurrencies[currency_id as CurrencyId]
  const markets = products[0]?.prices ?? []
  return [
    {
      key: 'sku',
      sort: 'sku',
      header: 'SKU',
      // a phone has it below the title
      leaves: 1,
      cell: (product) => <span className="mono break-anywhere">{product.sku}</span>,
    },
    {
      key: 'title',
      sort: 'title',
      header: 'Title',
      wrap: true,
      leaves: 0,
      cell: (product) => (
        <>
          {product.title ?? '—'}
          <span className="mine-sku mono">{product.sku}</span>
        </>
      ),
    },
    {
      key: 'quantity',
      sort: 'quantity',
      header: 'Quantity',
      numeric: true,
      leaves: 0,
      cell: (product) => count(product.quantity),
    },
    ...markets.map(({ market_name }, i): Column<OwnProduct> => ({
      key: `price-${i}`,
      header: priceHeader(market_name, markets.length),
      numeric: true,
      leaves: i === 0 ? 0 : i + 2,
      cell: ({ prices }) => {
        const amount = prices[i]?.price ?? null
        return amount === null ? '—' : price(amount, currency)
      },
    })),
    {
      key: 'changed',
      sort: 'changed',
      header: 'Changed',
      leaves: 2,
      moment: (product) => product.changed_tm,
    },
  ]
}
