import { expect, test } from 'vitest'
import { integrationSettings } from './settings.ts'
import { pricing } from '../pricing/price.ts'
import { priceRule } from '../pricing/rules.ts'
import {
  imagesOf,
  isFirearm,
  listingOf,
  sendablePart,
  type CatalogueProduct,
  type SendSettings,
} from './listing.ts'

const product: CatalogueProduct = {
  sku: 'A-1',
  title: 'Saw',
  description: 'Cuts',
  manufacturer: 'Bosch',
  categories: 'Garden > Tools > Saws | Sale',
  images: 'https://a/1.jpg\nhttps://a/2.jpg',
  weight: '2.5000',
  length: '10',
  width: null,
  height: null,
  upc: '012345678905',
  ean: null,
  isbn: null,
  asin: 'B0ABC',
  unspsc: null,
  options: 'Size: L',
  parent_sku: null,
  quantity: 8,
  active: true,
}
const usual: SendSettings = {
  ...(Object.fromEntries(integrationSettings.map((name) => [name, false])) as Record<
    (typeof integrationSettings)[number],
    boolean
  >),
  store_synchronize: true,
  full_product_import: true,
  deactivate_inactive_products: true,
  image_upload: true,
  upload_multi_images: true,
  quantity_buffer: 0,
  quantity_minimum: 0,
  quantity_maximum: null,
  weight_scale: '1',
}
interface Given {
  p?: Partial<CatalogueProduct>
  by?: Partial<SendSettings>
  known?: boolean
  shows?: { quantity: number | null; active: boolean | null }
  taken?: boolean
  needsPrice?: boolean
  price?: string | null | undefined
  msrp?: string | null
  currency?: string
}
/** Priced at what the vendor's rule says; null: the product has no cost. */
const pricedAt = (given: Given) => {
  const { price = '12.99', msrp = '30.0000', currency = null } = given
  if ('price' in given && given.price === undefined) return undefined
  const [markup_value, wholesale_price] = given.price === null ? ['1', null] : [price, '1']
  const blank = { dropshipper_id: 1, manufacturer: null, categories: null, map_price: null }
  const rule = priceRule.parse({ markup_type_id: 7, markup_value })
  const settings = { market_id: 1, sell_below_map: false, allow_ignore_brand_map: false }
  return pricing([rule], [{ code: 'ZAR', rate: '0.054' }])(
    { ...blank, wholesale_price, msrp, dropship_fee: null, shipping_cost: null, currency },
    { ...settings, allow_price_override_below_map: false },
  )
}
const listing = (given: Given = {}) =>
  listingOf(
    { ...product, ...given.p },
    { ...usual, ...given.by },
    {
      known: given.known ?? true,
      shows: given.shows ?? { quantity: 5, active: true },
      taken: given.taken ?? false,
      needsPrice: given.needsPrice ?? false,
      priced: pricedAt(given),
    },
  )
const told = (given: Given = {}) => {
  const found = listing(given)
  if (typeof found === 'string') throw new Error(found)
  return found
}

test('a product is sent to a store with its current values', () => {
  expect(listing()).toEqual({
    quantity: 8,
    price: '12.99',
    list_price: null,
    active: true,
    removed: false,
    content: {
      title: 'Saw',
      description: 'Cuts',
      brand: 'Bosch',
      category: 'Garden > Tools > Saws',
      images: ['https://a/1.jpg', 'https://a/2.jpg'],
      weight: '2.5000',
      special: {},
      attributes: {},
    },
  })
})

test('values missing from a product’s feed are sent as empty', () => {
  const p = {
    title: null,
    description: null,
    manufacturer: null,
    categories: null,
    images: null,
    weight: null,
  }
  const empty = { title: '', description: '', brand: '', category: '', images: [], weight: '' }
  expect(told({ p }).content).toMatchObject(empty)
})

test('an integration with syncing turned off sends nothing', () => {
  expect(listing({ by: { store_synchronize: false } })).toBe('store_synchronize')
})

test('the buffer is subtracted from the quantity, then the minimum and maximum apply', () => {
  const left = (quantity: number, by: Partial<SendSettings>) => told({ p: { quantity }, by }).quantity
  expect(left(8, { quantity_buffer: 3 })).toBe(5)
  expect(left(3, { quantity_buffer: 3 })).toBe(0)
  expect(left(1, { quantity_buffer: 3 })).toBe(0)
  expect(left(8, { quantity_minimum: 8 })).toBe(8)
  expect(left(8, { quantity_minimum: 9 })).toBe(0)
  expect(left(8, { quantity_buffer: 3, quantity_minimum: 6 })).toBe(0)
  expect(left(8, { quantity_maximum: 5 })).toBe(5)
  expect(left(8, { quantity_maximum: 8 })).toBe(8)
  expect(left(8, { quantity_buffer: 3, quantity_maximum: 6 })).toBe(5)
})

