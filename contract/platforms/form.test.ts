import { describe, expect, test } from 'vitest'
import type { FieldDescription } from './fields.ts'
import { checkForm, shownFields, soundChoices } from './form.ts'

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
const options = (...values: string[]) => ({
  choices: values.map((value) => ({ value, label: value })),
  text: '',
})
const check = (fields: FieldDescription[], values: Record<string, string | null>, set: string[] = []) =>
  checkForm(fields, { values, set, market_id: 9 })
const when = (field_handle: string, value: string, not_equal = false) => ({
  conditions: [{ field_handle, value, not_equal }],
})

describe('a form check', () => {
  test.each([
    ['number', '12,50', 'Enter a number such as 12.5'],
    ['number', '1e3', 'Enter a number such as 12.5'],
    ['email', 'ann@shop', 'This is not a valid email address'],
    ['url', 'shop.example.com', 'Enter an address that begins with https:// or http://'],
    ['url', 'javascript:alert(1)', 'Enter an address that begins with https:// or http://'],
    ['select', 'blue', 'Choose one of the options'],
    ['radio', 'blue', 'Choose one of the options'],
    ['checkbox', 'maybe', 'Ticked or not'],
    ['text', 'a\0b', 'At most 4,000 characters that can be kept'],
    ['password', 'x'.repeat(4001), 'At most 4,000 characters that can be kept'],
  ] as const)('rejects a %s of “%s”', (field_data_type, value, fault) => {
    const fields = [field('before'), field('it', { field_data_type, field_data_options: options('red') })]
    expect(check(fields, { before: 'fine', it: value })).toEqual({
      faults: { it: fault },
      kept: { before: 'fine' },
    })
  })

  test.each([
    ['number', ' 12.5 ', '12.5'],
    ['number', '-12', '-12'],
    ['number', '0.123456', '0.123456'],
    ['url', 'http://shop.example', 'http://shop.example'],
    ['checkbox', 'false', 'false'],
    ['text', '', null],
    ['email', 'ann@shop.example', 'ann@shop.example'],
    ['url', 'https://shop.example', 'https://shop.example'],
    ['select', 'red', 'red'],
    ['checkbox', 'true', 'true'],
    ['text', '  Ann ', 'Ann'],
    ['password', ' kept as it is ', ' kept as it is '],
  ] as const)('accepts a %s of “%s”', (field_data_type, value, kept) => {
    const fields = [field('it', { field_data_type, field_data_options: options('red') })]
    expect(check(fields, { it: value })).toEqual({ faults: {}, kept: { it: kept } })
  })

  test('requires nothing for fields that need no input', () => {
    const quiet = [
      field('told', { field_data_type: 'information', required: true }),
      field('given', {
        field_data_type: 'default',
        required: true,
        field_data_options: { choices: [], text: ' eu ' },
      }),
      field('blank', { field_data_type: 'default', required: true }),
      field('tick', { field_data_type: 'checkbox' }),
      field('terms', { field_data_type: 'checkbox', required: true }),
    ]
    expect(check(quiet, { terms: 'true' })).toEqual({
      faults: {},
      kept: { given: 'eu', blank: null, tick: 'false', terms: 'true' },
    })
  })

  test('clears an emptied text, even if one was saved', () => {
    expect(check([field('name')], { name: null }, ['name'])).toEqual({ faults: {}, kept: { name: null } })
    expect(check([field('name')], {}, ['name'])).toEqual({ faults: {}, kept: { name: null } })
  })

  test('rejects unknown fields, and required ones that are blank or unchecked', () => {
    const fields = [
      field('name', { required: true }),
      field('terms', { required: true, field_data_type: 'checkbox' }),
    ]
    expect(check(fields, { name: ' ', terms: 'false', other: 'x' }).faults).toEqual({
      name: 'Required',
      terms: 'Tick this',
      other: 'There is no such field',
    })
  })
})

test('a draft’s menu offers only options with a unique value', () => {
  const choices = [
    { value: 'r', label: 'Red' },
    { value: '', label: '' },
    { value: 'r', label: 'Rose' },
    { value: 'b', label: ' ' },
  ]
  expect(soundChoices({ choices, text: '' })).toEqual([
    { value: 'r', label: 'Red' },
    { value: 'b', label: 'b' },
  ])
})

describe('conditions', () => {
  const fields = [
    field('login', { field_data_type: 'radio', field_data_options: options('key', 'password') }),
    field('key', { required: true, ...when('login', 'key') }),
    field('user', { required: true, ...when('login', 'key', true) }),
    field('scope', { required: true, ...when('key', 'all') }),
  ]
  const shown = (values: Record<string, string>, market_id: number | null = 9) =>
    shownFields(fields, { values, market_id }).map((f) => f.field_handle)

  test('show a field when the value equals, or doesn’t equal, the one given', () => {
    expect(shown({ login: 'key' })).toEqual(['login', 'key'])
    expect(shown({ login: 'password' })).toEqual(['login', 'user'])
    expect(shown({})).toEqual(['login', 'user'])
  })

  test('never hold for a hidden field, whatever its value', () => {
    expect(shown({ login: 'key', key: 'all' })).toEqual(['login', 'key', 'scope'])
    expect(shown({ login: 'password', key: 'all' })).toEqual(['login', 'user'])
    const negated = [...fields, field('other', when('key', 'all', true))]
    const { kept } = check(negated, { login: 'password', user: 'ann', other: 'kept nowhere' })
    expect(kept).toEqual({ login: 'password', user: 'ann' })
  })

  test('skip validation of a hidden field, and discard its value', () => {
    expect(check(fields, { login: 'password', user: 'ann', key: 'secret' })).toEqual({
      faults: {},
      kept: { login: 'password', user: 'ann' },
    })
  })

  test('work with checkboxes and default values', () => {
    const ticked = [
      field('has_ftp', { field_data_type: 'checkbox' }),
      field('server', when('has_ftp', 'true')),
      field('region', { field_data_type: 'default', field_data_options: { choices: [], text: ' eu ' } }),
      field('vat', when('region', 'eu')),
      field('tax', when('region', 'eu', true)),
    ]
    const names = shownFields(ticked, { values: {}, market_id: null }).map((f) => f.field_handle)
    expect(names).toEqual(['has_ftp', 'region', 'vat'])
  })

  test('for a market show a field only there, or hide it there', () => {
    const only = [
      field('here', { show_hide_for_market: { show: true, market_ids: [9] } }),
      field('elsewhere', { show_hide_for_market: { show: false, market_ids: [9] } }),
    ]
    const of = (market_id: number | null) =>
      shownFields(only, { values: {}, market_id }).map((f) => f.field_handle)
    expect([of(9), of(44), of(null)]).toEqual([['here'], ['elsewhere'], ['elsewhere']])
  })
})

describe('a secret', () => {
  const fields = [field('token', { field_data_type: 'password', required: true })]
  test('is kept until a new one is entered, and is required if none is set', () => {
    expect(check(fields, { token: '' }, ['token'])).toEqual({ faults: {}, kept: {} })
    expect(check(fields, { token: 'new' }, ['token'])).toEqual({ faults: {}, kept: { token: 'new' } })
    expect(check(fields, {}).faults).toEqual({ token: 'Required' })
  })

  test('can be cleared only if it is optional', () => {
    expect(check(fields, { token: null }, ['token']).faults).toEqual({ token: 'Required' })
    const optional = [field('token', { field_data_type: 'password' })]
    expect(check(optional, { token: null }, ['token'])).toEqual({ faults: {}, kept: { token: null } })
  })
})
