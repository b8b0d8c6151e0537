import { listPriceText, priceText, type PriceResult } from '../pricing/price.ts'
import type { Part } from '../stores/shops.ts'
import type { IntegrationSetting } from './settings.ts'

/** An integration's settings for what is sent, as its row has them. */
export interface SendSettings extends Record<IntegrationSetting, boolean> {
  quantity_buffer: number
  quantity_minimum: number
  quantity_maximum: number | null
  weight_scale: string
}

/** A product as the catalog has it, as far as stores are sent it. */
export interface CatalogueProduct {
  sku: string
  title: string | null
  description: string | null
  manufacturer: string | null
  categories: string | null
  /** One a line. */
  images: string | null
  weight: string | null
  length: string | null
  width: string | null
  height: string | null
  upc: string | null
  ean: string | null
  isbn: string | null
  asin: string | null
  unspsc: string | null
  options: string | null
  parent_sku: string | null
  quantity: number
  /** It is in the feed, and its status is active. */
  active: boolean
}

/** The rest of a listing beside price and quantity. Empty texts are left out. */
export interface Content {
  title: string
  description: string
  brand: string
  category: string
  images: readonly string[]
  weight: string
  /** The market's special attributes: identifiers. */
  special: Readonly<Record<string, string>>
  attributes: Readonly<Record<string, string>>
}

/** A product as a store should show it; null isn't sent, and stays as it is there. */
export interface Listing {
  quantity: number | null
  /** null: it has none, or it isn't sent. */
  price: string | null
  /** Sent only with the price; null: it has none. */
  list_price: string | null
  active: boolean
  /** The store deletes it. */
  removed: boolean
  content: Content | null
}
/** Why a store isn't sent a product at all. */
export const notSent = {
  store_synchronize: '“Synchronize the store” is off for this integration',
  firearms_allowed: 'Firearms aren’t sent by this integration',
  upload_outofstock_product: 'Out of stock and not in the store yet',
  inactive: 'Inactive or missing from the feed, and not in the store',
  price: 'No price, and not in the store yet',
  load_child_product_conflicts: 'The store has another supplier’s product with this SKU',
} as const
export type NotSent = keyof typeof notSent

interface StoreFacts {
  /** The store has it. */
  known: boolean
  /** What it shows of it, as far as that is known. */
  shows: Shows
  /** Another supplier's product of this SKU is in the store. */
  taken: boolean
  /** By the vendor's rules; undefined: the vendor has none. */
  priced: PriceResult | undefined
  /** New products are on sale there at once. */
  needsPrice: boolean
}

interface Shows {
  quantity: number | null
  active: boolean | null
}
/** We took it down; new products are only sent with 0 in stock if out-of-stock products are added. */
const isDown = ({ quantity, active }: Shows, settings: SendSettings): boolean =>
  active === false || (quantity === 0 && !settings.upload_outofstock_product)

/** What a store should show of a product, or why it isn't sent (docs/domain/listings.md, What a store is sent). */
export function listingOf(
  p: CatalogueProduct,
  settings: SendSettings,
  { known: inStore, shows, taken: isTaken, priced: priceResult, needsPrice }: StoreFacts,
): Listing | NotSent {
  const price = priceResult && priceText(priceResult)
  if (!settings.store_synchronize) return 'store_synchronize'
  if (!settings.firearms_allowed && isFirearm(p))
    return inStore ? unsoldListing(settings) : 'firearms_allowed'
  if (isTaken && !settings.load_child_product_conflicts && !inStore) return 'load_child_product_conflicts'
  if (!p.active) return inStore ? unsoldListing(settings) : 'inactive'
  // a product without a price is sold out until it has one, as the old price no longer holds
  const quantity = price === null ? 0 : sellableQuantity(p.quantity, settings)
  if (!inStore) {
    if (price === null || (price === undefined && needsPrice)) return 'price'
    if (quantity === 0 && !settings.upload_outofstock_product) return 'upload_outofstock_product'
  }
  const pricesStay = inStore && settings.skip_price_updates
  // only we put products back up that we took down
  const stays = inStore && settings.skip_quantity_updates && price !== null && !isDown(shows, settings)
  return {
    quantity: stays ? null : quantity,
    price: pricesStay ? null : (price ?? null),
    list_price: settings.include_msrp && priceResult && !pricesStay ? listPriceText(priceResult) : null,
    active: true,
    removed: false,
    content: settings.full_product_import ? contentOf(p, settings, inStore) : null,
  }
}

