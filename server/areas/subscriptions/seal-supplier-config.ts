import { isSecretField } from '#contract/subscriptions/vendor-supplier-config.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Secrets } from '#server/platform/secrets.ts'

export interface NamedField {
  custom_feed_field_id: number
  name: string
}

/**
 * Seals the values that vendors filled in while a supplier's field had a name that didn't mark it as a
 * secret. Part of the caller's transaction, which locks the supplier.
 * @param had the fields by their previous names
 */
export async function sealSupplierConfig(
  tx: Tx,
  secrets: Secrets,
  { dropshipper_id, previousFields }: { dropshipper_id: number; previousFields: readonly NamedField[] },
): Promise<void> {
  const { rows } = await sql<NamedField>`
    select custom_feed_field_id, name
    from dropshipper_custom_feed_field
    where dropshipper_id = ${dropshipper_id}`.execute(tx)
  const ids = rows.flatMap((field) => (isSecretField(field.name) ? [field.custom_feed_field_id] : []))
  if ((await sealValues(tx, secrets, ids)) === 0) return
  const names = previousFields.flatMap((field) =>
    ids.includes(field.custom_feed_field_id) ? [field.name] : [],
  )
  await sealLog(tx, dropshipper_id, names)
}

async function sealValues(tx: Tx, secrets: Secrets, ids: readonly number[]): Promise<number> {
  for (let sealedCount = 0; ;) {
    const { rows } = await sql<{ vendor_supplier_id: number; custom_feed_field_id: number; value: string }>`
      select vendor_supplier_id, custom_feed_field_id, value
      from subscription_config
      where custom_feed_field_id = any(${ids as number[]}::int[]) and value is not null
      limit 500`.execute(tx)
    if (rows.length === 0) return sealedCount
    const secretRows = rows.map(({ value, ...row }) => ({ ...row, secret: secrets.seal(value) }))
    await sql`
      update subscription_config c
      set value = null, secret = x.secret
      from jsonb_to_recordset(${JSON.stringify(secretRows)}::jsonb)
        as x(vendor_supplier_id int, custom_feed_field_id int, secret text)
      where c.vendor_supplier_id = x.vendor_supplier_id
        and c.custom_feed_field_id = x.custom_feed_field_id`.execute(tx)
    sealedCount += rows.length
  }
}

/** The log treats them like any secret: it only says that one was set. */
const sealLog = (tx: Tx, dropshipperId: number, names: readonly string[]) =>
  sql`
    update activity a
    set changes = (
      select jsonb_object_agg(
        key,
        case
          when key = any(${names as string[]}::text[]) then jsonb_build_object(
            'from', case when value->>'from' is not null then 'set' end,
            'to', case when value->>'to' is not null then 'set' end)
          else value
        end)
      from jsonb_each(a.changes))
    where a.dropshipper_id = ${dropshipperId}
      and a.type = 'subscription.config'
      and a.changes ?| ${names as string[]}::text[]`.execute(tx)
