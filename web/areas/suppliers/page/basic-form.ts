import type { Input } from '#contract/index.ts'
import { addedIds, deletedIds, type Choice } from '../../../ui/form/choices.ts'
import { supplierDetails, type SupplierDetails, type SupplierView } from '#contract/suppliers/suppliers.ts'

interface Field {
  id: number | null
  name: string
  required: boolean
  deleted: boolean
}
export interface BasicForm {
  details: SupplierDetails
  max_file_age_allowed_in_days: number
  categories: Choice[]
  locations: Choice[]
  currencies: string[]
  fields: Field[]
}

/** A supplier as its form holds it. */
export const toForm = (view: SupplierView): BasicForm => ({
  details: supplierDetails.parse(view.dropshipper),
  max_file_age_allowed_in_days: view.dropshipper_file_update_time.max_file_age_allowed_in_days,
  categories: view.dropshipper_categories.map((c) => ({
    id: c.catalog_category_id,
    name: c.catalog_category_name,
    deleted: false,
  })),
  locations: view.dropshipper_shipping_locations.map((l) => ({
    id: l.dropshipper_location_id,
    name: l.dropshipper_location_name,
    deleted: false,
  })),
  currencies: view.dropshipper_currencies.map((c) => String(c.currency_id)),
  fields: view.dropshipper_custom_feed_fields.map((f) => ({
    id: f.custom_feed_field_id,
    name: f.name,
    required: f.required,
    deleted: false,
  })),
})

const hasEntries = (list: readonly { deleted: boolean }[]) => list.some((c) => !c.deleted)
/** What is wrong with the form, by the field's name. */
export function validate(form: BasicForm): Record<string, string> {
  const details = supplierDetails.safeParse(form.details)
  return {
    ...Object.fromEntries(
      (details.error?.issues ?? []).map((i) => [`details.${i.path.join('.')}`, i.message]),
    ),
    ...(!hasEntries(form.categories) && { categories: 'Add at least one category' }),
    ...(!hasEntries(form.locations) && { locations: 'Add at least one shipping location' }),
    ...Object.fromEntries(
      form.fields.flatMap((f, i) =>
        f.deleted || f.name.trim() ? [] : [[`fields.${i}.name`, 'Enter a name']],
      ),
    ),
  }
}

/** The body of a save: what was added, created and deleted since the supplier was loaded. */
export function toBody(view: SupplierView, form: BasicForm): Input<'saveSupplier'>['body'] {
  return {
    version: view.version,
    dropshipper: form.details,
    max_file_age_allowed_in_days: form.max_file_age_allowed_in_days,
    added_shipping_locations: addedIds(
      view.dropshipper_shipping_locations.map((l) => l.dropshipper_location_id),
      form.locations,
    ),
    deleted_shipping_locations: deletedIds(form.locations),
    new_categories: form.categories.flatMap((c) => (c.id === null && !c.deleted ? [c.name] : [])),
    added_categories: addedIds(
      view.dropshipper_categories.map((c) => c.catalog_category_id),
      form.categories,
    ),
    deleted_categories: deletedIds(form.categories),
    dropshipper_custom_feed_fields: form.fields
      .filter((f) => !f.deleted)
      .map((f, field_order) => ({
        ...(f.id !== null && { custom_feed_field_id: f.id }),
        name: f.name.trim(),
        required: f.required,
        field_order,
      })),
    deleted_dropshipper_custom_feed_fields: deletedIds(form.fields),
    dropshipper_currencies: form.currencies.map(Number),
  }
}

/** The API's field names as this form's. */
export const toFormErrors = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, message]) => [
      key
        .replace(/^dropshipper\./, 'details.')
        .replace(/^(dropshipper_categories|added_categories|new_categories.*)$/, 'categories')
        .replace(/^(dropshipper_shipping_locations|added_shipping_locations)$/, 'locations')
        .replace(/^dropshipper_currencies.*$/, 'currencies')
        .replace(/^dropshipper_custom_feed_fields/, 'fields'),
      message,
    ]),
  )
