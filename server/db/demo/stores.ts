import { shopOf } from '#contract/stores/shops.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { demoMarket, demoToken } from './markets.ts'

/** Stores of further markets and their sign-ins, after the platforms' fields are filled in. */
export async function seedStoreRecords(tx: Tx, secrets: Secrets): Promise<void> {
  await sql`
    insert into vendor_store (vendor_id, vendor_store_name, market_id, store_url, drop_to)
    select m.vendor_id, min(v.company) || ' at ' || min(k.market_name), m.market_id,
      case m.market_id
        when 39 then 'https://shop-' || m.vendor_id || '.myshop.example.com'
        when 63 then 'https://walmart.example.com/seller/' || (100000 + m.vendor_id)
        else 'https://' || m.vendor_id || '.zentail.example.com'
      end, '{"kind": "none"}'
    from vendor_market_map m
    join vendor v using (vendor_id)
    join market k using (market_id)
    where m.market_id in (39, 63, 123)
    group by m.vendor_id, m.market_id
    order by m.vendor_id, m.market_id
    limit 90`.execute(tx)
  await sql`
    update vendor_store st
    set insert_tm = v.insert_tm + (now() - v.insert_tm) * 0.3,
      store_admin_url = case when st.market_id = 63 then 'https://walmart.example.com/login'
        else st.store_url || '/admin' end,
      store_admin_login = 'shop' || st.vendor_id,
      store_admin_secret = ${secrets.seal('demo-admin-password')},
      image_file_path = case when st.market_id in (34, 48) then '/images/products' else '' end,
      custom_image_name = case when st.market_id = 34 then '{sku}-{n}.jpg' else '' end,
      database_name = case when st.market_id = 48 then 'xcart_' || st.vendor_id else '' end,
      database_username = case when st.market_id = 48 then 'xcart' else '' end,
      database_secret = case when st.market_id = 48 then ${secrets.seal('demo-database-password')} end
    from vendor v
    where v.vendor_id = st.vendor_id`.execute(tx)
  await ownServers(tx)
}

/** A store of each API market; our stand-ins answer. */
export async function seedToldStores(tx: Tx, secrets: Secrets, publicUrl: string): Promise<void> {
  await sql`
    insert into market (market_id, market_name) values (57, 'WooCommerce'), (58, 'BigCommerce')`.execute(tx)
  await sql`
    with chosen as (
      select m.*, row_number() over (order by m.dropshipper_id, m.vendor_id) as place
      from vendor_market_map m
      where m.market_id in (34, 48) and ${activeIntegration}),
    mapped as (
      insert into vendor_market_map (vendor_id, dropshipper_id, market_id)
      select vendor_id, dropshipper_id, 56 + place::int
      from chosen
      where place <= 2
      returning vendor_id, market_id)
    insert into vendor_store (vendor_id, vendor_store_name, market_id, store_url, drop_to)
    select v.vendor_id, v.company || ' at ' || k.market_name, k.market_id,
      'https://shop-' || v.vendor_id || '.example.com', '{"kind": "none"}'
    from mapped
    join vendor v using (vendor_id)
    join market k using (market_id)`.execute(tx)
  const { rows } = await sql<{ vendor_store_id: number; market_id: number; market_name: string }>`
    select vendor_store_id, market_id, market_name
    from (
      select st.vendor_store_id, k.market_id, k.market_name,
        row_number() over (partition by k.market_id order by m.dropshipper_id, st.vendor_store_id) as place
      from vendor_store st
      join market k using (market_id)
      join vendor_market_map m on m.vendor_id = st.vendor_id and m.market_id = st.market_id
      where k.market_id in (39, 57, 58, 63, 123) and st.drop_to->>'kind' = 'none' and ${activeIntegration}) stores
    where place = 1`.execute(tx)
  const addresses = rows.map(({ vendor_store_id, ...market }) => ({
    vendor_store_id,
    address: demoMarket(publicUrl, shopOf(market)!, vendor_store_id),
  }))
  await sql`
    update vendor_store st
    set drop_to = '{"kind": "api"}', store_admin_url = x.address, store_admin_login = 'demo',
      store_admin_secret = ${secrets.seal(demoToken)}, behind_since = now()
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as x(vendor_store_id int, address text)
    where st.vendor_store_id = x.vendor_store_id`.execute(tx)
  await sql`
    update vendor_market_map m
    set full_product_import = true, store_synchronize = true
    from vendor_store st
    where st.drop_to->>'kind' = 'api' and st.vendor_id = m.vendor_id and st.market_id = m.market_id`.execute(
    tx,
  )
}

/** Sends the files of stores with their own server there. */
const ownServers = (tx: Tx) =>
  sql`
    update vendor_store st
    set drop_to = jsonb_build_object(
        'kind', 'ftp', 'host', x.host, 'path', '/incoming', 'user', x.login),
      drop_secret = x.secret
    from (
      select v.vendor_store_id, max(v.value) filter (where f.connects_with = 'store_ftp_server') as host,
        max(v.value) filter (where f.connects_with = 'store_ftp_login') as login,
        max(v.secret) filter (where f.connects_with = 'store_ftp_password') as secret
      from platform_field_value v
      join platform_field f using (platform_field_id)
      where v.vendor_store_id is not null
      group by v.vendor_store_id
    ) x
    where x.vendor_store_id = st.vendor_store_id and x.host is not null`.execute(tx)
