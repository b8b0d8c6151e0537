import { integrationStatus, type IntegrationFacts } from '#contract/integrations/standing.ts'
import { mostChoices, type LivePath } from '#contract/integrations/live.ts'
import type { Parsed } from '#contract/index.ts'
import { activeIntegration, requireVendor, suppliersClosedTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { readConfigs } from '../configs.ts'
import { knownIntegration } from '../known-integration.ts'

/** How far a vendor is with a supplier and a store: each step's state, read from what exists. */
export async function getLivePath({ db }: Ctx, { params, query }: Parsed<'getLivePath'>): Promise<LivePath> {
  const { vid } = params
  await requireVendor(db, vid)
  const [closed, subscriptions, stores, supplier, store] = await Promise.all([
    readClosed(db, vid),
    readSubscriptions(db, vid),
    readStores(db, vid),
    query.dropshipper_id === undefined ? null : readSupplier(db, vid, query.dropshipper_id),
    query.vendor_store_id === undefined ? null : readStore(db, vid, query.vendor_store_id),
  ])
  const place = { vid, dropshipper_id: supplier?.dropshipper_id ?? null, market_id: store?.market_id ?? null }
  const [integration, rules] = await Promise.all([readIntegration(db, place), readRules(db, place)])
  return { closed, subscriptions, stores, supplier, store, integration, rules }
}

interface Place {
  vid: number
  dropshipper_id: number | null
  market_id: number | null
}

async function readClosed(db: Db, vid: number): Promise<string | null> {
  const { rows } = await sql<{ deleted: boolean }>`
    select deleted_tm is not null as deleted from vendor where vendor_id = ${vid}`.execute(db)
  return singleRow(rows).deleted ? 'This account is deleted. Restore it to make changes.' : null
}

const isConnected = sql<boolean>`coalesce(st.drop_to ->> 'kind', 'none') <> 'none'`

async function readSubscriptions(db: Db, vid: number): Promise<LivePath['subscriptions']> {
  const { rows } = await sql<LivePath['subscriptions'][number]>`
    select s.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products,
      exists (
        select
        from vendor_market_map m
        join vendor_store st on st.vendor_id = m.vendor_id and st.market_id = m.market_id
        where m.vendor_id = s.vendor_id
          and m.dropshipper_id = s.dropshipper_id
          and ${activeIntegration}
          and ${isConnected}
      ) as live,
      exists (
        select
        from vendor_market_map m
        where m.vendor_id = s.vendor_id and m.dropshipper_id = s.dropshipper_id and m.paused_at is not null
      ) as frozen
    from subscription s
    join dropshipper d using (dropshipper_id)
    where s.vendor_id = ${vid}
    order by live, frozen, lower(d.supplier_name), s.dropshipper_id
    limit ${mostChoices}`.execute(db)
  return rows
}

async function readStores(db: Db, vid: number): Promise<LivePath['stores']> {
  const { rows } = await sql<LivePath['stores'][number]>`
    select st.vendor_store_id, st.vendor_store_name, st.market_id, k.market_name, ${isConnected} as connected
    from vendor_store st
    join market k using (market_id)
    where st.vendor_id = ${vid}
    order by connected desc, lower(st.vendor_store_name), st.vendor_store_id
    limit ${mostChoices}`.execute(db)
  return rows
}

async function readSupplier(db: Db, vid: number, id: number): Promise<NonNullable<LivePath['supplier']>> {
  const [{ rows }, closedSuppliers] = await Promise.all([
    sql<Omit<NonNullable<LivePath['supplier']>, 'no_access'>>`
      select d.dropshipper_id, d.supplier_name as dropshipper_name, d.active_products,
        exists (
          select
          from subscription s
          where s.vendor_id = ${vid} and s.dropshipper_id = d.dropshipper_id
        ) as subscribed,
        d.custom_feed_support = 1 and not exists (
          select
          from vendor_custom_feed f
          where f.vendor_id = ${vid} and f.dropshipper_id = d.dropshipper_id
        ) as lacks_custom_feed
      from dropshipper d
      where d.dropshipper_id = ${id}`.execute(db),
    suppliersClosedTo(db, vid),
  ])
  if (!rows[0]) throw notFound('supplier')
  return { ...rows[0], no_access: closedSuppliers.includes(id) }
}

async function readStore(db: Db, vid: number, id: number): Promise<NonNullable<LivePath['store']>> {
  const { rows } = await sql<NonNullable<LivePath['store']>>`
    select st.vendor_store_id, st.vendor_store_name, st.market_id, k.market_name, ${isConnected} as connected,
      g.expires_tm as grant_until
    from vendor_store st
    join market k using (market_id)
    left join store_grant g on g.vendor_store_id = st.vendor_store_id and g.expires_tm > now()
    where st.vendor_store_id = ${id} and st.vendor_id = ${vid}`.execute(db)
  if (!rows[0]) throw notFound('store')
  return rows[0]
}

async function readIntegration(db: Db, place: Place): Promise<LivePath['integration']> {
  const { rows } = await sql<IntegrationFacts & { vendor_market_map_id: number }>`
    select m.*, s.vendor_id is not null as subscribed
    from vendor_market_map m
    left join subscription s using (vendor_id, dropshipper_id)
    where m.vendor_id = ${place.vid}
      and m.dropshipper_id = ${place.dropshipper_id}::int
      and m.market_id = ${place.market_id}::int
    order by m.vendor_market_map_id
    limit 1`.execute(db)
  const row = rows[0]
  if (!row) return null
  const integration = await knownIntegration(db, { vid: place.vid, vmmid: row.vendor_market_map_id })
  const { open } = await readConfigs(db, integration, { ...row })
  return {
    vendor_market_map_id: row.vendor_market_map_id,
    status: integrationStatus(row),
    open_fields: open,
  }
}

async function readRules(db: Db, { vid, dropshipper_id, market_id }: Place): Promise<LivePath['rules']> {
  const { rows } = await sql<LivePath['rules']>`
    select count(*) as all, count(*) filter (
        where coalesce(dropshipper_id = ${dropshipper_id}::int, true)
          and coalesce(market_id = ${market_id}::int, true)) as covering
    from price_rule
    where vendor_id = ${vid}`.execute(db)
  return singleRow(rows)
}
