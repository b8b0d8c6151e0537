import { handleOf } from '#contract/platforms/handles.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'
import { shopKinds, supplierNames } from './words.ts'

/**
 * Categories, shipping, custom feed fields, currencies, featured order and order-manager names of the
 * demonstration's suppliers.
 */
export async function seedSupplierLists(tx: Tx, ids: readonly number[]): Promise<void> {
  const r = new Random(31)
  await sql`insert into catalog_category (catalog_category_name) select unnest(${shopKinds}::text[])`.execute(
    tx,
  )
  const rows = ids.map((id, i) => ({
    id,
    name: supplierNames[i]!,
    categories: [
      ...new Set([r.int(1, shopKinds.length), r.int(1, shopKinds.length), r.int(1, shopKinds.length)]),
    ],
    locations: [...new Set([1, ...(r.chance(0.4) ? [r.pick([2, 3, 4, 12])] : [])])],
    currencies: [...new Set([1, ...(r.chance(0.2) ? [2] : []), ...(r.chance(0.05) ? [4] : [])])],
    fields: r.chance(0.3) ? ['Account number', 'Price tier', 'Warehouse'].slice(0, r.int(1, 3)) : [],
  }))
  const supplierRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(id int, name text, categories jsonb, locations jsonb, currencies jsonb, fields jsonb)`
  await sql`
    insert into dropshipper_category
    select x.id, c::int
    from ${supplierRows}, jsonb_array_elements_text(x.categories) c`.execute(tx)
  await sql`
    insert into dropshipper_shipping_location
    select x.id, l::int
    from ${supplierRows}, jsonb_array_elements_text(x.locations) l`.execute(tx)
  await sql`
    insert into dropshipper_currency
    select x.id, c::int
    from ${supplierRows}, jsonb_array_elements_text(x.currencies) c`.execute(tx)
  await sql`
    insert into dropshipper_custom_feed_field (dropshipper_id, name, required, field_order)
    select x.id, f.name, f.place = 1, f.place
    from ${supplierRows}, jsonb_array_elements_text(x.fields) with ordinality as f(name, place)`.execute(tx)
  await sql`
    insert into oim_supplier (dropshipper_id, supplier_name)
    select x.id, x.name
    from ${supplierRows}
    order by x.id`.execute(tx)
  await sql`
    insert into oim_supplier (dropshipper_id, supplier_name, is_custom)
    select x.id, x.name || ' (West)', true
    from ${supplierRows}
    where x.id % 9 = 0`.execute(tx)
  await sql`
    update oim_supplier
    set configs = ${JSON.stringify(orderConfigs)}::jsonb
    where supplier_id % 3 = 0`.execute(tx)
  await sql`
    insert into supplier_shipping (supplier_id, shipping_code, supplier_carrier_name, shipping_id)
    select o.supplier_id, m.code, m.carrier, m.shipping_id
    from oim_supplier o
    cross join (values
      (201, 'UPSG', 'UPS Ground', 0),
      (101, 'USPS1', 'Postal', 1),
      (302, 'FXHD', 'Fed Ex Home', 0),
      (202, 'UPS3', 'UPS 3-Day', 2)) as m(shipping_id, code, carrier, nth)
    where not o.is_custom
      and o.supplier_id % 3 >= m.nth % 3`.execute(tx)
  const featuredIds = [2, 8, 14, 20, 33].flatMap((i) => ids[i] ?? [])
  await sql`
    update dropshipper d
    set featured_order = x.place, allow_browse = 1
    from unnest(${featuredIds}::int[]) with ordinality as x(id, place)
    where d.dropshipper_id = x.id`.execute(tx)
}

const orderField = (field_name: string, field_data_type: string, required: boolean, text = '') => ({
  field_name,
  field_handle: handleOf(field_name),
  field_data_type,
  field_data_options: { choices: [], text },
  required,
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
})
const orderConfigs = [
  orderField('Account number', 'text', true, 'Shown on the supplier’s invoices'),
  orderField('Portal password', 'password', false),
  orderField('Order email address', 'email', false),
]

/** Order managers of vendors in markets with orders: their suppliers, and a channel per market. */
export async function seedOrderManagers(tx: Tx): Promise<void> {
  await sql`
    insert into vendor_order_supplier (vendor_id, supplier_id, test_mode, insert_tm, delete_tm)
    select s.vendor_id, o.supplier_id, s.vendor_id % 7 = 0, v.insert_tm,
      case when o.supplier_id % 11 = 0 then now() - interval '9 days' end
    from subscription s
    join vendor v using (vendor_id)
    join oim_supplier o using (dropshipper_id)
    join dropshipper d using (dropshipper_id)
    where d.supports_order_automation and not o.is_custom and (s.vendor_id % 5 = 0 or s.vendor_id in (37, 38, 86, 91))`.execute(
    tx,
  )
  await sql`
    insert into vendor_order_config (vendor_id, supplier_id, field_handle, value)
    select vendor_id, supplier_id, 'account_number', 'ACC-' || vendor_id || '-' || supplier_id
    from vendor_order_supplier
    join oim_supplier using (supplier_id)
    where configs <> '[]'`.execute(tx)
  await sql`
    insert into order_channel (vendor_id, channel_name, supported_channel_id, enable_order_automation, test_mode,
      use_order_number_as_po, fetch_last_xdays_order, active, disable_tracking_update, insert_tm)
    select s.vendor_id, min(s.vendor_store_name), s.market_id, true, s.vendor_id % 7 = 0, s.vendor_id % 2 = 0, 14,
      true, false, min(v.insert_tm)
    from vendor_store s
    join vendor v using (vendor_id)
    where s.vendor_id % 5 = 0 or s.vendor_id in (37, 38, 86, 91)
    group by s.vendor_id, s.market_id`.execute(tx)
}

/** Stores that take an inventory file; the storage location plays the shop's FTP folder. */
export async function seedStores(tx: Tx): Promise<void> {
  await sql`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, store_url, drop_to)
    select m.vendor_id, min(v.company) || ' at ' || min(k.market_name), m.market_id,
      'https://shop-' || m.vendor_id || '.example.com',
      jsonb_build_object('kind', 'storage', 'folder', 'vendor-' || m.vendor_id || '-' || m.market_id)
    from vendor_market_map m
    join vendor v using (vendor_id)
    join market k using (market_id)
    where m.market_id in (34, 48)
      and ${activeIntegration}
    group by m.vendor_id, m.market_id
    order by m.vendor_id
    limit 40`.execute(tx)
}

/**
 * Six days of the jobs that follow a feed run, as a schedule leaves them, so that the dashboards have a
 * past.
 */
export const pastFollowUps = sql`
  select type, category,
    case when slow then ${sql.lit(jobStatus.failed)} else ${sql.lit(jobStatus.succeeded)} end,
    case when slow then 'The server didn’t respond in time' end,
    'dropshipper_id', dropshipper_id::text, supplier_name,
    jsonb_build_object('dropshipper_id', dropshipper_id),
    case when type = 'BASIC_IMAGE'
      then jsonb_build_object('checked', 25, 'good', 25 - dice % 3, 'failed', dice % 3, 'unchanged', 20,
        'added', dice % 2, 'removed', 0)
      else jsonb_build_object('added', dice % 6, 'updated', dice, 'removed', dice % 2, 'unchanged', dice / 2)
    end, 1, at, at + make_interval(secs => 2 + dice % 40)
  from (
    select rolled.*, type = 'BASIC_IMAGE' and dice < 3 as slow
    from (
      select d.dropshipper_id, d.supplier_name, t.type, t.category,
        now() - make_interval(
          mins => (h.h * 60 + (d.dropshipper_id * 37 + length(t.type) * 11) % 55)::int) as at,
        (d.dropshipper_id * 7 + h.h * 13 + length(t.type)) % 100 as dice
      from dropshipper d
      cross join generate_series(4, 138, 4) as h(h)
      cross join (values ('PARTIAL_SOLR_SYNC_JOB', 'updating'), ('BASIC_IMAGE', 'image')) as t(type, category)
      where (d.dropshipper_id + h.h / 4) % 3 = 0) rolled) past`
