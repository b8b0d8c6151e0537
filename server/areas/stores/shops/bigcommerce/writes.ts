import type { Content } from '#contract/integrations/listing.ts'
import type { Names } from './reads.ts'
import { listPriceOf, type TellRow } from '../market.ts'

/** The change of a product itself, if there is any. */
export function productOf(row: TellRow, names: Names): (readonly [string, { id: number }])[] {
  const active = row.active !== false
  const changes = {
    ...(row.content && !names.shared && texts(row.content)),
    ...(row.content && !names.shared && names.renamed && { name: ownName(row.sku, row.content) }),
    ...(row.quantity !== undefined && !names.shared && active !== names.active && { is_visible: active }),
    ...(row.quantity !== undefined &&
      !names.tracked && { inventory_tracking: names.shared ? 'variant' : 'product' }),
  }
  return Object.keys(changes).length > 0 ? [[row.sku, { id: names.product, ...changes }]] : []
}
/** A shop has each name once. A product whose name is taken has its SKU behind the name. */
const ownName = (sku: string, { title }: Content): string => {
  const behind = ` (${sku})`
  return `${title.slice(0, longestName - behind.length)}${behind}`
}
const longestName = 250
export const variantOf = (row: TellRow, { variant }: Names): (readonly [string, { id: number }])[] =>
  row.price === undefined ? [] : [[row.sku, { id: variant, ...prices(row) }]]

const texts = ({ title, description, brand, weight, special }: Content) => ({
  name: title,
  description,
  ...(Number(weight) > 0 && { weight: Number(weight) }),
  ...(brand !== '' && { brand_name: brand }),
  ...(special.upc && { upc: special.upc }),
})
/** A list price above the price shows a saving. */
const prices = (row: TellRow) => ({
  price: Number(row.price),
  // it would be paid instead; the product’s own is cleared where it counts
  sale_price: null,
  // without a list price a variant shows that of its product
  retail_price: Number(listPriceOf(row) ?? 0),
})
/** @param isRenamed whether its own name is taken */
export function listing(row: TellRow, content: Content, isRenamed = false) {
  const { retail_price, price } = prices(row)
  return {
    type: 'physical',
    sku: row.sku,
    weight: 0,
    ...texts(content),
    ...(isRenamed && { name: ownName(row.sku, content) }),
    price,
    ...(retail_price > 0 && { retail_price }),
    is_visible: row.active !== false,
    inventory_tracking: 'product',
    inventory_level: row.quantity ?? 0,
    ...(content.images.length > 0 && {
      images: content.images.map((image_url, i) => ({ image_url, is_thumbnail: i === 0 })),
    }),
  }
}
