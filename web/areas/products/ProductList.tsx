import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { price } from '#contract/formats.ts'
import { mostScanned, type CatalogRow } from '#contract/products/catalog.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { count } from '../../ui/values.tsx'
import { ActiveStatus } from './ActiveStatus.tsx'
import { ProductImage } from './ProductImage.tsx'
import { SkuLink } from './SkuLink.tsx'

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .optional()
  .catch(undefined)
const flag = z.enum(['true', 'false']).optional().catch(undefined)
const stock = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional()
  .catch(undefined)
const cost = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/)
  .optional()
  .catch(undefined)
const url = z.object({
  q: z.string().max(200).catch('').default(''),
  brand: z.string().max(200).catch('').default(''),
  supplier: id,
  category: id,
  least_stock: stock,
  most_stock: stock,
  least_price: cost,
  most_price: cost,
  missing_image: flag,
  no_barcode: flag,
  active: flag,
})
type View = z.output<typeof url>

const queryOf = ({ supplier, category, missing_image, no_barcode, active, ...texts }: View) => ({
  q: texts.q,
  brand: texts.brand,
  dropshipper_id: supplier && Number(supplier),
  catalog_category_id: category && Number(category),
  least_stock: texts.least_stock && Number(texts.least_stock),
  most_stock: texts.most_stock && Number(texts.most_stock),
  least_price: texts.least_price,
  most_price: texts.most_price,
  missing_image,
  no_barcode,
  active,
})

/** Products of all suppliers, filtered; a row opens the product's page. */
export default function ProductList() {
  const [view, set] = useUrl(url)
  const navigate = useNavigate()
  const query = Object.fromEntries(Object.entries(queryOf(view)).filter(([, value]) => value))
  const pages = useInfiniteQuery({
    queryKey: [...api.listProducts.key(), 'pages', query],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => api.listProducts({ query: { ...query, after: pageParam } }),
    getNextPageParam: (last) => last.next ?? undefined,
  })
  const filters = useFilters()
  const rows = pages.data?.pages.flatMap((page) => page.products)
  const isFiltered = Object.keys(query).length > 0
  const more = rows?.length === 0 ? `Search the next ${count(mostScanned)} products` : 'More products'
  return (
    <Page
      title="Products"
      actions={
        <Button component={Link} to={links.sku()} variant="default">
          SKU lookup
        </Button>
      }
    >
      <DataTable
        label="Products"
        exportSource={{ list: 'products', input: query }}
        bar={
          <>
            <FilterBox
              label="Search products"
              placeholder="SKU, UPC, ASIN, title"
              value={view.q}
              set={(q) => set({ q }, { replace: true })}
            />
            <BrandBox value={view.brand} set={(brand) => set({ brand }, { replace: true })} />
            <Filters filters={filters} values={view} set={set} />
          </>
        }
        rows={rows}
        columns={columns}
        id={(p) => p.product_id}
        open={(p) => void navigate({ href: links.product(p.product_id) })}
        fetching={pages.isFetching && !pages.isFetchingNextPage}
        error={pages.error}
        retry={() => void pages.refetch()}
        empty={emptyText(pages.hasNextPage, isFiltered)}
        emptyAct={
          isFiltered && (
            <Button variant="default" onClick={() => void navigate({ href: links.products() })}>
              Reset filters
            </Button>
          )
        }
        skeletonRows={12}
      />
      {pages.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </Page>
  )
}

function emptyText(hasMore: boolean, isFiltered: boolean): string {
  if (hasMore) return `No matches among the first ${count(mostScanned)} products searched.`
  return isFiltered
    ? 'No products match these filters.'
    : 'No products yet. They appear after a supplier’s first run.'
}

/** The whole name of a brand; typing is applied after a short pause. */
function BrandBox({ value, set }: { value: string; set: (brand: string) => void }) {
  const [draft, setDraft] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (draft.trim() !== value) setDraft(value)
  }
  const ask = useDebouncedCallback((text: string) => set(text.trim()), 300)
  return (
    <TextInput
      aria-label="Brand"
      placeholder="Brand"
      w={130}
      value={draft}
      onChange={(e) => {
        setDraft(e.currentTarget.value)
        ask(e.currentTarget.value)
      }}
    />
  )
}

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
function useFilters(): readonly Filter[] {
  const { data: suppliers } = useQuery(api.listIndexLag.query())
  const { data: categories } = useQuery(api.listProductCategories.query())
  return [
    {
      key: 'supplier',
      label: 'Supplier',
      kind: 'choice',
      options: (suppliers ?? [])
        .toSorted((a, b) => a.supplier_name.localeCompare(b.supplier_name))
        .map((s) => ({ value: String(s.dropshipper_id), label: s.supplier_name })),
    },
    {
      key: 'category',
      label: 'Category',
      kind: 'choice',
      options: (categories ?? []).map((c) => ({
        value: String(c.catalog_category_id),
        label: `${c.catalog_category_name} (${count(c.products)})`,
      })),
    },
    { key: 'stock', label: 'Stock', kind: 'range', from: 'least_stock', to: 'most_stock' },
    { key: 'price', label: 'Cost', kind: 'range', from: 'least_price', to: 'most_price', decimals: 2 },
    { key: 'missing_image', label: 'Missing image', kind: 'choice', options: yesNo },
    { key: 'no_barcode', label: 'No barcode', kind: 'choice', options: yesNo },
    { key: 'active', label: 'Active', kind: 'choice', options: yesNo },
  ]
}

const columns: readonly Column<CatalogRow>[] = [
  {
    key: 'image',
    header: 'Image',
    leaves: 4,
    width: 64,
    cell: (p) => <ProductImage supplierId={p.dropshipper_id} imageId={p.product_image_id} alt={p.sku} />,
  },
  {
    key: 'sku',
    header: 'SKU',
    leaves: 0,
    sortValue: (p) => p.sku,
    cell: (p) => <SkuLink sku={p.sku} productId={p.product_id} />,
  },
  {
    key: 'title',
    header: 'Title',
    leaves: 1,
    sortValue: (p) => p.title,
    cell: (p) => (
      <div className="cut" title={p.title ?? ''}>
        {p.title ?? '—'}
      </div>
    ),
  },
  {
    key: 'brand',
    header: 'Brand',
    leaves: 6,
    sortValue: (p) => p.manufacturer,
    cell: (p) => p.manufacturer ?? '—',
  },
  {
    key: 'supplier',
    header: 'Supplier',
    leaves: 3,
    sortValue: (p) => p.supplier_name,
    cell: (p) => (
      <Link to={links.supplier(p.dropshipper_id)} className="link">
        {p.supplier_name}
      </Link>
    ),
  },
  {
    key: 'stock',
    header: 'In stock',
    numeric: true,
    leaves: 0,
    sortValue: (p) => p.quantity,
    cell: (p) => count(p.quantity),
  },
  {
    key: 'price',
    header: 'Cost',
    numeric: true,
    leaves: 2,
    sortValue: (p) => (p.wholesale_price === null ? null : Number(p.wholesale_price)),
    cell: (p) => (p.wholesale_price === null ? '—' : price(p.wholesale_price, p.currency)),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    sortValue: (p) => (p.active ? 0 : 1),
    cell: (p) => <ActiveStatus active={p.active} />,
  },
  {
    key: 'upc',
    header: 'Barcode',
    leaves: 7,
    cell: (p) => <span className="mono">{p.upc ?? p.ean ?? '—'}</span>,
  },
]
