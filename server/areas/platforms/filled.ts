import type { KeptField } from '#contract/platforms/fields.ts'
import { checkForm, type FieldValues } from '#contract/platforms/form.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** A vendor's store or integration, for which a form is filled in. */
type Target = { vendor_id: number; market_id: number } & (
  | { vendor_store_id: number }
  | { vendor_market_map_id: number }
)
/** The values filled in for it; of secrets only whether they are set. */
export interface FilledIn {
  vendor_id: number
  market_id: number
  values: Record<string, string>
  set: string[]
}

/** Every store and integration that has values for this platform's fields. */
export const filledQuery = (platform_id: number, condition = sql`true`) => sql<FilledIn>`
  select v.vendor_id, coalesce(s.market_id, m.market_id) as market_id,
    coalesce(jsonb_object_agg(f.field_handle, v.value) filter (where v.value is not null), '{}') as values,
    coalesce(jsonb_agg(f.field_handle) filter (where v.secret is not null), '[]') as set
  from platform_field f
  join platform_field_value v using (platform_field_id)
  left join vendor_store s using (vendor_store_id)
  left join vendor_market_map m using (vendor_market_map_id)
  where f.platform_id = ${platform_id} and ${condition}
  group by v.vendor_id, v.vendor_store_id, v.vendor_market_map_id, 2`

export async function filledOfVendors(
  db: Db,
  platform_id: number,
  ids: readonly number[],
): Promise<FilledIn[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FilledIn>`
    ${filledQuery(platform_id, sql`v.vendor_id = any(${ids as number[]})`)}
    limit 5000`.execute(db)
  return rows
}

/** The values filled in for a store, by handle, without secrets. */
export async function filledOfStore(db: Db, vendor_store_id: number): Promise<Record<string, string>> {
  const { rows } = await sql<{ field_handle: string; value: string }>`
    select field_handle, value
    from platform_field_value
    join platform_field using (platform_field_id)
    where vendor_store_id = ${vendor_store_id} and value is not null
    limit 500`.execute(db)
  return Object.fromEntries(rows.map((row) => [row.field_handle, row.value]))
}

/**
 * Saves the values, secrets sealed; throws an error by handle for values that don't fit. Values that the
 * form doesn't show stay. The fields are those that `holdFields` locks.
 */
export async function keepFilled(
  tx: Tx,
  secrets: Secrets,
  { fields, target, values }: { fields: readonly KeptField[]; target: Target; values: FieldValues },
): Promise<void> {
  const { market_id } = target
  const { faults, kept: keptValues } = checkForm(fields, {
    values,
    market_id,
    set: await secretsOf(tx, target),
  })
  if (Object.keys(faults).length) throw invalid(faults)
  await keepChecked(tx, secrets, { fields, target, kept: keptValues })
}

/** The same for values that were checked already. */
export async function keepChecked(
  tx: Tx,
  secrets: Secrets,
  {
    fields,
    target,
    kept: keptValues,
  }: { fields: readonly KeptField[]; target: Target; kept: Readonly<Record<string, string | null>> },
): Promise<void> {
  const { market_id: _market, ...owner } = target
  for (const field of fields) {
    const value = keptValues[field.field_handle]
    if (value === undefined || field.field_data_type === 'default') continue
    const row = { ...ids(target), platform_field_id: field.platform_field_id }
    if (value === null) {
      await sql`
        delete from platform_field_value
        where platform_field_id = ${row.platform_field_id}
          and vendor_store_id is not distinct from ${row.vendor_store_id}
          and vendor_market_map_id is not distinct from ${row.vendor_market_map_id}`.execute(tx)
      continue
    }
    const isSecret = field.field_data_type === 'password'
    const content = isSecret ? { value: null, secret: secrets.seal(value) } : { value, secret: null }
    await tx
      .insertInto('platform_field_value')
      .values({ ...row, ...owner, ...content })
      .onConflict((c) =>
        c.columns(['platform_field_id', 'vendor_store_id', 'vendor_market_map_id']).doUpdateSet(content),
      )
      .execute()
  }
}

const ids = (target: Target) => ({
  vendor_store_id: 'vendor_store_id' in target ? target.vendor_store_id : null,
  vendor_market_map_id: 'vendor_market_map_id' in target ? target.vendor_market_map_id : null,
})

async function secretsOf(tx: Tx, target: Target): Promise<string[]> {
  const { vendor_store_id, vendor_market_map_id } = ids(target)
  const { rows } = await sql<{ field_handle: string }>`
    select field_handle
    from platform_field_value
    join platform_field using (platform_field_id)
    where secret is not null
      and vendor_store_id is not distinct from ${vendor_store_id}
      and vendor_market_map_id is not distinct from ${vendor_market_map_id}`.execute(tx)
  return rows.map((row) => row.field_handle)
}
