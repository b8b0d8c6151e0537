/** The fields of a request, right or wrong. */
export type RequestFields = Record<string, unknown>
/** A platform’s field in a request. */
export const describedField = (field_name: string, field_order: number, overrides: RequestFields = {}) => ({
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
  ...overrides,
})