test('an out-of-stock product is added to a store only if the integration says so', () => {
  const none = { quantity: 0 }
  expect(listing({ p: none, known: false })).toBe('upload_outofstock_product')
  expect(listing({ known: false, by: { quantity_buffer: 8 } })).toBe('upload_outofstock_product')
  expect(told({ p: none, known: false, by: { upload_outofstock_product: true } }).quantity).toBe(0)
  expect(told({ p: none }).quantity).toBe(0)
})

test('quantities and prices are left alone if the integration skips them, except for new products', () => {
  const both = { skip_quantity_updates: true, skip_price_updates: true, include_msrp: true }
  expect(told({ by: both })).toMatchObject({ quantity: null, price: null, list_price: null })
  expect(told({ by: both, known: false })).toMatchObject({
    quantity: 8,
    price: '12.99',
    list_price: '30.00',
  })
})

test('a product taken off sale gets its quantity again, even if quantities are skipped', () => {
  const left = (quantity: number | null, active: boolean | null, by: Partial<SendSettings> = {}) =>
    told({ by: { skip_quantity_updates: true, ...by }, shows: { quantity, active } }).quantity
  expect(left(0, false)).toBe(8)
  expect(left(0, true)).toBe(8)
  expect(left(3, true)).toBeNull()
  expect(left(null, null)).toBeNull()
  // it may have been new without stock, which is its vendor's to set
  expect(left(0, true, { upload_outofstock_product: true })).toBeNull()
  expect(left(0, false, { upload_outofstock_product: true })).toBe(8)
})

test('a product without a price is sold out until it has one, and isn’t added to any store', () => {
  expect(told({ price: null })).toMatchObject({ quantity: 0, price: null, active: true })
  expect(told({ price: null, by: { skip_quantity_updates: true } }).quantity).toBe(0)
  expect(listing({ price: null, known: false })).toBe('price')
  expect(listing({ price: null, known: false, by: { upload_outofstock_product: true } })).toBe('price')
  expect(told({ price: undefined })).toMatchObject({ quantity: 8, price: null })
  expect(told({ price: undefined, known: false })).toMatchObject({ quantity: 8, price: null })
  expect(listing({ price: undefined, known: false, needsPrice: true })).toBe('price')
  expect(told({ price: undefined, needsPrice: true })).toMatchObject({ quantity: 8, price: null })
})

test('the MSRP is sent as the list price if the integration includes it', () => {
  expect(told({ by: { include_msrp: true } }).list_price).toBe('30.00')
  expect(told({ by: { include_msrp: true }, msrp: '0.0040' }).list_price).toBeNull()
  expect(told({ by: { include_msrp: true }, msrp: null }).list_price).toBeNull()
  expect(told({ by: { include_msrp: true }, msrp: '370', currency: 'ZAR' }).list_price).toBe('19.98')
})

test('a missing product is deactivated, sold out or deleted, as the integration says', () => {
  const gone = { active: false }
  expect(told({ p: gone })).toMatchObject({ quantity: 0, active: false, removed: false, content: null })
  expect(told({ p: gone, by: { deactivate_inactive_products: false } })).toMatchObject({
    quantity: 0,
    active: true,
  })
  expect(told({ p: gone, by: { delete_market_products: true } })).toMatchObject({ removed: true })
  expect(listing({ p: gone, known: false })).toBe('inactive')
})

test('firearms are recognized by code or category, and sent only if allowed', () => {
  for (const p of [
    { unspsc: '46101504' },
    { categories: 'Sport > Rifles' },
    { categories: 'Sale | Guns' },
    { categories: 'Firearms' },
  ]) {
    expect(isFirearm({ unspsc: null, categories: null, ...p })).toBe(true)
    expect(listing({ p, known: false })).toBe('firearms_allowed')
    expect(told({ p })).toMatchObject({ quantity: 0, active: false })
    expect(told({ p, known: false, by: { firearms_allowed: true } }).quantity).toBe(8)
  }
  for (const name of 'Firearm Gun Handgun Pistol Rifle Shotgun'.split(' '))
    for (const categories of [name, `${name}s`.toUpperCase(), `Sport> ${name} |Sale`])
      expect(isFirearm({ unspsc: null, categories })).toBe(true)
  expect(isFirearm({ unspsc: '46-10-15.04', categories: null })).toBe(true)
  for (const p of [
    { unspsc: '46101604' },
    { categories: 'Toys > Water guns' },
    { categories: 'Gun safes' },
    { categories: null },
  ])
    expect(isFirearm({ unspsc: null, categories: null, ...p })).toBe(false)
})

