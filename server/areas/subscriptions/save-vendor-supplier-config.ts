import type { Parsed } from '#contract/index.ts'
import { checkForm } from '#contract/platforms/form.ts'
import { asForm, type VendorSupplierConfig } from '#contract/subscriptions/vendor-supplier-config.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale } from '#server/platform/database/versions.ts'
import { editedConfiguration } from './edited.ts'
import { lockSubscription } from './known-subscription.ts'
import { readVendorSupplierConfig } from './vendor-supplier-config.ts'

/** Fills in a supplier's fields for a vendor; secrets are sealed and never logged. */
export const saveVendorSupplierConfig = (ctx: Ctx, { params, body }: Parsed<'saveVendorSupplierConfig'>) =>
  write(ctx, async (tx, logActivity) => {
    const subscription = await lockSubscription(ctx, tx, params)
    const { vendor_supplier_id, vendor_id, dropshipper_id } = subscription
    await refuseStale(tx, ctx, editedConfiguration(vendor_supplier_id), body.version)
    const previousConfig = await readVendorSupplierConfig(tx, subscription)
    const filledForm = {
      values: { ...previousConfig.values, ...body.values },
      set: previousConfig.set,
      market_id: null,
    }
    const { faults, kept: keptValues } = checkForm(asForm(previousConfig.fields), filledForm)
    if (Object.keys(faults).length > 0)
      throw invalid(Object.fromEntries(Object.entries(faults).map(([key, text]) => [`values.${key}`, text])))
    const changes = differences(
      describeChanges(previousConfig, previousConfig.values, {}),
      describeChanges(previousConfig, keptValues, keptValues),
    )
    if (!changes) return previousConfig
    const secret = (id: string) =>
      previousConfig.fields.some((field) => field.secret && String(field.custom_feed_field_id) === id)
    const rows = Object.entries(keptValues).map(([id, value]) => ({
      custom_feed_field_id: Number(id),
      value: secret(id) ? null : value,
      secret: secret(id) && value !== null ? ctx.secrets.seal(value) : null,
    }))
    await sql`
      delete from subscription_config
      where vendor_supplier_id = ${vendor_supplier_id}
        and custom_feed_field_id = any(${rows.map((row) => row.custom_feed_field_id)}::int[])`.execute(tx)
    await sql`
      insert into subscription_config (vendor_supplier_id, custom_feed_field_id, value, secret)
      select ${vendor_supplier_id}::int, x.custom_feed_field_id, x.value, x.secret
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(custom_feed_field_id int, value text, secret text)
      where x.value is not null or x.secret is not null`.execute(tx)
    await logActivity({
      type: 'subscription.config',
      vendor_id,
      dropshipper_id,
      entity: 'subscription',
      entity_id: vendor_supplier_id,
      message: `Configuration of ${subscription.dropshipper_name} changed: ${Object.keys(changes).join(', ')}`,
      changes,
    })
    return readVendorSupplierConfig(tx, subscription)
  })

/** By the fields' names; for a secret only whether it is set, and that it is new. */
function describeChanges(
  { fields, set }: VendorSupplierConfig,
  values: Readonly<Record<string, string | null>>,
  keptValues: Readonly<Record<string, string | null>>,
) {
  return Object.fromEntries(
    fields.map(({ custom_feed_field_id, name, secret }) => {
      const id = String(custom_feed_field_id)
      if (!secret) return [name, values[id] ?? null]
      const [newValue, wasSet] = [keptValues[id], set.includes(id)]
      if (newValue === undefined) return [name, wasSet ? 'set' : null]
      if (newValue === null) return [name, null]
      return [name, wasSet ? 'changed' : 'set']
    }),
  )
}
