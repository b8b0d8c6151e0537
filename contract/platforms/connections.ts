/** What of a store a field may fill in; of a secret one only a password. */
export const storeFields = {
  vendor_store_name: 'Store name',
  store_url: 'Store address',
  store_admin_url: 'Admin address',
  store_admin_login: 'Admin login',
  store_admin_password: 'Admin password',
  store_ftp_server: 'FTP server',
  store_ftp_login: 'FTP login',
  store_ftp_password: 'FTP password',
  database_name: 'Database name',
  database_username: 'Database user',
  database_password: 'Database password',
  image_file_path: 'Image path',
  custom_image_name: 'Image name',
} as const

/** The settings of an integration: each is on or off. */
export const integrationSettings = [
  'never_run_full_update',
  'store_synchronize',
  'full_product_import',
  'upload_outofstock_product',
  'support_multi_update',
  'deactivate_inactive_products',
  'support_product_attribute',
  'special_attribute_enabled',
  'image_upload',
  'upload_multi_images',
  'skip_multi_image',
  'images_during_pqs',
  'skip_color_variant_images',
  'skip_quantity_updates',
  'skip_price_updates',
  'sell_below_map',
  'include_msrp',
  'allow_ignore_brand_map',
  'allow_price_override_below_map',
  'firearms_allowed',
  'single_level_category',
  'use_weight_scale',
  'is_smart_update',
  'load_child_product_conflicts',
  'missing_lookup_products',
  'delete_market_products',
] as const

export const isSecretOfStore = (name: string): boolean => name.endsWith('_password')
