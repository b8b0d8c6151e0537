import { listPriceText, priceText, type Priced } from '../pricing/price.ts'
import type { Part } from '../stores/shops.ts'
import type { IntegrationSetting } from './settings.ts'

/** How an integration is sent, as its row has it. */
export interface SentBy extends Record<IntegrationSetting, boolean> {
  quantity_buffer: number
  quantity_minimum: number
  quantity_maximum: number | null
  weight_scale: string
}

/** What of a product a store may be told, as the catalogue has it. */
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

/** What only makes a listing, beside price and quantity. Empty texts are left out. */
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

/** A product as a store shall show it; what is null is not told, and stays as it is there. */
export interface Listing {
  quantity: number | null
  /** null: it has none, or it isn't told. */
  price: string | null
  /** Told with the price alone; null: it has none. */
  list_price: string | null
  active: boolean
  /** The store deletes it. */
  removed: boolean
  content: Content | null
}
/** Why a store isn't told of a product at all. */
export const notSent = {
  store_synchronize: 'This integration isn’t synchronized',
  firearms_allowed: 'It is a firearm, and this integration sends none',
  upload_outofstock_product: 'It is out of stock, and the store hasn’t got it yet',
  inactive: 'It is inactive or gone from the feed, and the store hasn’t got it',
  price: 'It has no price, and the store hasn’t got it yet',
  load_child_product_conflicts: 'Another supplier’s product of this SKU is in the store',
} as const
export type NotSent = keyof typeof notSent

interface Known {
  /** The store has it. */
  known: boolean
  /** What it shows of it, as far as that is known. */
  shows: Shows
  /** Another supplier's product of this SKU is in the store. */
  taken: boolean
  /** By the vendor's rules; undefined: the vendor has none. */
  priced: Priced | undefined
  /** What is new there is on sale at once. */
  needsPrice: boolean
}

interface Shows {
  quantity: number | null
  active: boolean | null
}
/** It was told to be sold no more: what is new is told to be out of stock only where that is added, too. */
const isDown = ({ quantity, active }: Shows, by: SentBy): boolean =>
  active === false || (quantity === 0 && !by.upload_outofstock_product)

/** What a store is to show of a product, or why nothing (docs/domain.md, What a store is told). */
export function listingOf(
  p: CatalogueProduct,
  by: SentBy,
  { known, shows, taken, priced, needsPrice }: Known,
): Listing | NotSent {
  const price = priced && priceText(priced)
  if (!by.store_synchronize) return 'store_synchronize'
  if (!by.firearms_allowed && isFirearm(p)) return known ? outOf(by) : 'firearms_allowed'
  if (taken && !by.load_child_product_conflicts && !known) return 'load_child_product_conflicts'
  if (!p.active) return known ? outOf(by) : 'inactive'
  // what nobody may buy at a price of before is sold out until it has one
  const quantity = price === null ? 0 : told(p.quantity, by)
  if (!known) {
    if (price === null || (price === undefined && needsPrice)) return 'price'
    if (quantity === 0 && !by.upload_outofstock_product) return 'upload_outofstock_product'
  }
  const pricesStay = known && by.skip_price_updates
  // what we took down nobody else puts up again
  const stays = known && by.skip_quantity_updates && price !== null && !isDown(shows, by)
  return {
    quantity: stays ? null : quantity,
    price: pricesStay ? null : (price ?? null),
    list_price: by.include_msrp && priced && !pricesStay ? listPriceText(priced) : null,
    active: true,
    removed: false,
    content: by.full_product_import ? contentOf(p, by, known) : null,
  }
}

/** What of it a market is told that can be told these parts. */
export const tellable = (listing: Listing, tells: readonly Part[]): Listing => ({
  ...listing,
  removed: listing.removed && tells.includes('removed'),
  ...(!tells.includes('content') && { content: null }),
  ...(!tells.includes('price') && { price: null, list_price: null }),
})

/** A product that isn't sold any more: deleted, inactive, or out of stock. */
const outOf = (by: SentBy): Listing => ({
  quantity: 0,
  price: null,
  list_price: null,
  active: !by.deactivate_inactive_products,
  removed: by.delete_market_products,
  content: null,
})

/** So many that the store may sell: less the buffer, none below the minimum, at most the maximum. */
function told(quantity: number, by: SentBy): number {
  const left = quantity - by.quantity_buffer
  if (left <= 0 || left < by.quantity_minimum) return 0
  return by.quantity_maximum === null ? left : Math.min(left, by.quantity_maximum)
}

function contentOf(p: CatalogueProduct, by: SentBy, known: boolean): Content {
  const special = { upc: p.upc, ean: p.ean, isbn: p.isbn, asin: p.asin }
  const attributes = { options: p.options, length: p.length, width: p.width, height: p.height }
  return {
    title: p.title ?? '',
    description: p.description ?? '',
    brand: p.manufacturer ?? '',
    category: categoryOf(p.categories, by),
    images: imagesOf(p, by, known),
    weight: weightOf(p.weight, by),
    special: by.special_attribute_enabled ? filled(special) : {},
    attributes: by.support_product_attribute ? filled(attributes) : {},
  }
}

/** The first category, whole or its last level alone. */
function categoryOf(categories: string | null, by: SentBy): string {
  const levels = (categories?.split('|')[0] ?? '')
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean)
  return by.single_level_category ? (levels.at(-1) ?? '') : levels.join(' > ')
}

/** The images that are sent with a product's other content. */
export function imagesOf(
  p: Pick<CatalogueProduct, 'images' | 'options' | 'parent_sku'>,
  by: SentBy,
  known: boolean,
): string[] {
  if (!by.image_upload) return []
  if (by.skip_color_variant_images && p.parent_sku && /colou?r/i.test(p.options ?? '')) return []
  const all = (p.images ?? '').split('\n').filter(Boolean)
  const several = by.upload_multi_images && !(known && by.skip_multi_image)
  return several ? all : all.slice(0, 1)
}

function weightOf(weight: string | null, by: SentBy): string {
  if (weight === null || !by.use_weight_scale) return weight ?? ''
  return String(Math.round(Number(weight) * Number(by.weight_scale) * 10_000) / 10_000)
}

const filled = (values: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** UNSPSC 461015 is the commodity class of firearms; else a level of its category is called so. */
export const isFirearm = (p: Pick<CatalogueProduct, 'unspsc' | 'categories'>): boolean =>
  (p.unspsc ?? '').replaceAll(/\D/g, '').startsWith('461015') ||
  (p.categories ?? '')
    .split(/[|>]/)
    .some((level) => /^(firearms?|guns?|handguns?|pistols?|rifles?|shotguns?)$/i.test(level.trim()))
