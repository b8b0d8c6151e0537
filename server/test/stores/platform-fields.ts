/** What a request gives, right or wrong. */
export type Given = Record<string, unknown>
/** A field of a platform as a request gives it. */
export const describedField = (field_name: string, field_order: number, more: Given = {}) => ({
  field_name,
  field_order,
  field_data_type: 'text',
  field_data_options: { choices: [], text: '' },
  required: false,
  show_hide_for_market: null,
  seeded_from_auth_field: '',
  connects_with_type: null,
  connects_with: '',
  conditions: [],
  ...more,
})
