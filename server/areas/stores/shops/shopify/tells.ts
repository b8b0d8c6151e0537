import type { Content } from '#contract/integrations/listing.ts'
import { listPriceOf, type TellRow } from '../market.ts'
import type { Names, Place } from './reads.ts'
import type { Step } from './writes.ts'

/** The narrow writes that tell a product which is there what is new of it. */
export function steps(row: TellRow, names: Names, weightUnit: string): Step[] {
  const { sku, content } = row
  const active = row.active !== false
  const status =
    row.quantity !== undefined && !names.shared && active !== names.active
      ? active
        ? 'ACTIVE'
        : 'DRAFT'
      : undefined
  const product = { ...(content && !names.shared && texts(content)), ...(status && { status }) }
  const { inventoryItem, ...codes } = content ? codesOf(content, weightUnit) : {}
  const item = { ...inventoryItem, ...(row.quantity !== undefined && !names.tracked && { tracked: true }) }
  const variantOf = {
    ...codes,
    ...(row.price !== undefined && prices(row)),
    ...(Object.keys(item).length > 0 && { inventoryItem: item }),
  }
  const images = content?.images ?? row.images ?? []
  const list: Step[] = []
  if (Object.keys(product).length > 0)
    list.push({ sku, write: 'productUpdate', given: { product: { id: names.product, ...product } } })
  if (Object.keys(variantOf).length > 0)
    list.push({
      sku,
      write: 'productVariantsBulkUpdate',
      given: {
        productId: names.product,
        variants: [{ id: names.variant, ...variantOf }],
        allowPartialUpdates: true,
      },
    })
  // the only list of a product that is there which is replaced
  if (images.length > 0 && !names.shared)
    list.push({
      sku,
      write: 'productSet',
      given: { identifier: { id: names.product }, input: { files: files(images) }, synchronous: true },
    })
  return list
}

/** A new product, with its one variant and what of it can be bought. */
export function listing(row: TellRow, content: Content, { location, weightUnit }: Place) {
  const { inventoryItem, ...codes } = codesOf(content, weightUnit)
  return {
    ...texts(content),
    status: row.active === false ? 'DRAFT' : 'ACTIVE',
    ...(content.images.length > 0 && { files: files(content.images) }),
    productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
    variants: [
      {
        optionValues: [{ optionName: 'Title', name: 'Default Title' }],
        sku: row.sku,
        ...codes,
        ...(row.price !== undefined && prices(row)),
        inventoryPolicy: 'DENY',
        inventoryItem: { ...inventoryItem, tracked: true },
        ...(row.quantity !== undefined && {
          inventoryQuantities: [{ locationId: location, name: 'available', quantity: row.quantity }],
        }),
      },
    ],
  }
}

const texts = ({ title, description, brand, category }: Content) => ({
  title,
  descriptionHtml: description,
  ...(brand !== '' && { vendor: brand }),
  ...(category !== '' && { productType: category }),
})
const codesOf = ({ special, weight }: Content, unit: string) => {
  const barcode = special.upc ?? special.ean ?? special.isbn
  const value = Number(weight)
  return {
    ...(barcode && { barcode }),
    ...(value > 0 && { inventoryItem: { measurement: { weight: { value, unit } } } }),
  }
}
const files = (images: readonly string[]) =>
  images.map((originalSource) => ({ originalSource, contentType: 'IMAGE' }))
/** A list price above the price is shown crossed out. */
const prices = (row: TellRow) => ({ price: row.price, compareAtPrice: listPriceOf(row) })
