import type { RawBuilder } from 'kysely'
import type { Parsed } from '#contract/index.ts'
import { standings } from '#contract/feeds/standing.ts'
import { isConfigName } from '#contract/suppliers/config.ts'
import {
  supplierPageSize,
  supplierTexts,
  type SupplierRow,
  type SupplierView,
} from '#contract/suppliers/suppliers.ts'
import { ownStandings } from '#server/areas/feeds/public.ts'
import { activeIntegration } from '#server/areas/vendors/public.ts'
import { sql, type Db } from '#server/platform/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type Edited } from '#server/platform/versions.ts'
import { contains } from '#server/platform/sql.ts'
import { rowsOfSupplier } from './known-supplier.ts'
import { logoUrl } from './logo.ts'
import { ownFeed } from './own-feed.ts'
import { cleanHtml } from './rich-text.ts'

/** What the forms of a supplier's page edit. */
export const editedSupplier = (id: number): Edited => ({
  entity: 'dropshipper',
  id,
  types: ['supplier.save'],
})
export const editedConfig = (id: number): Edited => ({
  entity: 'dropshipper',
  id,
  types: ['supplier.config'],
})

const sorts = {
  name: 'lower(d.supplier_name)',
  subs: 'sub_count',
  votes: 'd.votes',
  products: 'd.active_products',
} as const

type Standing = Pick<SupplierRow, 'standing' | 'standing_reason' | 'last_good_run_tm'>
type Row = Omit<SupplierRow, keyof Standing>

/** What every list of suppliers shows of one, less how its feed stands. */
const supplierQuery = <More = object>(wanted: RawBuilder<unknown>, more = sql``) => sql<Row & More>`
  select ${more}
    d.dropshipper_id, d.supplier_name, d.dropshipper_prefix, d.allow_browse, d.custom_feed_support,
    d.automated_variant_mapping, d.variant_mapping_update_tm, d.active_products, d.votes,
    coalesce(s.n, 0)::int as sub_count
  from dropshipper d
  left join (select dropshipper_id, count(*) as n from subscription group by 1) s using (dropshipper_id)
  ${wanted}`

/** The rows of every list of suppliers, with how their own feeds stand. */
export async function supplierRows<More = object>(
  db: Db,
  wanted: RawBuilder<unknown>,
  more = sql``,
): Promise<(SupplierRow & More)[]> {
  const { rows } = await supplierQuery<More>(wanted, more).execute(db)
  return withStandings(db, rows)
}

export async function withStandings<Of extends Row>(db: Db, rows: readonly Of[]): Promise<(Of & Standing)[]> {
  const standings = await ownStandings(
    db,
    rows.map((r) => r.dropshipper_id),
  )
  return rows.map((row) => {
    const { standing, standing_reason, last_good_run_tm } = standings.get(row.dropshipper_id) ?? noFeed
    return { ...row, standing, standing_reason, last_good_run_tm }
  })
}
const noFeed = {
  standing: 'never_ran',
  standing_reason: 'It has no feed of its own',
  last_good_run_tm: null,
} as const

type Asked = Parsed<'listSuppliers'>['body']
const matching = ({ query }: Asked) => {
  const like = contains(query)
  return query === ''
    ? sql`true`
    : sql`(
        d.supplier_name ilike ${like}
        or d.dropshipper_prefix ilike ${like}
        or d.dropshipper_id::text = ${query})`
}
async function wanted(db: Db, asked: Asked) {
  const { sort_on: by, descending } = asked
  if (by === 'standing' || by === 'good')
    return sql`
      join unnest(${await idsByStanding(db, asked, by)}::int[]) with ordinality as sorted(id, place)
        on sorted.id = d.dropshipper_id
      order by sorted.place`
  return sql`
    where ${matching(asked)}
    order by ${sql.raw(sorts[by])} ${sql.raw(descending ? 'desc' : 'asc')}, d.dropshipper_id`
}

