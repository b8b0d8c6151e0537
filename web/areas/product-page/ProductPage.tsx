import './product-page.css'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { price } from '#contract/formats.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { RecordPage } from '../../ui/page/RecordPage.tsx'
import { RecordTabs } from '../../ui/page/RecordTabs.tsx'
import { usePathId } from '../../ui/page/usePath.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { ActiveStatus } from '../products/public.tsx'
import { Chain, ChainSentence } from './Chain.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { productTabs, type ProductView } from './tabs.ts'
import { useChain } from './useChain.ts'

const parts = Object.fromEntries(productTabs.map((tab) => [tab.page, lazy(tab.load)]))
const url = z.object({ vendor: z.coerce.number().int().positive().optional().catch(undefined) })

/** A product: where its chain is broken, and everything that is known about it. */
export default function ProductPage() {
  const id = usePathId('product_id')
  const query = useQuery({
    ...api.getProduct.query({ params: { product_id: id ?? 0 } }),
    enabled: id !== null,
  })
  return (
    <RecordPage
      noun="product"
      param="product_id"
      query={query}
      wayBack={{ to: links.sku(), label: 'Search for a SKU' }}
    >
      {(view) => <Product key={view.product.product_id} view={view} />}
    </RecordPage>
  )
}

function costText({ wholesale_price, currency }: ProductView['product']): string {
  if (wholesale_price === null) return '—'
  return price(wholesale_price, currency) + (currency === null ? ', currency unknown' : '')
}

function Product({ view }: { view: ProductView }) {
  const { product } = view
  const { product_id } = product
  const [{ vendor }] = useUrl(url)
  const { pathname } = useLocation()
  const tab = productTabs.find((t) => t.page === pathname.split('/')[4])?.page ?? 'facts'
  const Part = parts[tab]
  const chain = useChain(product_id, vendor)
  return (
    <Page
      title={product.title ?? product.sku}
      status={<ActiveStatus active={product.active} />}
      answer={chain.data && <ChainSentence parts={chain.data.sentence} vendorId={vendor} />}
      facts={[
        ['SKU', <CopyText key="sku" text={product.sku} label="SKU" />],
        [
          'Supplier',
          <Link key="supplier" className="link" to={links.supplier(product.dropshipper_id, 'monitoring')}>
            {product.supplier_name}
          </Link>,
        ],
        ...(product.own_feed
          ? ([
              [
                'Custom feed of',
                <Link
                  key="own"
                  className="link"
                  to={links.customFeed(product.own_feed.vendor_id, product.own_feed.vendor_custom_feed_id)}
                >
                  {product.own_feed.company}
                </Link>,
              ],
            ] as const)
          : []),
        ['In stock', count(product.quantity)],
        ['Cost', costText(product)],
        ['Brand', product.manufacturer ?? '—'],
        ['UPC', product.upc === null ? '—' : <CopyText key="upc" text={product.upc} label="UPC" />],
      ]}
    >
      <Chain productId={product_id} vendorId={vendor} chain={chain} />
      <RecordTabs
        current={tab}
        href={(page) => links.product(product_id, undefined, page === 'facts' ? undefined : page)}
        keeps={['vendor', 'integration']}
        tabs={productTabs.map(({ page, title }) => ({ page, title }))}
      >
        <Suspense fallback={<Skeleton height={280} />}>
          {Part && <Part view={view} vendorId={vendor} />}
        </Suspense>
      </RecordTabs>
    </Page>
  )
}
