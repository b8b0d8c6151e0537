import type { KeptField } from '#contract/platforms/fields.ts'

const parts = {
  field_name: 'name',
  field_data_type: 'type',
  'field_data_options.choices': 'options',
  'field_data_options.text': 'text',
  required: 'required',
  show_hide_for_market: 'markets',
  seeded_from_auth_field: 'filled in from',
  connects_with_type: 'connects with',
  connects_with: 'what it connects with',
  conditions: 'conditions',
  deleted: 'deleted',
} as const

/** What a person calls each part of the fields, where two have changed them. */
export const fieldLabels = (fields: readonly KeptField[]): Record<string, string> => ({
  order: 'Order of the fields',
  ...Object.fromEntries(
    fields.flatMap((field) =>
      Object.entries(parts).map(([part, label]) => [
        `fields.f${field.platform_field_id}.${part}`,
        `${field.field_name}: ${label}`,
      ]),
    ),
  ),
})
