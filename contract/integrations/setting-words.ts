import { settingLabels, type amountLabels, type IntegrationSetting } from './settings.ts'

/** What each switch changes of what the store is sent, in a sentence. */
export const settingWords: Readonly<Record<IntegrationSetting, string>> = {
  never_run_full_update: 'Only what changed is ever sent to the store, never everything again.',
  store_synchronize: 'Off: this integration sends the store nothing at all.',
  full_product_import:
    'Whole products are sent: title, description, images, category and the rest. Off: prices and quantities alone.',
  upload_outofstock_product: 'Products without stock that the store hasn’t got yet are sent, too.',
  support_multi_update:
    'Several products go out in one call where the market takes that. Off: one a call. Files and feeds always hold many.',
  deactivate_inactive_products:
    'A product that is gone or inactive is made inactive in the store. Off: only its quantity goes to 0.',
  support_product_attribute: 'The attributes of products, such as color and material, are sent.',
  special_attribute_enabled:
    'The market’s special attributes, such as UPC, EAN, MPN and ASIN, are sent where a product has them.',
  image_upload: 'Images are sent. Off: none is, whatever else is said of images.',
  upload_multi_images: 'All images of a product are sent. Off: the first one alone.',
  skip_multi_image:
    'A product that the store already has gets no images beyond its first when it is updated; new ones get all.',
  images_during_pqs:
    'Images are sent with updates of price and quantity, too, not with whole products alone.',
  skip_color_variant_images: 'Images that belong to one color of a product are not sent.',
  skip_quantity_updates:
    'The quantity of a product that the store already has is not sent, but for 0 where it isn’t sold any more, and what it is sold with after that.',
  skip_price_updates: 'The price of a product that the store already has is not sent.',
  sell_below_map:
    'Prices may lie below the minimum advertised price (MAP). Off: a lower price is raised to it.',
  include_msrp: 'The manufacturer’s suggested price (MSRP) is sent as the list price beside the price.',
  allow_ignore_brand_map: 'A price rule that says so ignores the minimum advertised price of its brand.',
  allow_price_override_below_map: 'A Fixed $ price rule may be below the minimum advertised price.',
  firearms_allowed: 'Products that are firearms are sent. Off: they are left out.',
  single_level_category:
    'Only the last level of a category is sent: Garden > Tools > Rakes is sent as Rakes.',
  use_weight_scale: 'Weights are multiplied by the weight scale before they are sent.',
  is_smart_update:
    'What is as it was sent last is skipped. Off: each update sends every product, changed or not.',
  load_child_product_conflicts:
    'A product whose SKU another supplier’s product in the store has is sent all the same. Off: the first stays alone.',
  missing_lookup_products:
    'Products that the market hasn’t got any more are sent as new ones with the next update. Off: when they change next.',
  delete_market_products:
    'A product that is gone is deleted from the store rather than made inactive. What is deleted there is lost.',
}

/** What each amount changes of what the store is sent. */
export const amountWords: Readonly<Record<keyof typeof amountLabels, string>> = {
  quantity_buffer: 'So many are kept back: of 10 in stock and a buffer of 2 the store is told 8.',
  quantity_minimum: 'What is left below this is told as 0; 0 sets no minimum.',
  quantity_maximum: 'The store is never told more than this; empty sets no maximum.',
  weight_scale: 'What weights are multiplied by while Scale weights is on.',
}

/** The switches by what they are about. */
export const settingGroups: readonly (readonly [title: string, settings: readonly IntegrationSetting[]])[] = [
  [
    'What is sent',
    [
      'store_synchronize',
      'full_product_import',
      'is_smart_update',
      'never_run_full_update',
      'support_multi_update',
      'upload_outofstock_product',
      'missing_lookup_products',
      'firearms_allowed',
    ],
  ],
  [
    'What goes away',
    ['deactivate_inactive_products', 'delete_market_products', 'load_child_product_conflicts'],
  ],
  [
    'Prices and quantities',
    [
      'skip_price_updates',
      'skip_quantity_updates',
      'include_msrp',
      'sell_below_map',
      'allow_ignore_brand_map',
      'allow_price_override_below_map',
    ],
  ],
  [
    'Images',
    [
      'image_upload',
      'upload_multi_images',
      'skip_multi_image',
      'images_during_pqs',
      'skip_color_variant_images',
    ],
  ],
  [
    'Attributes, categories and weight',
    ['support_product_attribute', 'special_attribute_enabled', 'single_level_category', 'use_weight_scale'],
  ],
]

type Switches = Readonly<Record<IntegrationSetting, boolean>>
const images = ['upload_multi_images', 'skip_multi_image', 'images_during_pqs', 'skip_color_variant_images']
const ofWholeProducts = [
  'support_product_attribute',
  'special_attribute_enabled',
  'single_level_category',
  'use_weight_scale',
]
/** A switch that has no say while another stands so. */
const overrules: readonly (readonly [by: IntegrationSetting, is: boolean, settings: readonly string[]])[] = [
  ['image_upload', false, images],
  ['full_product_import', false, ofWholeProducts],
  ['upload_multi_images', false, ['skip_multi_image']],
  ['never_run_full_update', true, ['is_smart_update']],
  ['delete_market_products', true, ['deactivate_inactive_products']],
  ['sell_below_map', true, ['allow_ignore_brand_map', 'allow_price_override_below_map']],
]
/** Why a switch changes nothing now; undefined: it does. */
export function withoutEffect(setting: IntegrationSetting, now: Switches): string | undefined {
  const rule = overrules.find(
    ([cause, causeValue, settings]) => settings.includes(setting) && now[cause] === causeValue,
  )
  return rule && `No effect while “${settingLabels[rule[0]]}” is ${rule[1] ? 'on' : 'off'}`
}
