import type { Parsed } from '#contract/index.ts'
import { usedConfigNames } from '#contract/suppliers/config.ts'
import type { MonthlyReport } from '#contract/suppliers/kinds.ts'
import { supplierTexts, type SupplierView } from '#contract/suppliers/suppliers.ts'
import { activeIntegration } from '#server/areas/vendor-record/public.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { rowsOfSupplier, ownFeed } from '#server/areas/supplier-record/public.ts'
import { logoUrl } from './logo.ts'
import { cleanHtml } from './rich-text.ts'

/** What the forms of a supplier's page edit. */
export const editedSupplier = (id: number): EditedRecord => ({
  entity: 'dropshipper',
  id,
  types: ['supplier.save'],
})
export const editedConfig = (id: number): EditedRecord => ({
  entity: 'dropshipper',
  id,
  types: ['supplier.config'],
})

export const getSupplier = ({ db }: Ctx, { params }: Parsed<'getSupplier'>) => readSupplierView(db, params.id)

/** A supplier with its lists and the choices for them. */
export async function readSupplierView(db: Db, id: number): Promise<SupplierView> {
  const version = await versionOf(db, editedSupplier(id))
  const dropshipper = await readSupplier(db, id)
  const [categories, supplierCategories, locations, myLocations, fields, currencies, myCurrencies] =
    await Promise.all([
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
    dropshipper_categories: supplierCategories,
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
  'monthly_report',
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
    monthly_report: supplier.monthly_report as MonthlyReport | null,
    dropshipper_logo: logoUrl(id, logo_key),
    sub_count: supplier.sub_count ?? 0,
    integration_count: supplier.integration_count ?? 0,
  }
}
type Texts = Record<(typeof supplierTexts)[number], string>

export const configRows = (db: Db, supplierId: number) =>
  db
    .selectFrom('supplier_config')
    .select(['dropshipper_id', 'config_name', 'config_value'])
    .where('dropshipper_id', '=', supplierId)
    .orderBy('config_name')
    .limit(500)
    .execute()

export async function getSupplierConfig({ db }: Ctx, { params }: Parsed<'getSupplierConfig'>) {
  const version = await versionOf(db, editedConfig(params.id))
  const rows = await configRows(db, params.id)
  const configs = await rowsOfSupplier(db, params.id, rows)
  return configs.map((row) => ({ ...row, used: usedConfigNames.includes(row.config_name), version }))
}
