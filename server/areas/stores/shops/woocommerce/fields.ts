import type { Part } from '#contract/stores/shops.ts'
import { listPriceOf, type TellRow } from '../market.ts'
import { hiddenMark, hiddenStatus, isHiddenByUs, type Attribute, type Target } from './products.ts'

export const newProductFields = (row: TellRow, parts: readonly Part[]): object => ({
  sku: row.sku,
  type: 'simple',
  ...contentFields(row),
  ...commonFields(row, parts),
  ...(row.quantity !== undefined && { status: row.active === false ? hiddenStatus(0) : 'publish' }),
})

/** What an existing product is sent. Its status is the shop’s, except where we hide it and show it again. */
export const productFields = (row: TellRow, parts: readonly Part[], target: Target): object =>
  target.parent === 0
    ? {
        ...contentFields(row, target.product?.attributes),
        ...commonFields(row, parts),
        ...statusFields(row, target),
      }
    : { ...variationFields(row, parts), ...statusFields(row, target) }

function contentFields({ content }: TellRow, attributes: readonly Attribute[] = []) {
  if (!content) return {}
  return {
    name: content.title,
    description: content.description,
    ...(content.weight !== '' && { weight: content.weight }),
    ...(content.images.length > 0 && { images: content.images.map((src) => ({ src })) }),
    ...(content.brand !== '' && { attributes: withBrand(attributes, content.brand) }),
  }
}
/** The shop replaces all attributes by those that it is sent. */
function withBrand(attributes: readonly Attribute[], brand: string): object[] {
  const isBrand = ({ name }: Attribute) => name.toLowerCase() === 'brand'
  const options = [brand]
  return attributes.some(isBrand)
    ? attributes.map((attribute) => (isBrand(attribute) ? { ...attribute, options } : attribute))
    : [...attributes, { name: 'Brand', visible: true, options }]
}

const commonFields = (row: TellRow, parts: readonly Part[]) => ({
  ...(parts.includes('images') && row.images && { images: row.images.map((src) => ({ src })) }),
  ...priceFields(row),
  ...stockFields(row),
})

/** A variation has no name and attributes of its own, and one image. */
function variationFields(row: TellRow, parts: readonly Part[]) {
  const { content } = row
  const [image] = content?.images ?? (parts.includes('images') ? (row.images ?? []) : [])
  return {
    ...(content && {
      description: content.description,
      ...(content.weight !== '' && { weight: content.weight }),
    }),
    ...(image !== undefined && { image: { src: image } }),
    ...priceFields(row),
    ...stockFields(row),
  }
}

/** A list price above the price is shown as a sale, without the dates of an earlier one. */
function priceFields(row: TellRow) {
  if (row.price === undefined) return {}
  const price = row.price ?? ''
  const list_price = listPriceOf(row)
  return {
    regular_price: list_price ?? price,
    sale_price: list_price === null ? '' : price,
    // null would leave them as they are
    date_on_sale_from: '',
    date_on_sale_to: '',
  }
}
const stockFields = ({ quantity }: TellRow) =>
  quantity === undefined ? {} : { manage_stock: true, stock_quantity: quantity }

function statusFields(row: TellRow, target: Target) {
  const { parent, product } = target
  if (row.quantity === undefined || !product) return {}
  if (row.active !== false) return isHiddenByUs(target, product) ? statusMarked('publish', 'no') : {}
  return product.status === 'publish' ? statusMarked(hiddenStatus(parent), 'yes') : {}
}
const statusMarked = (status: string, mark: 'yes' | 'no') => ({
  status,
  meta_data: [{ key: hiddenMark, value: mark }],
})
/** Whether it is hidden by us after its update. */
export function hiddenAfter(row: TellRow, target: Target): boolean {
  const { isHidden, product } = target
  if (row.quantity === undefined || !product) return isHidden
  return row.active === false && (product.status === 'publish' || isHiddenByUs(target, product))
}
