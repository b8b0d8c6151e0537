import { expect, test } from 'vitest'
import { partsChanged } from '../../ui/form/rebase.ts'
import type { EditedField, FieldsOf } from './field-form.ts'
import { fieldLabels, fieldWords } from './field-labels.ts'

const field = (id: number | null, field_name: string, more: Partial<EditedField> = {}): EditedField => ({
  id,
  deleted: false,
  field_name,
  field_handle: field_name.toLowerCase(),
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
const form = (fields: FieldsOf['fields']): FieldsOf => ({ fields, order: Object.keys(fields) })
const markets = [{ market_id: 9, market_name: 'eBay', platform_id: 1, platform_name: 'X' }]

test('merge conflicts show field and market names instead of codes and numbers', () => {
  const opened = form({ f1: field(1, 'Mode'), f2: field(2, 'Key'), f3: field(3, 'Old') })
  const typed = form({
    f2: field(2, 'Key', { show_hide_for_market: { show: true, market_ids: [9] } }),
    f1: field(1, 'Mode', { field_data_type: 'select' }),
    f3: field(3, 'Old', { required: true }),
    n1: field(null, ''),
  })
  const saved = form({
    f1: field(1, 'Mode', {
      field_data_options: {
        choices: [
          { value: 'a', label: 'By hand' },
          { value: 'b', label: 'b' },
        ],
        text: '',
      },
    }),
    f2: field(2, 'Key', {
      conditions: [{ field_handle: 'mode', value: 'a', not_equal: true }],
      connects_with_type: 'store',
      connects_with: 'store_url',
    }),
    f4: field(4, 'Token', { field_data_type: 'password' }),
  })
  const sides = { opened, typed, saved }
  const labels = fieldLabels(sides)
  const words = fieldWords(markets)
  const told = partsChanged(opened, typed, saved).map(({ path, clash: _clash, ...values }) =>
    [
      labels[path.join('.')],
      ...[values.opened, values.typed, values.saved].map((v) => words(path, v, sides) ?? v),
    ].join(' | '),
  )
  expect(told).toEqual([
    'Mode: type | Text | Menu | Text',
    'Mode: options | nothing | nothing | By hand (a), b',
    'Key: markets | in all markets | only in eBay | in all markets',
    'Key: connection | nothing | nothing | Store',
    'Key: connected field | nothing | nothing | Store address',
    'Key: conditions | always | always | Mode is not a',
    'Old | Text | Text | none',
    'New field | none | Text | none',
    'Token | none | none | Password',
    'Field order | Mode, Key, Old | Key, Mode, Old, new field | Mode, Key, Token',
  ])
})
