import type { Parsed } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { markStoresBehind } from '#server/areas/stores/public.ts'
import { createCategories, isChosenCategory } from '#server/areas/supplier-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { invalid } from '#server/platform/http/errors.ts'

type Body = Parsed<'saveSupplier'>['body']

interface Lists {
  locations: string[]
  categories: string[]
  currencies: string[]
  custom_feed_fields: string[]
}

/** A supplier's lists as names, for the rules and for the activity log. */
export async function readLists(tx: Tx, id: number): Promise<Lists> {
  const { rows } = await sql<Lists>`
    select
      array(
        select dropshipper_location_name
        from dropshipper_shipping_location
        join dropshipper_location using (dropshipper_location_id)
        where dropshipper_id = ${id}
        order by 1) as locations,
      array(
        select catalog_category_name
        from dropshipper_category
        join catalog_category using (catalog_category_id)
        where dropshipper_id = ${id}
        order by 1) as categories,
      array(
        select currency_name
        from dropshipper_currency
        join currency using (currency_id)
        where dropshipper_id = ${id}
        order by currency_id) as currencies,
      array(
        select name || case when required then ' (required)' else '' end
        from dropshipper_custom_feed_field
        where dropshipper_id = ${id}
        order by field_order, custom_feed_field_id) as custom_feed_fields`.execute(tx)
  return singleRow(rows)
}

export const customFeedFields = (tx: Tx, id: number) =>
  tx
    .selectFrom('dropshipper_custom_feed_field')
    .select(['custom_feed_field_id', 'name'])
    .where('dropshipper_id', '=', id)
    .execute()

export async function saveLists(tx: Tx, id: number, body: Body): Promise<void> {
  await refuseUnknown(tx, body)
  await sql`
    delete from dropshipper_shipping_location
    where dropshipper_id = ${id}
      and dropshipper_location_id = any(${body.deleted_shipping_locations})`.execute(tx)
  await sql`
    insert into dropshipper_shipping_location
    select ${id}::int, unnest(${body.added_shipping_locations}::int[])
    on conflict do nothing`.execute(tx)
  await sql`
    delete from dropshipper_category
    where dropshipper_id = ${id}
      and catalog_category_id = any(${body.deleted_categories})`.execute(tx)
  await createCategories(tx, body)
  await sql`
    insert into dropshipper_category
    select ${id}::int, catalog_category_id
    from catalog_category
    where ${isChosenCategory(body)}
    on conflict do nothing`.execute(tx)
  if (body.dropshipper_currencies) await saveCurrencies(tx, id, body.dropshipper_currencies)
  await saveCustomFeedFields(tx, id, body)
}

/** Ids that don't exist are reported, field by field, before anything is written. */
async function refuseUnknown(tx: Tx, body: Body): Promise<void> {
  const { rows } = await sql<{ locations: boolean; categories: boolean; currencies: boolean }>`
    select
      not exists (
        select unnest(${body.added_shipping_locations}::int[])
        except select dropshipper_location_id from dropshipper_location) as locations,
      not exists (
        select unnest(${body.added_categories}::int[])
        except select catalog_category_id from catalog_category) as categories,
      not exists (
        select unnest(${body.dropshipper_currencies ?? []}::int[])
        except select currency_id from currency) as currencies`.execute(tx)
  const knownRecords = singleRow(rows)
  const wrong = {
    ...(!knownRecords.locations && { added_shipping_locations: 'Shipping location not found' }),
    ...(!knownRecords.categories && { added_categories: messages.categoryNeeded }),
    ...(!knownRecords.currencies && { dropshipper_currencies: 'Currency not found' }),
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}

async function saveCurrencies(tx: Tx, id: number, currencies: number[]): Promise<void> {
  const deletedRows = await sql`
    delete from dropshipper_currency
    where dropshipper_id = ${id}
      and currency_id <> all(${currencies})`.execute(tx)
  const addedRows = await sql`
    insert into dropshipper_currency
    select ${id}::int, unnest(${currencies}::int[])
    on conflict do nothing`.execute(tx)
  // products without a currency are priced in the supplier's
  if (deletedRows.numAffectedRows || addedRows.numAffectedRows) await markStoresBehind(tx, id)
}

async function saveCustomFeedFields(tx: Tx, id: number, body: Body): Promise<void> {
  const fields = body.dropshipper_custom_feed_fields
  const names = fields.map((field) => field.name.toLowerCase())
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i)
  if (twice >= 0) throw invalid({ [`dropshipper_custom_feed_fields.${twice}.name`]: 'Duplicate: remove one' })
  await sql`
    delete from dropshipper_custom_feed_field
    where dropshipper_id = ${id}
      and custom_feed_field_id = any(${body.deleted_dropshipper_custom_feed_fields})`.execute(tx)
  const inputRows = sql`jsonb_to_recordset(${JSON.stringify(fields)}::jsonb)
      as x(custom_feed_field_id int, name text, required boolean, field_order int)`
  // two fields may swap names, so both get temporary ones first
  await sql`
    update dropshipper_custom_feed_field f
    set name = '…' || f.custom_feed_field_id
    from ${inputRows}
    where f.dropshipper_id = ${id}
      and f.custom_feed_field_id = x.custom_feed_field_id`.execute(tx)
  const { rows: clash } = await sql<{ name: string }>`
    select f.name
    from dropshipper_custom_feed_field f
    join ${inputRows} on lower(x.name) = lower(f.name)
    where f.dropshipper_id = ${id}
    limit 1`.execute(tx)
  if (clash[0])
    throw invalid({ dropshipper_custom_feed_fields: `A field named “${clash[0].name}” already exists` })
  await sql`
    update dropshipper_custom_feed_field f
    set name = x.name, required = x.required, field_order = x.field_order
    from ${inputRows}
    where f.dropshipper_id = ${id}
      and f.custom_feed_field_id = x.custom_feed_field_id`.execute(tx)
  await sql`
    insert into dropshipper_custom_feed_field (dropshipper_id, name, required, field_order)
    select ${id}::int, x.name, x.required, x.field_order
    from ${inputRows}
    where x.custom_feed_field_id is null`.execute(tx)
}
