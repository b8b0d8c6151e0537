import { describe, expect, test } from 'vitest'
import { fieldFaults, isQuiet, withHandles } from './field-rules.ts'
import { fieldTypes, type GivenField } from './fields.ts'
import { freeHandle, handleOf, handleShape } from './handles.ts'

let order = 0
const field = (field_name: string, more: Partial<GivenField> = {}): GivenField => ({
  field_name,
  field_order: order++,
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
const choices = (...values: string[]) => ({
  choices: values.map((value) => ({ value, label: value })),
  text: '',
})

describe('a handle', () => {
  test.each([
    ['API Key', 'api_key'],
    ['  Store’s  name (UK) ', 'store_s_name_uk'],
    ['Größe', 'größe'],
    ['__x__', 'x'],
    ['!!!', ''],
  ])('for “%s” is %s', (name, handle) => expect(handleOf(name)).toBe(handle))

  test.each(['a', 'api_key_2', 'größe_9', '1'])('can be %s', (handle) => {
    expect(handleShape.test(handle)).toBe(true)
  })
  test.each(['', '_a', 'a_', 'a__b', 'a b', 'a-b', 'a_b!'])('can’t be %j', (handle) => {
    expect(handleShape.test(handle)).toBe(false)
  })

  test('has at most 100 characters, and no split ones', () => {
    expect(handleOf('𝒜'.repeat(150))).toBe('𝒜'.repeat(100))
  })

  test('gets the next number if it is taken', () => {
    expect(freeHandle('API key', new Set())).toBe('api_key')
    expect(freeHandle('API key', new Set(['api_key', 'api_key_2']))).toBe('api_key_3')
  })

  test('can’t be the name of a built-in property', () => {
    expect(freeHandle('Constructor', new Set())).toBe('constructor_2')
    expect(fieldFaults([field('It', { field_handle: 'constructor' })])).toEqual({
      '0.field_handle': 'constructor is reserved. Choose another name',
    })
  })

  test('for new fields of the same name is numbered in order, after existing ones', () => {
    const kept = { ...field('Key', { field_handle: 'key' }), field_order: 900 }
    const handles = withHandles([kept, field('Key'), field('Key')]).map((f) => f.field_handle)
    expect(handles).toEqual(['key_2', 'key_3', 'key'])
  })

  test('used twice is rejected at the second field, or at the new one', () => {
    const twice = [field('A', { field_handle: 'a' }), field('B'), field('C', { field_handle: 'a' })]
    expect(fieldFaults(twice)).toEqual({ '2.field_handle': 'Another field already has the handle a' })
    const kept = field('C', { field_handle: 'a', platform_field_id: 1 })
    expect(fieldFaults([twice[0]!, kept])).toEqual({
      '0.field_handle': 'Another field already has the handle a',
    })
  })
})

describe('the fields of a platform', () => {
  const condition = (field_handle: string, value = '') => ({
    conditions: [{ field_handle, value, not_equal: false }],
  })
  const region = field('Region', {
    field_data_type: 'select',
    field_data_options: choices('eu', 'us'),
    field_order: 0,
  })
  test.each<[string, GivenField, Record<string, string>]>([
    [
      'a choice without options',
      field('It', { field_data_type: 'radio' }),
      { 'field_data_options.choices': 'Add at least one option' },
    ],
    [
      'a duplicate option',
      field('It', { field_data_type: 'select', field_data_options: choices('a', 'a') }),
      { 'field_data_options.choices.1.label': 'Options 1 and 2 have the same label: a' },
    ],
    [
      'a value with two labels, and options without a label or a value',
      field('It', {
        field_data_type: 'radio',
        field_data_options: {
          choices: [
            { label: 'Red', value: 'r' },
            { label: 'Rose', value: 'r' },
            { label: '', value: '' },
            { label: 'Blue', value: ' ' },
          ],
          text: '',
        },
      }),
      {
        'field_data_options.choices.1.value': 'Options 1 and 2 have the same value: r',
        'field_data_options.choices.2.label': 'Option 3 has no label',
        'field_data_options.choices.3.value': 'Option 4 has no value',
      },
    ],
    ['no leftover options of a former menu', field('It', { field_data_options: choices('', '') }), {}],
    [
      'information without a text',
      field('It', { field_data_type: 'information', field_data_options: { choices: [], text: ' ' } }),
      { 'field_data_options.text': 'Enter text' },
    ],
    [
      'a default without a value',
      field('It', { field_data_type: 'default', field_data_options: { choices: [], text: ' ' } }),
      { 'field_data_options.text': 'Enter a value' },
    ],
    ['a name without a letter or digit', field('?!'), { field_name: 'Use at least one letter or digit' }],
    [
      'an unknown field of the store',
      field('It', { connects_with_type: 'store', connects_with: 'vendor_id' }),
      { connects_with: 'Choose a store field' },
    ],
    [
      'a secret of the store filled in by a text field',
      field('It', { connects_with_type: 'store', connects_with: 'store_ftp_password' }),
      { connects_with: 'Only a password field can connect to this' },
    ],
    [
      'a password that fills in a visible field',
      field('It', { field_data_type: 'password', connects_with_type: 'store', connects_with: 'store_url' }),
      { connects_with: 'A password can connect only to a store password' },
    ],
    [
      'a setting filled in by a text field',
      field('It', { connects_with_type: 'setting', connects_with: 'image_upload' }),
      { connects_with: 'Only a checkbox can connect to a setting' },
    ],
    [
      'a configuration without a name',
      field('It', { connects_with_type: 'market' }),
      { connects_with: 'Enter a configuration name' },
    ],
    [
      'an unknown setting',
      field('It', { field_data_type: 'checkbox', connects_with_type: 'setting', connects_with: 'store_url' }),
      { connects_with: 'Choose a setting' },
    ],
    [
      'information that fills in a field',
      field('It', {
        field_data_type: 'information',
        field_data_options: { choices: [], text: 'Read this' },
        connects_with_type: 'store',
        connects_with: 'store_url',
      }),
      { connects_with_type: 'Information fields can’t have a connection' },
    ],
    [
      'a connection without a type',
      field('It', { connects_with: 'store_url' }),
      { connects_with_type: 'Choose a connection' },
    ],
    [
      'a condition on an unknown field',
      field('It', condition('nothing')),
      { 'conditions.0.field_handle': 'Field not found. It may have been deleted' },
    ],
    [
      'a condition on itself',
      field('It', condition('it')),
      { 'conditions.0.field_handle': 'A field can’t depend on itself' },
    ],
    [
      'a condition on an unknown option',
      field('It', condition('region', 'asia')),
      { 'conditions.0.value': 'Choose a value of Region' },
    ],
  ])('reject %s', (_what, wrong, faults) => {
    const named = Object.fromEntries(Object.entries(faults).map(([path, text]) => [`1.${path}`, text]))
    expect(fieldFaults([region, { ...wrong, field_order: 1 }])).toEqual(named)
  })

  test.each<[string, Partial<GivenField>]>([
    [
      'a password that fills in a secret of the store',
      { field_data_type: 'password', connects_with_type: 'store', connects_with: 'store_ftp_password' },
    ],
    ['a text that fills in a visible field', { connects_with_type: 'store', connects_with: 'store_url' }],
    [
      'a checkbox connected to a setting',
      { field_data_type: 'checkbox', connects_with_type: 'setting', connects_with: 'image_upload' },
    ],
    [
      'a default connected to a setting',
      {
        field_data_type: 'default',
        field_data_options: { choices: [], text: 'true' },
        connects_with_type: 'setting',
        connects_with: 'image_upload',
      },
    ],
    ['a configuration of the market', { connects_with_type: 'market', connects_with: 'handling_days' }],
    ['a condition on an option', condition('region', 'us')],
  ])('accept %s', (_what, more) => {
    const kept = { ...region, field_handle: 'region' }
    expect(fieldFaults([kept, { ...field('It', more), field_handle: 'it', field_order: 1 }])).toEqual({})
  })

  test('compare a checkbox only with checked or unchecked', () => {
    const tick = field('Tick', { field_data_type: 'checkbox', field_order: 0 })
    const of = (value: string) =>
      fieldFaults([tick, { ...field('It', condition('tick', value)), field_order: 1 }])
    expect([of('true'), of('false')]).toEqual([{}, {}])
    expect(of('')).toEqual({ '1.conditions.0.value': 'Choose a value of Tick' })
  })

  test('accept a condition only on a field above', () => {
    const depends = field('It', { ...condition('region', 'eu'), field_order: 1 })
    expect(fieldFaults([depends, region])).toEqual({})
    expect(fieldFaults([depends, { ...region, field_order: 2 }])).toEqual({
      '0.conditions.0.field_handle': 'Choose a field above this one',
    })
  })

  test('reject a condition on information', () => {
    const told = field('Told', {
      field_data_type: 'information',
      field_data_options: { choices: [], text: 'Read this' },
      field_order: 0,
    })
    expect(fieldFaults([told, { ...field('It', condition('told')), field_order: 1 }])).toEqual({
      '1.conditions.0.field_handle': 'Told has no value to compare',
    })
  })

  test('reject a condition on a password, as its value is never shown', () => {
    const token = field('Token', { field_data_type: 'password', field_order: 0 })
    const depends = field('It', { ...condition('token', 'x'), field_order: 1 })
    expect(fieldFaults([token, depends])).toEqual({
      '1.conditions.0.field_handle': 'Token has no value to compare',
    })
  })
})

test('information and default fields require no input', () => {
  expect(Object.keys(fieldTypes).filter(isQuiet)).toEqual(['information', 'default'])
})
