import { settingLabels, type amountLabels, type IntegrationSetting } from './settings.ts'

/** What each switch changes of what the store is sent, in a sentence. */
export const settingWords: Readonly<Record<IntegrationSetting, string>> = {
  never_run_full_update: 'Sends only changes, never everything.',
  store_synchronize: 'Off: nothing is sent to the store.',
  full_product_import:
    'Sends title, description, images, category and more. Off: only prices and quantities.',
  upload_outofstock_product: 'Also adds products that are out of stock.',
  support_multi_update: 'Sends several products in a call if the market allows it. Off: one per call.',
  deactivate_inactive_products:
    'Makes removed and inactive products inactive in the store. Off: only sets quantity to 0.',
  support_product_attribute: 'Sends attributes such as color and material.',
  special_attribute_enabled: 'Sends UPC, EAN, MPN, ASIN and similar if a product has them.',
  image_upload: 'Off: no images are sent, regardless of the other image settings.',
  upload_multi_images: 'Sends all images. Off: only the first.',
  skip_multi_image: 'Existing products get only their first image in updates. New products get all.',
  images_during_pqs: 'Also sends images with price and quantity updates.',
  skip_color_variant_images: 'Skips images of a single color.',
  skip_quantity_updates: 'For existing products, only sell-outs and restocks are sent.',
  skip_price_updates: 'Prices of existing products are not sent.',
  sell_below_map:
    'Allows prices below the minimum advertised price (MAP). Off: lower prices are raised to it.',
  include_msrp: 'Sends the manufacturer’s suggested price (MSRP) as the list price.',
  allow_ignore_brand_map: 'Price rules can ignore their brand’s minimum advertised price.',
  allow_price_override_below_map: 'Fixed $ price rules can go below the minimum advertised price.',
  firearms_allowed: 'Sends firearms. Off: they are skipped.',
  single_level_category: 'Garden > Tools > Rakes is sent as Rakes.',
  use_weight_scale: 'Multiplies weights by the weight scale.',
  is_smart_update: 'Skips products unchanged since last sent. Off: every update sends all products.',
  load_child_product_conflicts:
    'Sends products even if another supplier’s has the same SKU. Off: keeps the first.',
  missing_lookup_products:
    'Re-adds missing listings with the next update. Off: when the product next changes.',
  delete_market_products: 'Removed products are permanently deleted from the store instead of made inactive.',
}

/** What each amount changes of what the store is sent. */
export const amountWords: Readonly<Record<keyof typeof amountLabels, string>> = {
  quantity_buffer: 'Held back from each listing. 10 in stock with a buffer of 2 shows 8.',
  quantity_minimum: 'Quantities below this show as 0. Enter 0 for no minimum.',
  quantity_maximum: 'The highest quantity shown.',
  weight_scale: 'Weights are multiplied by this.',
}

/** The switches by what they are about. */
export const settingGroups: readonly (readonly [title: string, settings: readonly IntegrationSetting[]])[] = [
  [
    'Sending',
    [
      'store_synchronize',
      'full_product_import',
      'is_smart_update',
      'never_run_full_update',
      'support_multi_update',
      'upload_outofstock_product',
      'missing_lookup_products',
      'load_child_product_conflicts',
      'firearms_allowed',
    ],
  ],
  ['Removed products', ['deactivate_inactive_products', 'delete_market_products']],
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

/** Exceptions to another switch, shown beneath it. */
export const exceptions: { readonly [name in IntegrationSetting]?: readonly IntegrationSetting[] } = {
  sell_below_map: ['allow_ignore_brand_map', 'allow_price_override_below_map'],
}

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
