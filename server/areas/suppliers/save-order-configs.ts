import type { Parsed } from '#contract/index.ts'
import type { FieldDescription } from '#contract/platforms/fields.ts'
import { freeHandle } from '#contract/platforms/handles.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { differences, write, type Ctx } from '#server/platform/services.ts'
import { refuseStale, type EditedRecord } from '#server/platform/database/versions.ts'

type ConfigInputs = Parsed<'saveOrderConfigs'>['body']['configs']

export const editedConfigs = (id: number): EditedRecord => ({
  entity: 'oim_supplier',
  id,
  types: ['supplier.order_configs'],
})

/**
 * Saves the fields of an order-manager supplier; values that vendors filled in for a field that is
 * deleted, or has become a secret, are deleted (docs/domain/order-manager.md, Changed supplier fields).
 */
export const saveOrderConfigs = (ctx: Ctx, { params: { supplier_id }, body }: Parsed<'saveOrderConfigs'>) =>
  write(ctx, async (tx, logActivity) => {
    const supplier = await tx
      .selectFrom('oim_supplier')
      .select(['dropshipper_id', 'supplier_name', 'configs'])
      .where('supplier_id', '=', supplier_id)
      .forUpdate()
      .executeTakeFirst()
    if (!supplier) throw notFound('order-manager supplier')
    await refuseStale(tx, ctx, editedConfigs(supplier_id), body.version)
    const before = supplier.configs as unknown as FieldDescription[]
    const after = describeFields(before, body.configs)
    const changes = changesOf(before, after)
    if (!changes) return { forgotten: 0 }
    await tx
      .updateTable('oim_supplier')
      .set({ configs: JSON.stringify(after) })
      .where('supplier_id', '=', supplier_id)
      .execute()
    const { rows } = await sql<{ vendor_id: number }>`
      delete from vendor_order_config c
      where c.supplier_id = ${supplier_id}
        and not exists (
          select
          from jsonb_array_elements(${JSON.stringify(after)}::jsonb) f
          where f->>'field_handle' = c.field_handle
            and (f->>'field_data_type' = 'password') = (c.secret is not null))
      returning c.vendor_id`.execute(tx)
    await logActivity({
      type: 'supplier.order_configs',
      dropshipper_id: supplier.dropshipper_id,
      entity: 'oim_supplier',
      entity_id: supplier_id,
      message:
        `Order settings of ${supplier.supplier_name} changed: ${namesOf(changes, [...before, ...after])}`.slice(
          0,
          500,
        ),
      changes,
    })
    return { forgotten: new Set(rows.map((row) => row.vendor_id)).size }
  })

/** As the fields of a form; a known field keeps its handle, a new one gets one made from its name. */
function describeFields(before: readonly FieldDescription[], inputs: ConfigInputs): FieldDescription[] {
  const knownHandles = new Set(before.map((field) => field.field_handle))
  const takenHandles = new Set(knownHandles)
  const seenNames = new Set<string>()
  const faults: Record<string, string> = {}
  const fields = inputs.map(
    ({ field_handle, field_name, field_data_type, required: isRequired, hint }, i): FieldDescription => {
      if (seenNames.has(field_name.toLowerCase()))
        faults[`configs.${i}.field_name`] = 'Another field already has this name'
      seenNames.add(field_name.toLowerCase())
      if (field_handle !== undefined && !knownHandles.delete(field_handle))
        faults[`configs.${i}.field_handle`] = 'Field not found'
      const handle = field_handle ?? freeHandle(field_name, takenHandles)
      takenHandles.add(handle)
      return {
        field_name,
        field_handle: handle,
        field_data_type,
        field_data_options: { choices: [], text: hint },
        required: isRequired,
        show_hide_for_market: null,
        seeded_from_auth_field: '',
        connects_with_type: null,
        connects_with: '',
        conditions: [],
      }
    },
  )
  if (Object.keys(faults).length > 0) throw invalid(faults)
  return fields
}

/** Changes by handle: fields that swap names, or a field in place of another, are changes. */
function changesOf(before: readonly FieldDescription[], after: readonly FieldDescription[]) {
  const inOrder = (fields: readonly FieldDescription[], others: readonly FieldDescription[]) => {
    const keptHandles = new Set(others.map((field) => field.field_handle))
    return fields.map((field) => field.field_handle).filter((handle) => keptHandles.has(handle))
  }
  const emptyValues = Object.fromEntries(before.map((field) => [field.field_handle, null]))
  return differences(
    { ...byHandle(before), [order]: inOrder(before, after) },
    { ...emptyValues, ...byHandle(after), [order]: inOrder(after, before) },
  )
}
const namesOf = (changes: object, fields: readonly FieldDescription[]) => {
  const names = new Map(fields.map((field) => [field.field_handle, field.field_name]))
  return [...new Set(Object.keys(changes).map((key) => names.get(key) ?? key))].join(', ')
}
/** Handles have no spaces. */
const order = 'order of fields'
const byHandle = (fields: readonly FieldDescription[]) =>
  Object.fromEntries(
    fields.map(({ field_handle, field_name, field_data_type, required: isRequired, field_data_options }) => [
      field_handle,
      { name: field_name, type: field_data_type, required: isRequired, hint: field_data_options.text },
    ]),
  )
