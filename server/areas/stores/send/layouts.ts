import type { Content } from '#contract/integrations/listing.ts'
import { cartPlatformOf } from '#contract/stores/cart-platforms.ts'
import type { Part } from '#contract/stores/shops.ts'

/** What one row sends to a store; absent fields aren't sent. */
export interface ToldRow {
  sku: string
  quantity?: number
  active?: boolean
  removed?: boolean
  price?: string | null
  list_price?: string | null
  content?: Content
  images?: readonly string[]
}

type Column = readonly [header: string, value: (row: ToldRow) => string]
export type Layout = Readonly<Record<Part, readonly Column[]>> & { sku: string }

const price = (row: ToldRow) => row.price ?? ''
const listPrice = (row: ToldRow) => row.list_price ?? ''
const quantity = (row: ToldRow) => String(row.active === false ? 0 : (row.quantity ?? 0))
const flag = (yes: string, no: string, isTrue: (row: ToldRow) => boolean) => (row: ToldRow) =>
  isTrue(row) ? yes : no
const isActive = (row: ToldRow) => row.active !== false
const content = (read: (content: Content) => string) => (row: ToldRow) =>
  row.content ? read(row.content) : ''
const images = (separator: string) => (row: ToldRow) =>
  (row.content?.images ?? row.images ?? []).join(separator)
const levels = (separator: string) => content((c) => c.category.replaceAll(' > ', separator))
const special = (name: string) => content((c) => c.special[name] ?? '')
const attribute = (name: string) => content((c) => c.attributes[name] ?? '')

const plain: Layout = {
  sku: 'sku',
  content: [
    ['title', content((c) => c.title)],
    ['description', content((c) => c.description)],
    ['brand', content((c) => c.brand)],
    ['category', content((c) => c.category)],
    ['weight', content((c) => c.weight)],
    ...(['upc', 'ean', 'isbn', 'asin'] as const).map((name): Column => [name, special(name)]),
    ...(['options', 'length', 'width', 'height'] as const).map((name): Column => [name, attribute(name)]),
    ['images', images('|')],
  ],
  images: [['images', images('|')]],
  price: [
    ['price', price],
    ['list_price', listPrice],
  ],
  quantity: [
    ['quantity', quantity],
    ['active', flag('1', '0', isActive)],
  ],
  removed: [['delete', flag('1', '0', (row) => row.removed === true)]],
}

// X-Cart 5: levels of a category by >>>, several values by &&
const xcart: Layout = {
  sku: 'sku',
  content: [
    ['name', content((c) => c.title)],
    ['description', content((c) => c.description)],
    ['brand', content((c) => c.brand)],
    ['categories', levels('>>>')],
    ['weight', content((c) => c.weight)],
    ['upc', special('upc')],
    ['images', images('&&')],
  ],
  images: [['images', images('&&')]],
  price: [
    ['price', price],
    ['marketPrice', listPrice],
  ],
  quantity: [
    ['inventoryTrackingEnabled', () => 'Yes'],
    ['stockLevel', quantity],
    ['enabled', flag('Yes', 'No', isActive)],
  ],
  removed: [['delete', flag('Yes', 'No', (row) => row.removed === true)]],
}

// Magento 2, to be imported by Add/Update: an empty cell would erase, so each file has only what it tells
const magento: Layout = {
  sku: 'sku',
  content: [
    ['attribute_set_code', () => 'Default'],
    ['product_type', () => 'simple'],
    ['product_websites', () => 'base'],
    ['name', content((c) => c.title)],
    ['description', content((c) => c.description)],
    [
      'categories',
      content((c) => (c.category ? `Default Category/${c.category.replaceAll(' > ', '/')}` : '')),
    ],
    ['weight', content((c) => c.weight)],
    [
      'additional_attributes',
      content((c) => pairs({ ...(c.brand && { manufacturer: c.brand }), ...c.special })),
    ],
    ['base_image', (row) => row.content?.images[0] ?? ''],
    ['additional_images', (row) => row.content?.images.slice(1).join(',') ?? ''],
  ],
  images: [
    ['base_image', (row) => row.images?.[0] ?? ''],
    ['additional_images', (row) => row.images?.slice(1).join(',') ?? ''],
  ],
  price: [
    ['price', price],
    ['msrp_price', listPrice],
  ],
  quantity: [
    ['qty', quantity],
    ['is_in_stock', flag('1', '0', (row) => quantity(row) !== '0')],
    ['manage_stock', () => '1'],
    ['product_online', flag('1', '2', isActive)],
  ],
  removed: [['delete', flag('1', '0', (row) => row.removed === true)]],
}
const pairs = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value.replaceAll(',', ' ')}`)
    .join(',')

const layouts: Readonly<Record<string, Layout>> = { Magento: magento, XCart: xcart }
/** How a market's files are laid out (docs/domain/stores.md, File drop). */
export const layoutOf = (market: { market_id: number; market_name: string }): Layout =>
  layouts[cartPlatformOf(market) ?? ''] ?? plain

/** The columns of a file whose rows all tell these parts. */
export const columnsOf = (layout: Layout, parts: readonly Part[]): readonly Column[] => [
  [layout.sku, (row) => row.sku],
  // a product's content includes its images
  ...parts.filter((part) => part !== 'images' || !parts.includes('content')).flatMap((part) => layout[part]),
]
