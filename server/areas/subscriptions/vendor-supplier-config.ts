import type { Parsed } from '#contract/index.ts'
import { isSecretField, type VendorSupplierConfig } from '#contract/subscriptions/vendor-supplier-config.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'
import { versionOf } from '#server/platform/database/versions.ts'
import { editedConfiguration } from './edited.ts'
import { knownSubscription, type KnownSubscription } from './known-subscription.ts'

export async function getVendorSupplierConfig({ db }: Ctx, { params }: Parsed<'getVendorSupplierConfig'>) {
  return readVendorSupplierConfig(db, await knownSubscription(db, params))
}

/** A supplier's fields in order with their values; for a secret only whether it is set. */
export async function readVendorSupplierConfig(
  db: Db,
  subscription: KnownSubscription,
): Promise<VendorSupplierConfig> {
  const { vendor_supplier_id, dropshipper_name } = subscription
  const version = await versionOf(db, editedConfiguration(vendor_supplier_id))
  const { rows } = await sql<Row>`
    select f.custom_feed_field_id, f.name, f.required, c.value, c.secret is not null as is_set
    from dropshipper_custom_feed_field f
    left join subscription_config c
      on c.custom_feed_field_id = f.custom_feed_field_id
      and c.vendor_supplier_id = ${vendor_supplier_id}
    where f.dropshipper_id = ${subscription.dropshipper_id}
    order by f.field_order, f.custom_feed_field_id
    limit 100`.execute(db)
  const key = (row: Row) => String(row.custom_feed_field_id)
  // a value stored as a secret stays one, whatever its field is called now
  return {
    version,
    vendor_supplier_id,
    dropshipper_name,
    fields: rows.map(({ custom_feed_field_id, name, required: isRequired, is_set }) => ({
      custom_feed_field_id,
      name,
      required: isRequired,
      secret: is_set || isSecretField(name),
    })),
    values: Object.fromEntries(
      rows.flatMap((row) => (row.value === null || isSecretField(row.name) ? [] : [[key(row), row.value]])),
    ),
    set: rows.filter((row) => row.is_set || (row.value !== null && isSecretField(row.name))).map(key),
  }
}
interface Row {
  custom_feed_field_id: number
  name: string
  required: boolean
  value: string | null
  is_set: boolean
}
