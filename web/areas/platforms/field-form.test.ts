import { expect, test } from 'vitest'
import type { KeptField } from '#contract/platforms/fields.ts'
import {
  described,
  keysOf,
  toBody,
  toForm,
  underKeys,
  validate,
  withField,
  withNew,
  without,
} from './field-form.ts'

const kept = (id: number, field_handle: string, more: Partial<KeptField> = {}): KeptField => ({
  platform_field_id: id,
  field_order: id,
  field_name: field_handle,
  field_handle,
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
const opened = toForm({ fields: [kept(1, 'key'), kept(2, 'url')] })

test('a new field’s handle follows its name, numbered where it is taken, and conditions follow the handle', () => {
  const first = withNew(opened)
  const named = withField(first.form, first.key, { field_name: 'Key' })
  expect(named.fields[first.key]!.field_handle).toBe('key_2')
  const second = withNew(named)
  const depends = withField(second.form, second.key, {
    conditions: [{ field_handle: 'key_2', value: 'x', not_equal: false }],
  })
  const renamed = withField(depends, first.key, { field_name: 'Mode' })
  expect(renamed.fields[second.key]!.conditions[0]!.field_handle).toBe('mode')
  // a kept one's stays
  expect(withField(opened, 'f1', { field_name: 'Mode' }).fields.f1!.field_handle).toBe('key')
})

test('a deleted field can be taken back before saving; a new one goes at once', () => {
  const struck = without(opened, 'f1')
  expect(toBody(struck)).toMatchObject({ deleted_fields: [1], fields: [{ field_handle: 'url' }] })
  expect(described(struck).map((field) => field.field_handle)).toEqual(['url'])
  expect(without(struck, 'f1')).toEqual(opened)
  const { form, key } = withNew(opened)
  expect(keysOf(without(form, key))).toEqual(['f1', 'f2'])
})

test('the order is that of the rows, those of a merge that stand in none come last', () => {
  const moved = { ...opened, order: ['f2', 'f1'] }
  expect(toBody(moved).fields.map((field) => [field.field_handle, field.field_order])).toEqual([
    ['url', 0],
    ['key', 1],
  ])
  expect(keysOf({ ...opened, order: ['f9', 'f2'] })).toEqual(['f2', 'f1'])
})

test('a fault stands on its field, wherever the field stands, from the browser and from the server', () => {
  const { form, key } = withNew({ ...opened, order: ['f2', 'f1'] })
  expect(validate(form)).toEqual({ [`fields.${key}.field_name`]: 'Enter a name' })
  expect(validate(without(withField(form, key, { field_name: 'Fine' }), 'f1'))).toEqual({})
  expect(underKeys({ 'fields.0.conditions.0.value': 'No', other: 'x' }, ['f2', 'f1'])).toEqual({
    'fields.f2.conditions.0.value': 'No',
    other: 'x',
  })
})
