import type { Content } from '#contract/integrations/listing.ts'
import { listPriceOf, type TellRow } from '../market.ts'
import type { Place } from './account.ts'
import { unlistedStatus, type Names } from './reads.ts'
import type { Step } from './writes.ts'

/** The narrow writes that change a product that is in the shop. */
export function steps(row: TellRow, names: Names, weightUnit: string): Step[] {
  const { sku, content } = row
  const status = newStatus(row, names)
  const product = { ...(content && !names.shared && texts(content)), ...(status && { status }) }
  const { inventoryItem, ...codes } = content ? codesOf(content, weightUnit) : {}
  const item = { ...inventoryItem, ...(row.quantity !== undefined && !names.tracked && { tracked: true }) }
  const variant = {
    ...codes,
    ...(row.price !== undefined && prices(row)),
    ...(Object.keys(item).length > 0 && { inventoryItem: item }),
  }
  const images = content?.images ?? row.images ?? []
  const list: Step[] = []
  if (Object.keys(product).length > 0)
    list.push({ sku, write: 'productUpdate', args: { product: { id: names.product, ...product } } })
  if (Object.keys(variant).length > 0)
    list.push({
      sku,
      write: 'productVariantsBulkUpdate',
      args: {
        productId: names.product,
        variants: [{ id: names.variant, ...variant }],
        allowPartialUpdates: true,
      },
    })
  // the only list of an existing product that is replaced
  if (images.length > 0 && !names.shared)
    list.push({
      sku,
      write: 'productSet',
      args: { identifier: { id: names.product }, input: { files: files(images) }, synchronous: true },
    })
  return list
}

/** undefined: it keeps its status. */
function newStatus(row: TellRow, names: Names): string | undefined {
  const active = row.active !== false
  if (row.quantity === undefined || names.shared || active === names.active) return undefined
  if (!active) return 'DRAFT'
  return names.unlisted ? unlistedStatus : 'ACTIVE'
}

/** A new product, with its one variant and its stock. */
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
