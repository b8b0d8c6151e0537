/** What is switched of an integration, with what it is called, in the order in which it is shown. */
export const settingLabels = {
  never_run_full_update: 'Never run a full update',
  store_synchronize: 'Synchronize the store',
  full_product_import: 'Send whole products',
  upload_outofstock_product: 'Add products without stock',
  support_multi_update: 'Several products a call',
  deactivate_inactive_products: 'Make gone products inactive',
  support_product_attribute: 'Send attributes',
  special_attribute_enabled: 'Send special attributes',
  image_upload: 'Send images',
  upload_multi_images: 'Send all images',
  skip_multi_image: 'No more images later',
  images_during_pqs: 'Images with price and stock',
  skip_color_variant_images: 'No images of colors',
  skip_quantity_updates: 'Leave quantities alone',
  skip_price_updates: 'Leave prices alone',
  sell_below_map: 'Sell below MAP',
  include_msrp: 'MSRP as list price',
  allow_ignore_brand_map: 'Price rules may ignore MAP',
  allow_price_override_below_map: 'Fixed prices below MAP',
  firearms_allowed: 'Send firearms',
  single_level_category: 'Last level of category only',
  use_weight_scale: 'Scale weights',
  is_smart_update: 'Skip what is unchanged',
  load_child_product_conflicts: 'Send SKUs of two suppliers',
  missing_lookup_products: 'Add what the look-up misses',
  delete_market_products: 'Delete gone products',
} as const
export type IntegrationSetting = keyof typeof settingLabels
/** 0 or 1 on the wire. */
export type Switch = boolean | 0 | 1
export const integrationSettings = Object.keys(settingLabels) as [IntegrationSetting]

/** What beside the switches is set of an integration. */
export const amountLabels = {
  quantity_buffer: 'Quantity buffer',
  quantity_minimum: 'Quantity minimum',
  quantity_maximum: 'Quantity maximum',
  weight_scale: 'Weight scale',
} as const
