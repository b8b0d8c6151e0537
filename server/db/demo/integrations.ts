import { activation } from '#contract/integrations/integrations.ts'
import type { ConfigType } from '#contract/integrations/market-configs.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

interface Config {
  name: string
  label: string
  type?: ConfigType
  hint?: string
  options?: readonly (readonly [value: string, label: string])[]
  by_default?: string
  needed?: boolean
}
const amazon: readonly Config[] = [
  {
    name: 'fulfilment_channel',
    label: 'Fulfillment',
    type: 'select',
    options: [
      ['by_seller', 'By seller'],
      ['by_amazon', 'By Amazon'],
    ],
    by_default: 'by_seller',
    needed: true,
  },
  { name: 'handling_days', label: 'Handling days', type: 'number', by_default: '2' },
  {
    name: 'item_condition',
    label: 'Item condition',
    type: 'select',
    options: [
      ['new', 'New'],
      ['refurbished', 'Refurbished'],
      ['used_like_new', 'Used, like new'],
    ],
    by_default: 'new',
    needed: true,
  },
  {
    name: 'shipping_template',
    label: 'Shipping template',
    hint: 'Template name in Seller Central. Leave blank for the account default',
  },
  {
    name: 'excluded_regions',
    label: 'Excluded regions',
    type: 'select_multiple',
    options: [
      ['alaska_hawaii', 'Alaska and Hawaii'],
      ['us_territories', 'US territories'],
      ['po_boxes', 'PO boxes'],
      ['apo_fpo', 'APO and FPO'],
    ],
  },
]
const shopify: readonly Config[] = [
  {
    name: 'product_status',
    label: 'Status of new products',
    type: 'select',
    options: [
      ['active', 'Active'],
      ['draft', 'Draft'],
    ],
    by_default: 'active',
    needed: true,
  },
  {
    name: 'sales_channels',
    label: 'Sales channels',
    type: 'select_multiple',
    hint: 'Channels for new products',
    options: [
      ['online_store', 'Online store'],
      ['point_of_sale', 'Point of sale'],
      ['shop', 'Shop'],
      ['buy_button', 'Buy button'],
    ],
    by_default: 'online_store',
  },
  { name: 'location_name', label: 'Stock location', needed: true, by_default: 'Default location' },
  {
    name: 'add_supplier_tag',
    label: 'Tag products with supplier name',
    type: 'checkbox',
    by_default: 'true',
  },
]
const walmart: readonly Config[] = [
  {
    name: 'product_id_type',
    label: 'Product ID type',
    type: 'select',
    options: [
      ['UPC', 'UPC'],
      ['GTIN', 'GTIN'],
      ['EAN', 'EAN'],
    ],
    by_default: 'UPC',
    needed: true,
  },
  { name: 'fulfilment_lag', label: 'Fulfillment lag (days)', type: 'number', by_default: '1' },
]
const configs: Readonly<Record<number, readonly Config[]>> = {
  9: amazon,
  44: amazon,
  76: amazon,
  24: amazon,
  39: shopify,
  122: shopify,
  63: walmart,
  136: walmart,
}

/** The markets' settings for integrations, and how integrations differ from them. */
export async function seedIntegrations(tx: Tx): Promise<void> {
  for (const [market_id, marketConfigs] of Object.entries(configs))
    for (const [i, config] of marketConfigs.entries())
      await sql`
        insert into market_config (market_id, config_name, config_label, config_type, config_hint,
          config_options, default_value, is_needed, config_order)
        select ${Number(market_id)}::int, ${config.name}, ${config.label}, ${config.type ?? 'text'},
          ${config.hint ?? ''},
          ${JSON.stringify((config.options ?? []).map(([value, label]) => ({ value, label })))}::jsonb,
          ${config.by_default ?? ''}, ${config.needed ?? false}, ${i}::int
        from market
        where market_id = ${Number(market_id)}`.execute(tx)
  await seedValues(tx)
  await sql`
    update vendor_market_map m
    set last_modified_tm = greatest(m.last_modified_tm, m.insert_tm),
      supplier_account_confirmed = m.supplier_account_confirmed or m.is_activated > 0,
      access_details_provided = m.access_details_provided or m.is_activated > 0,
      tools_configured = m.tools_configured or m.is_activated > 0,
      full_product_import = m.vendor_market_map_id % 6 <> 0,
      upload_outofstock_product = m.vendor_market_map_id % 8 = 0,
      support_product_attribute = m.vendor_market_map_id % 2 = 0,
      special_attribute_enabled = k.market_id in (9, 24, 44, 76, 63, 136, 1),
      upload_multi_images = m.vendor_market_map_id % 5 <> 0,
      images_during_pqs = m.vendor_market_map_id % 19 = 0,
      skip_price_updates = m.vendor_market_map_id % 23 = 0,
      include_msrp = m.vendor_market_map_id % 3 = 0,
      sell_below_map = m.vendor_market_map_id % 29 = 0,
      single_level_category = k.market_id in (34, 36, 48),
      use_weight_scale = m.vendor_market_map_id % 14 = 0,
      weight_scale = case when m.vendor_market_map_id % 14 = 0 then 1.1 else 1 end,
      firearms_allowed = m.vendor_market_map_id % 31 = 0 and k.market_id in (34, 36, 48),
      delete_market_products = m.vendor_market_map_id % 17 = 0,
      never_run_full_update = m.vendor_market_map_id % 41 = 0,
      store_synchronize = m.vendor_market_map_id % 43 <> 0,
      quantity_buffer = case when m.vendor_market_map_id % 4 = 0 then 2 else 0 end,
      quantity_minimum = case when m.vendor_market_map_id % 9 = 0 then 1 else 0 end,
      quantity_maximum = case when m.vendor_market_map_id % 5 = 0 then 50 end
    from market k
    where k.market_id = m.market_id`.execute(tx)
  // the store's names for the suppliers' categories
  await sql`
    insert into integration_category (vendor_market_map_id, category, market_category)
    select m.vendor_market_map_id, c.catalog_category_name, c.catalog_category_name
    from vendor_market_map m
    join dropshipper_category d using (dropshipper_id)
    join catalog_category c using (catalog_category_id)
    where m.is_activated = ${sql.lit(activation.active)} and m.vendor_store_id is not null
    on conflict do nothing`.execute(tx)
}

/** Some values differ from the market's defaults or from the platform's fields. */
async function seedValues(tx: Tx): Promise<void> {
  await sql`
    insert into integration_config (vendor_market_map_id, market_config_id, config_value)
    select m.vendor_market_map_id, c.market_config_id, v.value
    from platform_field_value v
    join platform_field f using (platform_field_id)
    join vendor_market_map m using (vendor_market_map_id)
    join market_config c on c.market_id = m.market_id and c.config_name = f.connects_with
    where f.connects_with_type = 'market' and v.value <> c.default_value`.execute(tx)
  await sql`
    insert into integration_config (vendor_market_map_id, market_config_id, config_value)
    select vendor_market_map_id, market_config_id, x.value
    from (values
      ('excluded_regions', 'alaska_hawaii~us_territories', 2),
      ('item_condition', 'refurbished', 11),
      ('shipping_template', 'Standard drop ship', 3),
      ('product_status', 'draft', 4),
      ('sales_channels', 'online_store~shop', 3),
      ('location_name', 'Warehouse East', 5),
      ('product_id_type', 'GTIN', 3),
      ('fulfilment_lag', '3', 2)) as x (name, value, nth)
    join market_config c on c.config_name = x.name
    join vendor_market_map m on m.market_id = c.market_id and m.vendor_market_map_id % x.nth = 0`.execute(tx)
}
