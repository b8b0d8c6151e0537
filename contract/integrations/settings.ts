/** What is switched of an integration, with what it is called, in the order in which it is shown. */
export const settingLabels = {
  never_run_full_update: 'Never run a full update',
  store_synchronize: 'Synchronize the store',
  full_product_import: 'Send whole products',
  upload_outofstock_product: 'Add products without stock',
  support_multi_update: 'Several products per call',
  deactivate_inactive_products: 'Deactivate removed products',
  support_product_attribute: 'Send attributes',
  special_attribute_enabled: 'Send special attributes',
  image_upload: 'Send images',
  upload_multi_images: 'Send all images',
  skip_multi_image: 'First image only in updates',
  images_during_pqs: 'Send images with price and stock',
  skip_color_variant_images: 'Skip color images',
  skip_quantity_updates: 'Skip quantity updates',
  skip_price_updates: 'Skip price updates',
  sell_below_map: 'Sell below MAP',
  include_msrp: 'Send MSRP as list price',
  allow_ignore_brand_map: 'Let price rules ignore MAP',
  allow_price_override_below_map: 'Allow fixed prices below MAP',
  firearms_allowed: 'Send firearms',
  single_level_category: 'Send last category level only',
  use_weight_scale: 'Scale weights',
  is_smart_update: 'Skip unchanged products',
  load_child_product_conflicts: 'Send duplicate SKUs',
  missing_lookup_products: 'Re-add missing listings',
  delete_market_products: 'Delete removed products',
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