test('a second supplier’s product with the same SKU is added only if the integration loads it', () => {
  expect(listing({ taken: true, known: false })).toBe('load_child_product_conflicts')
  expect(told({ taken: true, known: false, by: { load_child_product_conflicts: true } }).quantity).toBe(8)
  expect(told({ taken: true }).quantity).toBe(8)
})

test('only prices and quantities are sent if the integration doesn’t import full products', () => {
  expect(told({ by: { full_product_import: false } })).toMatchObject({
    content: null,
    quantity: 8,
    price: '12.99',
  })
})

test('a market that can’t accept some values is sent the others', () => {
  const gone = told({ p: { active: false }, by: { delete_market_products: true } })
  expect(sendablePart(gone, ['quantity'])).toEqual({ ...gone, removed: false })
  expect(sendablePart(gone, ['quantity', 'removed'])).toEqual(gone)
  const whole = told({ by: { include_msrp: true } })
  const { price, list_price, content } = whole
  const none = { price: null, list_price: null, content: null }
  expect(sendablePart(whole, ['quantity', 'removed'])).toEqual({ ...whole, ...none })
  expect(sendablePart(whole, ['price'])).toEqual({ ...whole, ...none, price, list_price })
  expect(sendablePart(whole, ['content'])).toEqual({ ...whole, ...none, content })
})

test('all images, only the first or none are sent, as the integration says', () => {
  const images = (by: Partial<SendSettings>, known = true, p: Partial<CatalogueProduct> = {}) =>
    imagesOf({ ...product, ...p }, { ...usual, ...by }, known).length
  expect(images({})).toBe(2)
  expect(images({ image_upload: false })).toBe(0)
  expect(images({ upload_multi_images: false })).toBe(1)
  expect(images({ skip_multi_image: true })).toBe(1)
  expect(images({ skip_multi_image: true }, false)).toBe(2)
  expect(images({}, true, { images: null })).toBe(0)
  expect(images({ skip_color_variant_images: true }, true, { parent_sku: 'A', options: null })).toBe(2)
  const red = { parent_sku: 'A', options: 'Color: Red' }
  expect(images({ skip_color_variant_images: true }, true, red)).toBe(0)
  expect(images({}, true, red)).toBe(2)
  expect(images({ skip_color_variant_images: true }, true, { ...red, parent_sku: null })).toBe(2)
  expect(images({ skip_color_variant_images: true }, true, { ...red, options: 'Size: L' })).toBe(2)
})

test('a category is sent in full or by its last level, and only the first of several', () => {
  const category = (by: Partial<SendSettings>, categories = product.categories) =>
    told({ by, p: { categories } }).content!.category
  expect(category({ single_level_category: true })).toBe('Saws')
  expect(category({}, null)).toBe('')
  expect(category({}, ' Garden >Tools > |Sale')).toBe('Garden > Tools')
  expect(category({ single_level_category: true }, null)).toBe('')
})

test('weights are scaled, and identifiers and attributes sent, if the integration says so', () => {
  const content = (by: Partial<SendSettings>, p: Partial<CatalogueProduct> = {}) => told({ by, p }).content!
  expect(content({ use_weight_scale: true, weight_scale: '453.592370' }).weight).toBe('1133.9809')
  expect(content({ weight_scale: '2' }).weight).toBe('2.5000')
  expect(content({ use_weight_scale: true, weight_scale: '2' }, { weight: '0.000077' }).weight).toBe(
    '0.000154',
  )
  expect(content({ use_weight_scale: true, weight_scale: '2' }, { weight: null }).weight).toBe('')
  expect(content({ special_attribute_enabled: true }).special).toEqual({ upc: '012345678905', asin: 'B0ABC' })
  expect(content({ support_product_attribute: true }).attributes).toEqual({
    options: 'Size: L',
    length: '10',
  })
})