/** The parts of a listing that a market accepts. */
export const sendablePart = (listing: Listing, tells: readonly Part[]): Listing => ({
  ...listing,
  removed: listing.removed && tells.includes('removed'),
  ...(!tells.includes('content') && { content: null }),
  ...(!tells.includes('price') && { price: null, list_price: null }),
})

/** A product that isn't sold any more: deleted, inactive, or out of stock. */
const unsoldListing = (settings: SendSettings): Listing => ({
  quantity: 0,
  price: null,
  list_price: null,
  active: !settings.deactivate_inactive_products,
  removed: settings.delete_market_products,
  content: null,
})

/** The quantity the store may sell: less the buffer, 0 below the minimum, at most the maximum. */
function sellableQuantity(quantity: number, settings: SendSettings): number {
  const available = quantity - settings.quantity_buffer
  if (available <= 0 || available < settings.quantity_minimum) return 0
  return settings.quantity_maximum === null ? available : Math.min(available, settings.quantity_maximum)
}

function contentOf(p: CatalogueProduct, settings: SendSettings, inStore: boolean): Content {
  const special = { upc: p.upc, ean: p.ean, isbn: p.isbn, asin: p.asin }
  return {
    title: p.title ?? '',
    description: p.description ?? '',
    brand: p.manufacturer ?? '',
    category: categoryOf(p.categories, settings),
    images: imagesOf(p, settings, inStore),
    weight: weightOf(p.weight, settings),
    special: settings.special_attribute_enabled ? filledEntries(special) : {},
    attributes: settings.support_product_attribute ? attributesOf(p) : {},
  }
}

/** What markets are sent as a product's attributes. */
export const attributesOf = (
  p: Pick<CatalogueProduct, 'options' | 'length' | 'width' | 'height'>,
): Record<string, string> =>
  filledEntries({ options: p.options, length: p.length, width: p.width, height: p.height })

/** The first category, whole or its last level alone. */
function categoryOf(categories: string | null, settings: SendSettings): string {
  const levels = (categories?.split('|')[0] ?? '')
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean)
  return settings.single_level_category ? (levels.at(-1) ?? '') : levels.join(' > ')
}

/** The images that are sent with a product's other content. */
export function imagesOf(
  p: Pick<CatalogueProduct, 'images' | 'options' | 'parent_sku'>,
  settings: SendSettings,
  inStore: boolean,
): string[] {
  if (!settings.image_upload) return []
  if (settings.skip_color_variant_images && p.parent_sku && /colou?r/i.test(p.options ?? '')) return []
  const all = (p.images ?? '').split('\n').filter(Boolean)
  const several = settings.upload_multi_images && !(inStore && settings.skip_multi_image)
  return several ? all : all.slice(0, 1)
}

function weightOf(weight: string | null, settings: SendSettings): string {
  if (weight === null || !settings.use_weight_scale) return weight ?? ''
  const scaledWeight = Number(weight) * Number(settings.weight_scale)
  // a light weight keeps more decimals
  const step = scaledWeight < 0.1 ? 1_000_000 : 10_000
  return String(Math.round(scaledWeight * step) / step)
}

const filledEntries = (values: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** UNSPSC 461015 is the commodity class of firearms; else a level of its category is called so. */
export const isFirearm = (p: Pick<CatalogueProduct, 'unspsc' | 'categories'>): boolean =>
  (p.unspsc ?? '').replaceAll(/\D/g, '').startsWith('461015') ||
  (p.categories ?? '')
    .split(/[|>]/)
    .some((level) => /^(firearms?|guns?|handguns?|pistols?|rifles?|shotguns?)$/i.test(level.trim()))

/** A product without its texts and images, where only prices and stock are counted: they never decide whether it is sent. */
export const noContent = {
  title: null,
  description: null,
  images: null,
  weight: null,
  length: null,
  width: null,
  height: null,
  upc: null,
  ean: null,
  isbn: null,
  asin: null,
  options: null,
  parent_sku: null,
} satisfies Partial<CatalogueProduct>
