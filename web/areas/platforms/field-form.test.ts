import { expect, test } from 'vitest'
import type { KeptField } from '#contract/platforms/fields.ts'
import {
  asDraft,
  descriptionsOf,
  keysOf,
  toBody,
  toForm,
  underKeys,
  validate,
  withField,
  withNew,
  removeField,
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

test('an unchanged form saves the same fields in the same order', () => {
  expect(opened.order).toEqual(['f1', 'f2'])
  expect(toBody(opened)).toEqual({
    fields: [
      { ...kept(1, 'key'), field_order: 0 },
      { ...kept(2, 'url'), field_order: 1 },
    ],
    deleted_fields: [],
  })
})

test('a new field is last, an optional text, and has no id', () => {
  const first = withNew({ ...opened, order: ['f2', 'f1'] })
  const { form, key } = withNew(first.form)
  expect(keysOf(form)).toEqual(['f2', 'f1', first.key, key])
  const { platform_field_id: _id, ...blank } = kept(3, 'field_2', { field_name: '' })
  expect(toBody(form).fields[3]).toEqual(blank)
})

test('a new field’s handle follows its name, gets a number if taken, and is updated in conditions', () => {
  const first = withNew(opened)
  const named = withField(first.form, first.key, { field_name: 'Key' })
  expect(named.fields[first.key]!.field_handle).toBe('key_2')
  expect(withField(named, first.key, { field_name: 'KEY' }).fields[first.key]!.field_handle).toBe('key_2')
  const second = withNew(named)
  const depends = withField(second.form, second.key, {
    conditions: ['key_2', 'url'].map((field_handle) => ({ field_handle, value: 'x', not_equal: false })),
  })
  const renamed = withField(depends, first.key, { field_name: 'Mode' })
  expect(renamed.fields[second.key]!.conditions.map((c) => c.field_handle)).toEqual(['mode', 'url'])
  // a kept one's stays
  expect(withField(opened, 'f1', { field_name: 'Mode' }).fields.f1!.field_handle).toBe('key')
})

test('a deleted field can be restored before saving, and a new one is removed at once', () => {
  const struck = removeField(opened, 'f1')
  expect(toBody(struck)).toMatchObject({ deleted_fields: [1], fields: [{ field_handle: 'url' }] })
  expect(descriptionsOf(struck).map((field) => field.field_handle)).toEqual(['url'])
  expect(removeField(struck, 'f1')).toEqual(opened)
  const { form, key } = withNew(opened)
  expect(removeField(form, key)).toEqual(opened)
})

test('fields are saved in row order, with fields from a merge at the end', () => {
  const moved = { ...opened, order: ['f2', 'f1'] }
  expect(toBody(moved).fields.map((field) => [field.field_handle, field.field_order])).toEqual([
    ['url', 0],
    ['key', 1],
  ])
  expect(keysOf({ ...opened, order: ['f9', 'f2'] })).toEqual(['f2', 'f1'])
})

test('a field that someone else deleted but is kept here is created again', () => {
  const { fields } = toBody(opened, [{ platform_field_id: 2 }])
  expect(fields.map((field) => [field.field_handle, field.platform_field_id])).toEqual([
    ['key', undefined],
    ['url', 2],
  ])
})

test('the preview of a draft uses the previous name and market where they are still blank', () => {
  const bare = withField(opened, 'f1', {
    field_name: ' ',
    show_hide_for_market: { show: true, market_ids: [] },
    field_data_type: 'password',
  })
  const { form, key } = withNew(bare)
  const draft = asDraft(form, opened)
  expect(draft.fields.f1).toEqual({ ...opened.fields.f1, field_data_type: 'password' })
  expect(draft.fields.f2).toEqual(opened.fields.f2)
  expect(draft.fields[key]!.field_name).toBe('field')
})

test('an error shows on its field wherever it is listed, whether from the browser or the server', () => {
  const { form, key } = withNew({ ...opened, order: ['f2', 'f1'] })
  expect(validate(form)).toEqual({ [`fields.${key}.field_name`]: 'Enter a name' })
  expect(validate(removeField(withField(form, key, { field_name: 'Fine' }), 'f1'))).toEqual({})
  const faults = {
    'fields.0.conditions.0.value': 'No',
    'fields.1.field_handle': 'Taken',
    'fields.10.platform_field_id': 'Gone',
    other: 'x',
  }
  const keys = ['f2', 'f1', ...Array.from({ length: 9 }, (_, i) => `n${i + 1}`)]
  expect(underKeys(faults, keys)).toEqual({
    'fields.f2.conditions.0.value': 'No',
    'fields.f1.field_name': 'Taken',
    'fields.n9.field_name': 'Gone',
    other: 'x',
  })
})
