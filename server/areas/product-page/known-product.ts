import type { RawBuilder } from 'kysely'
import type { Product, ProductImage } from '#contract/product-page/product.ts'
import { attributesOf, isFirearm } from '#contract/integrations/listing.ts'
import { isRestricted } from '#contract/subscriptions/restricted-access.ts'
import { supplierCurrency } from '#server/areas/supplier-record/public.ts'
import { readOptions } from '#server/areas/variants/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'

type Derived =
  | 'has_valid_image'
  | 'is_restricted'
  | 'is_firearm'
  | 'categories'
  | 'images'
  | 'options'
  | 'attributes'
  | 'created'
  | 'updated'
type Row = Omit<Product, Derived> & {
  allow_browse: number
  categories: string | null
  images: string | null
  options: string | null
  created_run_id: number
  created_tm: string | null
  updated_run_id: number
  updated_tm: string | null
}

/** At most as many images as a page shows. */
const mostImages = 50

const productQuery = (condition: RawBuilder<unknown>) => sql<Row>`
  select p.product_id, p.sku, p.supplier_product_id, p.title, p.wholesale_price, p.msrp, p.map_price,
    p.dropship_fee, p.shipping_cost, p.weight, p.length, p.width, p.height, p.quantity, p.upc, p.asin, p.isbn,
    p.ean, p.unspsc, p.product_status_id, p.categories, p.manufacturer, p.images, p.options, p.description,
    coalesce(p.currency, ${supplierCurrency('p.dropshipper_id')}) as currency, p.parent_sku,
    p.dropshipper_id, d.supplier_name, d.allow_browse, not d.allows_ebay as is_ebay_filter,
    not d.allows_amazon as is_amazon_filter, not d.allows_marketplace as is_jet_filter, p.feed_id,
    case when c.vendor_custom_feed_id is not null then jsonb_build_object(
      'vendor_custom_feed_id', c.vendor_custom_feed_id, 'vendor_id', c.vendor_id, 'company', v.company
    ) end as own_feed,
    p.gone_tm is null and p.product_status_id = 1 as active, p.gone_tm, p.created_run_id,
    made.applied_tm as created_tm, p.updated_run_id, changed.applied_tm as updated_tm, p.unread_run_id
  from product p
  join dropshipper d using (dropshipper_id)
  join feed f using (feed_id)
  left join vendor_custom_feed c on c.vendor_custom_feed_id = f.vendor_custom_feed_id
  left join vendor v on v.vendor_id = c.vendor_id
  left join feed_run made on made.feed_run_id = p.created_run_id
  left join feed_run changed on changed.feed_run_id = p.updated_run_id
  where ${condition}`

export async function knownProduct(db: Db, productId: number): Promise<Product> {
  const { rows } = await productQuery(sql`p.product_id = ${productId}`).execute(db)
  const [row] = rows
  if (!row) throw notFound('product')
  const images = await imagesOf(db, row)
  const { allow_browse, created_run_id, created_tm, updated_run_id, updated_tm, ...facts } = row
  const options = readOptions(row.options)
  return {
    ...facts,
    has_valid_image: images.some((image) => image.state === 'good'),
    is_restricted: isRestricted(allow_browse),
    is_firearm: isFirearm(row),
    categories: (row.categories ?? '')
      .split('|')
      .map((category) => category.trim())
      .filter(Boolean),
    images,
    options: options?.names.map((name, i) => ({ name, value: options.values[i] ?? '' })) ?? [],
    attributes: attributesOf(row),
    created: { feed_run_id: created_run_id, tm: created_tm },
    updated: { feed_run_id: updated_run_id, tm: updated_tm },
  }
}

/** A product's images in the feed's order, with what the image checks found. */
async function imagesOf(db: Db, { dropshipper_id, images }: Row): Promise<ProductImage[]> {
  const urls = (images ?? '').split('\n').filter(Boolean).slice(0, mostImages)
  if (urls.length === 0) return []
  const { rows } = await sql<ProductImage>`
    select u.url, case when i.file_key is not null then i.product_image_id end as product_image_id,
      coalesce(i.state, 'unknown') as state, i.reason
    from unnest(${urls}::text[]) with ordinality as u(url, place)
    left join product_image i
      on i.dropshipper_id = ${dropshipper_id} and md5(i.url) = md5(u.url)
    order by u.place`.execute(db)
  return rows
}
