import { expect, test } from 'vitest'
import type { FieldDescription } from '../platforms/fields.ts'
import { checkForm } from '../platforms/form.ts'
import { configForm, type MarketConfig } from './market-configs.ts'

const field = (field_handle: string, more: Partial<FieldDescription> = {}): FieldDescription => ({
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
const config = (config_name: string, more: Partial<MarketConfig> = {}): MarketConfig => ({
  market_config_id: 1,
  config_name,
  config_label: config_name,
  config_type: 'text',
  config_hint: '',
  config_options: [],
  default_value: '',
  is_needed: false,
  ...more,
})
const asked = (...args: Parameters<typeof configForm>) =>
  configForm(...args)
    .filter((f) => f.field_data_type !== 'default')
    .map((f) => f.field_handle)
const nothing = { settings: {}, store: {} }

test('a value that a platform field fills in isn’t requested twice', () => {
  const days = field('days', { connects_with_type: 'market', connects_with: 'handling_days' })
  expect(asked([config('handling_days'), config('condition')], [days], nothing)).toEqual([
    'days',
    'market:condition',
  ])
})

test('a store field of the same name doesn’t replace the market’s field', () => {
  const ofStore = field('place', { connects_with_type: 'store', connects_with: 'condition' })
  expect(asked([config('condition')], [ofStore], nothing)).toEqual(['market:condition'])
})

test('fields on a store’s form aren’t on the integration’s form, but all others are', () => {
  const fields = [
    field('kind'),
    field('address', {
      connects_with_type: 'store',
      connects_with: 'store_url',
      conditions: [{ field_handle: 'kind', value: 'own', not_equal: false }],
    }),
    field('note'),
    field('days', { connects_with_type: 'market', connects_with: 'handling_days' }),
  ]
  expect(asked([], fields, nothing)).toEqual(['note', 'days'])
  expect(asked([], [fields[0]!, ...fields.slice(2)], nothing)).toEqual(['kind', 'note', 'days'])
})

test('text that explains only store fields isn’t shown on the integration’s form', () => {
  const address = field('address', {
    connects_with_type: 'store',
    connects_with: 'store_url',
    required: true,
  })
  const hint = field('hint', { field_data_type: 'information' })
  const when = { conditions: [{ field_handle: 'hint', value: '', not_equal: false }] }
  const form = configForm([], [hint, { ...address, ...when }], nothing)
  expect(form.map(({ field_handle }) => field_handle)).toEqual(['address'])
  // nor needed: the store has it, or not
  expect(checkForm(form, { values: {}, set: [], market_id: 1 }).faults).toEqual({})
})

test.each([
  ['text', 'text', { multiple: false, required: true }],
  ['number', 'number', { multiple: false, required: true }],
  ['select', 'select', { multiple: false, required: true }],
  ['select_multiple', 'select', { multiple: true, required: true }],
  // one that isn't ticked says no
  ['checkbox', 'checkbox', { multiple: false, required: false }],
] as const)('a market’s %s becomes a %s field', (config_type, field_data_type, more) => {
  const [needed] = configForm([config('one', { config_type, is_needed: true })], [], nothing)
  expect(needed).toMatchObject({ field_data_type, ...more })
  const [open] = configForm([config('one', { config_type, config_hint: 'As they say' })], [], nothing)
  expect(open).toMatchObject({ required: false, field_data_options: { text: 'As they say' } })
})

test('conditions can use the integration’s settings and its store’s values', () => {
  const when = (field_handle: string, value: string) => ({
    conditions: [{ field_handle, value, not_equal: false }],
  })
  const fields = [
    field('images', { connects_with_type: 'setting', connects_with: 'image_upload' }),
    field('place', { connects_with_type: 'store', connects_with: 'image_file_path' }),
    field('alt', { connects_with_type: 'market', connects_with: 'alt', ...when('images', 'true') }),
    field('path', { connects_with_type: 'market', connects_with: 'path', ...when('place', 'ftp') }),
  ]
  const kept = (settings: object, store: Record<string, string>) =>
    Object.keys(
      checkForm(configForm([], fields, { settings: settings as Record<string, unknown>, store }), {
        values: { alt: 'A', path: 'P' },
        set: [],
        market_id: 1,
      }).kept,
    ).filter((key) => key === 'alt' || key === 'path')
  expect(kept({ image_upload: true }, {})).toEqual(['alt'])
  expect(kept({ image_upload: false }, { place: 'ftp' })).toEqual(['path'])
})

test.each([
  ['a~b', undefined],
  ['a', undefined],
  ['a~c', 'Choose among the options'],
  ['a~a', 'Choose among the options'],
  ['', 'Required'],
])('several values joined by ~: %j gets the message %j', (value, fault) => {
  const config_options = ['a', 'b'].map((one) => ({ value: one, label: one }))
  const form = configForm(
    [config('some', { config_type: 'select_multiple', config_options, is_needed: true })],
    [],
    nothing,
  )
  const { faults } = checkForm(form, { values: { 'market:some': value }, set: [], market_id: 1 })
  expect(faults['market:some']).toBe(fault)
})
