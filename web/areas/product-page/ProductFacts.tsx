import type { ReactNode } from 'react'
import { price } from '#contract/formats.ts'
import type { Product } from '#contract/product-page/product.ts'
import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { count, decimalText, Moment } from '../../ui/values.tsx'
import { ProductImage } from '../products/public.tsx'
import type { ProductView } from './tabs.ts'

type Fact = readonly [name: string, value: ReactNode]

/** Everything the catalog has of a product. */
export default function ProductFacts({ view: { product } }: { view: ProductView }) {
  return (
    <>
      <Panel title="Images">
        <Images product={product} />
      </Panel>
      <div className="fact-groups">
        {groupsOf(product).map(([title, facts]) => (
          <Panel key={title} title={title}>
            <dl className="fact-list">
              {facts.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd>{value === null || value === '' ? '—' : value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </div>
      {product.description && (
        <Panel title="Description">
          <p className="keep-lines break-anywhere">{product.description}</p>
        </Panel>
      )}
    </>
  )
}

const states: Record<Product['images'][number]['state'], string> = {
  good: 'OK',
  failed: 'Failed',
  waiting: 'Waiting for the check',
  unknown: 'Not checked yet',
}

function Images({ product: { images, dropshipper_id, sku } }: { product: Product }) {
  if (images.length === 0) return <p className="quiet">The feed has no images.</p>
  return (
    <ul className="product-images" aria-label="Images">
      {images.map((image, i) => (
        <li key={image.url}>
          <ProductImage
            supplierId={dropshipper_id}
            imageId={image.product_image_id}
            alt={`${sku}, image ${i + 1}`}
            size={168}
          />
          <small className={image.state === 'failed' ? 'tone-bad toned' : 'quiet'}>
            {states[image.state]}
            {image.reason && `: ${image.reason}`}
          </small>
          {/^https?:/.test(image.url) && (
            <small className="cut">
              <a href={image.url} target="_blank" rel="noreferrer noopener" title={image.url}>
                Open original
              </a>
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}

function groupsOf(product: Product): readonly (readonly [string, readonly Fact[]])[] {
  const amount = (text: string | null) => (text === null ? null : price(text, product.currency))
  const number = (text: string | null) => (text === null ? null : decimalText(text))
  const mono = (text: string | null) => text && <span className="mono">{text}</span>
  const run = ({ feed_run_id, tm }: Product['created']) => (
    <>
      <Link to={links.feedRun(feed_run_id)} className="link">
        Run {feed_run_id}
      </Link>
      {tm && (
        <>
          , <Moment tm={tm} />
        </>
      )}
    </>
  )
  return [
    [
      'Catalog',
      [
        ['Product ID', mono(String(product.product_id))],
        ['Supplier product ID', mono(product.supplier_product_id)],
        ['Brand', product.manufacturer],
        ['Categories', product.categories.join('; ')],
        ['Options', product.options.map(({ name, value }) => `${name}: ${value}`).join('; ')],
        [
          'Attributes',
          Object.entries(product.attributes)
            .map(([name, value]) => `${name} ${value}`)
            .join('; '),
        ],
        ['Status', product.product_status_id === 1 ? 'Active' : `Status ${product.product_status_id}`],
        ['Missing since', product.gone_tm && <Moment tm={product.gone_tm} />],
      ],
    ],
    [
      'Price and stock',
      [
        ['In stock', count(product.quantity)],
        ['Wholesale price', amount(product.wholesale_price)],
        ['MSRP', amount(product.msrp)],
        ['MAP price', amount(product.map_price)],
        ['Dropship fee', amount(product.dropship_fee)],
        ['Shipping cost', amount(product.shipping_cost)],
      ],
    ],
    [
      'Identifiers',
      [
        ['UPC', mono(product.upc)],
        ['EAN', mono(product.ean)],
        ['ISBN', mono(product.isbn)],
        ['ASIN', mono(product.asin)],
        ['UNSPSC', mono(product.unspsc)],
        ['Parent SKU', mono(product.parent_sku)],
      ],
    ],
    [
      'Size and limits',
      [
        ['Weight', number(product.weight)],
        ['Length', number(product.length)],
        ['Width', number(product.width)],
        ['Height', number(product.height)],
        ['Restricted supplier', yesNo(product.is_restricted)],
        ['Firearm', yesNo(product.is_firearm)],
        ['Not sold on', notSoldOn(product)],
      ],
    ],
    [
      'Feed',
      [
        ['Created', run(product.created)],
        ['Last changed', run(product.updated)],
        [
          'Row rejected in',
          product.unread_run_id && (
            <Link to={links.feedRun(product.unread_run_id)} className="link">
              Run {product.unread_run_id}
            </Link>
          ),
        ],
      ],
    ],
  ]
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')
const notSoldOn = ({ is_ebay_filter, is_amazon_filter, is_jet_filter }: Product) =>
  [is_ebay_filter && 'eBay', is_amazon_filter && 'Amazon', is_jet_filter && 'Jet and other marketplaces']
    .filter(Boolean)
    .join(', ')
