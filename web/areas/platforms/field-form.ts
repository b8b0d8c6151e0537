import type { Input } from '#contract/index.ts'
import { visible } from '#contract/inputs.ts'
import { allFields, type FieldDescription, type GivenField } from '#contract/platforms/fields.ts'
import { freeHandle } from '#contract/platforms/handles.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'

/** A field as its form; without an id it is new, and its handle follows its name. */
export type EditedField = FieldDescription & { id: number | null; deleted: boolean }
/** By key, so that two people's changes merge field by field. */
export interface FieldsOf {
  fields: Record<string, EditedField>
  order: string[]
}

export const toForm = ({ fields }: Pick<PlatformView, 'fields'>): FieldsOf => ({
  fields: Object.fromEntries(
    fields.map(({ platform_field_id: id, field_order: _order, ...field }) => [
      `f${id}`,
      { ...field, id, deleted: false },
    ]),
  ),
  order: fields.map((field) => `f${field.platform_field_id}`),
})

export function fieldAt({ fields }: FieldsOf, key: string): EditedField {
  const field = fields[key]
  if (!field) throw new Error(`Form field ${key} not found`)
  return field
}

/** The keys in order; after a merge some may be missing from the order or gone. */
export const keysOf = ({ fields, order }: FieldsOf): string[] => [
  ...order.filter((key) => fields[key]),
  ...Object.keys(fields).filter((key) => !order.includes(key)),
]
export const keptKeys = (form: FieldsOf): string[] =>
  keysOf(form).filter((key) => !fieldAt(form, key).deleted)

/** The fields as they would be saved. */
export const descriptionsOf = (form: FieldsOf): FieldDescription[] =>
  keptKeys(form).map((key) => fieldAt(form, key))

/** @param savedFields the fields that exist now: a kept one that another person deleted is created again */
export function toBody(
  form: FieldsOf,
  savedFields?: readonly { platform_field_id: number }[],
): Pick<Input<'savePlatformFields'>['body'], 'fields' | 'deleted_fields'> {
  const isThere = (id: number) =>
    savedFields === undefined || savedFields.some((field) => field.platform_field_id === id)
  return {
    fields: keptKeys(form).map((key, field_order): GivenField => {
      const { id, deleted: _deleted, ...field } = fieldAt(form, key)
      return { ...field, field_order, ...(id !== null && isThere(id) && { platform_field_id: id }) }
    }),
    deleted_fields: Object.values(form.fields).flatMap(({ id, deleted: isDeleted }) =>
      isDeleted && id !== null ? [id] : [],
    ),
  }
}

/** The form for the preview while typing: fields without a name or market keep their previous ones. */
export const asDraft = (form: FieldsOf, openedForm: FieldsOf): FieldsOf => ({
  ...form,
  fields: Object.fromEntries(
    Object.entries(form.fields).map(([key, field]) => {
      const openedField = openedForm.fields[key]
      const { field_name, show_hide_for_market: marketLimit } = field
      return [
        key,
        {
          ...field,
          field_name: visible(field_name) ? field_name : (openedField?.field_name ?? field.field_handle),
          show_hide_for_market:
            marketLimit?.market_ids.length === 0 ? (openedField?.show_hide_for_market ?? null) : marketLimit,
        },
      ]
    }),
  ),
})

/** What is wrong, by `fields.<key>.…`. */
export function validate(form: FieldsOf): Record<string, string> {
  const { error } = allFields.safeParse(toBody(form).fields)
  const faults = (error?.issues ?? []).map(
    (issue) => [`fields.${issue.path.join('.')}`, issue.message] as const,
  )
  return underKeys(Object.fromEntries(faults.toReversed()), keptKeys(form))
}

/** The first fault, with its field's name; undefined if everything can be saved. */
export function faultText(form: FieldsOf, faults: Record<string, string>): string | undefined {
  const [first] = Object.entries(faults)
  if (!first) return undefined
  const field = form.fields[first[0].split('.')[1] ?? '']
  return field ? `${field.field_name || 'New field'}: ${first[1]}` : first[1]
}

/** A refusal names fields by their position in the request. */
export const underKeys = (faults: Record<string, string>, keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([path, message]) => {
      const [, place, rest] = /^fields\.(\d+)\.(.*)$/.exec(path) ?? []
      const key = keys[Number(place)]
      // the handle comes from the name, and a removed field has no input of its own
      const faultField = rest === 'field_handle' || rest === 'platform_field_id' ? 'field_name' : rest
      return [key ? `fields.${key}.${faultField}` : path, message]
    }),
  )

export function withNew(form: FieldsOf): { form: FieldsOf; key: string } {
  const numbers = Object.keys(form.fields).flatMap((key) =>
    key.startsWith('n') ? [Number(key.slice(1))] : [],
  )
  const key = `n${Math.max(0, ...numbers) + 1}`
  const field: EditedField = {
    id: null,
    deleted: false,
    field_name: '',
    field_handle: freeHandle('', handlesBut(form, key)),
    field_data_type: 'text',
    field_data_options: { choices: [], text: '' },
    required: false,
    show_hide_for_market: null,
    seeded_from_auth_field: '',
    connects_with_type: null,
    connects_with: '',
    conditions: [],
  }
  return { key, form: { fields: { ...form.fields, [key]: field }, order: [...keysOf(form), key] } }
}

/** Applies a change to a field; a new field's handle follows its name, and so do conditions on it. */
export function withField(form: FieldsOf, key: string, change: Partial<EditedField>): FieldsOf {
  const field = { ...fieldAt(form, key), ...change }
  if (field.id !== null || change.field_name === undefined)
    return { ...form, fields: { ...form.fields, [key]: field } }
  const oldHandle = field.field_handle
  field.field_handle = freeHandle(field.field_name, handlesBut(form, key))
  const follow = (otherField: EditedField): EditedField => ({
    ...otherField,
    conditions: otherField.conditions.map((condition) =>
      condition.field_handle === oldHandle ? { ...condition, field_handle: field.field_handle } : condition,
    ),
  })
  const others = Object.entries(form.fields).map(([k, otherField]) => [k, follow(otherField)] as const)
  return { ...form, fields: { ...Object.fromEntries(others), [key]: field } }
}

/** Removes a new field at once; a saved one is struck out and can be restored until the save. */
export function removeField(form: FieldsOf, key: string): FieldsOf {
  const field = fieldAt(form, key)
  if (field.id !== null) return withField(form, key, { deleted: !field.deleted })
  const { [key]: _gone, ...fields } = form.fields
  return { fields, order: form.order.filter((otherKey) => otherKey !== key) }
}

const handlesBut = (form: FieldsOf, key: string) =>
  new Set(Object.entries(form.fields).flatMap(([k, field]) => (k === key ? [] : [field.field_handle])))