/** How feeds stand is decided from their runs: it is read of all, then sorted. No good run comes last. */
async function idsByStanding(db: Db, asked: Asked, by: 'standing' | 'good'): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.dropshipper_id as id
    from dropshipper d
    where ${matching(asked)}
    order by lower(d.supplier_name), d.dropshipper_id`.execute(db)
  const of = await ownStandings(
    db,
    rows.map((row) => row.id),
  )
  const keyOf = ({ id }: { id: number }) => {
    const { standing, last_good_run_tm } = of.get(id) ?? noFeed
    if (by === 'standing') return standings.indexOf(standing)
    return last_good_run_tm === null ? null : Date.parse(last_good_run_tm)
  }
  const sign = asked.descending ? -1 : 1
  return rows
    .map((row) => ({ id: row.id, key: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * (a.key - b.key)
    })
    .map(({ id }) => id)
}

/** Every supplier that is asked for, on whatever page. */
export const suppliersFound = async (db: Db, asked: Asked) => supplierQuery(await wanted(db, asked))

export async function listSuppliers({ db }: Ctx, { body }: Parsed<'listSuppliers'>) {
  const suppliers = await supplierRows(
    db,
    sql`
      ${await wanted(db, body)}
      limit ${supplierPageSize}
      offset ${(body.current_page - 1) * supplierPageSize}`,
  )
  const {
    rows: [counted],
  } = await sql<{ n: number }>`select count(*) as n from dropshipper d where ${matching(body)}`.execute(db)
  return { total: counted!.n, suppliers }
}

export const getSupplier = ({ db }: Ctx, { params }: Parsed<'getSupplier'>) => readSupplierView(db, params.id)

/** A supplier with its lists and the choices for them. */
export async function readSupplierView(db: Db, id: number): Promise<SupplierView> {
  const version = await versionOf(db, editedSupplier(id))
  const dropshipper = await readSupplier(db, id)
  const [categories, mine, locations, myLocations, fields, currencies, myCurrencies] = await Promise.all([
    db
      .selectFrom('catalog_category')
      .select(['catalog_category_id', 'catalog_category_name'])
      .orderBy(sql`lower(catalog_category_name)`)
      .limit(2000)
      .execute(),
    db
      .selectFrom('dropshipper_category')
      .innerJoin(
        'catalog_category',
        'catalog_category.catalog_category_id',
        'dropshipper_category.catalog_category_id',
      )
      .select(['catalog_category.catalog_category_id', 'catalog_category_name'])
      .where('dropshipper_id', '=', id)
      .orderBy(sql`lower(catalog_category_name)`)
      .limit(500)
      .execute(),
    db
      .selectFrom('dropshipper_location')
      .select(['dropshipper_location_id', 'dropshipper_location_name'])
      .orderBy('dropshipper_location_name')
      .limit(500)
      .execute(),
    db
      .selectFrom('dropshipper_shipping_location')
      .innerJoin(
        'dropshipper_location',
        'dropshipper_location.dropshipper_location_id',
        'dropshipper_shipping_location.dropshipper_location_id',
      )
      .select(['dropshipper_location.dropshipper_location_id', 'dropshipper_location_name'])
      .where('dropshipper_id', '=', id)
      .orderBy('dropshipper_location_name')
      .limit(500)
      .execute(),
    db
      .selectFrom('dropshipper_custom_feed_field')
      .select(['custom_feed_field_id', 'dropshipper_id', 'name', 'required', 'field_order'])
      .where('dropshipper_id', '=', id)
      .orderBy('field_order')
      .orderBy('custom_feed_field_id')
      .limit(100)
      .execute(),
    db
      .selectFrom('currency')
      .select(['currency_id', 'currency_name'])
      .orderBy('currency_id')
      .limit(50)
      .execute(),
    db
      .selectFrom('dropshipper_currency')
      .innerJoin('currency', 'currency.currency_id', 'dropshipper_currency.currency_id')
      .select(['currency.currency_id', 'currency_name'])
      .where('dropshipper_id', '=', id)
      .orderBy('currency.currency_id')
      .limit(50)
      .execute(),
  ])
  return {
    version,
    dropshipper,
    dropshipper_file_update_time: { max_file_age_allowed_in_days: dropshipper.max_file_age_allowed_in_days },
    all_categories: categories,
    dropshipper_categories: mine,
    all_locations: locations,
    dropshipper_shipping_locations: myLocations,
    dropshipper_custom_feed_fields: fields,
    all_currencies: currencies,
    dropshipper_currencies: myCurrencies,
  }
}

const columns = [
  'dropshipper.dropshipper_id',
  'supplier_name',
  'dropshipper_prefix',
  'supplier_type',
  'allow_browse',
  'integrated',
  'custom_feed_support',
  'automated_variant_mapping',
  'variant_mapping_update_tm',
  'supports_inventory_automation',
  'supports_order_automation',
  'allows_ebay',
  'allows_amazon',
  'allows_marketplace',
  ...supplierTexts,
  'max_file_age_allowed_in_days',
  'votes',
  'active_products',
  'featured_order',
  'logo_key',
  'insert_tm',
  'feed_id',
] as const

async function readSupplier(db: Db, id: number) {
  const row = await db
    .selectFrom('dropshipper')
    .innerJoin('feed', (j) =>
      j.onRef('feed.dropshipper_id', '=', 'dropshipper.dropshipper_id').on(ownFeed('feed')),
    )
    .select(columns)
    .select((e) => [
      e
        .selectFrom('subscription')
        .whereRef('subscription.dropshipper_id', '=', 'dropshipper.dropshipper_id')
        .select(e.fn.countAll<number>().as('n'))
        .as('sub_count'),
      e
        .selectFrom('vendor_market_map as m')
        .whereRef('m.dropshipper_id', '=', 'dropshipper.dropshipper_id')
        .where(activeIntegration)
        .select(e.fn.countAll<number>().as('n'))
        .as('integration_count'),
    ])
    .where('dropshipper.dropshipper_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('supplier')
  const { logo_key, ...supplier } = row
  const texts = Object.fromEntries(supplierTexts.map((key) => [key, cleanHtml(supplier[key])])) as Texts
  return {
    ...supplier,
    ...texts,
    dropshipper_logo: logoUrl(id, logo_key),
    sub_count: supplier.sub_count ?? 0,
    integration_count: supplier.integration_count ?? 0,
  }
}
type Texts = Record<(typeof supplierTexts)[number], string>

export async function getSupplierConfig({ db }: Ctx, { params }: Parsed<'getSupplierConfig'>) {
  const version = await versionOf(db, editedConfig(params.id))
  const rows = await db
    .selectFrom('supplier_config')
    .select(['dropshipper_id', 'config_name', 'config_value'])
    .where('dropshipper_id', '=', params.id)
    .orderBy('config_name')
    .limit(500)
    .execute()
  const known = await rowsOfSupplier(db, params.id, rows)
  return known.map((row) => ({ ...row, used: isConfigName(row.config_name), version }))
}
