import { describe, expect, test } from 'vitest'
import { checkForm } from '../platforms/form.ts'
import { fieldFaults } from '../platforms/field-rules.ts'
import { asForm, isSecretField } from './vendor-supplier-config.ts'

describe('a supplier’s field', () => {
  test.each([
    'FTP password',
    'ftp_password',
    'FTPPassword',
    'ftppassword2',
    'FTP Pass',
    'Pwd',
    'API key',
    'API-Key',
    'apiKey',
    'APIKey',
    'Access Key',
    'Client secret',
    'Refresh tokens',
    'PIN',
    'PIN2',
    'Security code',
    'Login credentials',
    'Login credential',
    'Token',
    'API - key',
    'FTPToken',
    'License key',
    'API key 2',
    'API key (live)',
    'Private key file',
    'Encryption code',
    'Clé API',
    'Heslo',
    'SSH key',
    'Kennwort',
    'API-Schlüssel',
    'Contraseña',
    'Mot de passe',
    'Hasło',
    'Пароль',
    'ftp_key',
  ])('is a secret if it is named %s', (name) => expect(isSecretField(name)).toBe(true))
  test.each([
    'Account number',
    'Price tier',
    'Warehouse',
    'Bypass',
    'Secretary',
    'Shipping code',
    'Key account',
    'Sort key',
    'Monkey',
  ])('isn’t a secret if it is named %s', (name) => expect(isSecretField(name)).toBe(false))
})

describe('a supplier’s fields', () => {
  const field = (custom_feed_field_id: number, name: string, more = {}) => ({
    custom_feed_field_id,
    name,
    required: false,
    secret: false,
    ...more,
  })
  const form = asForm([
    field(7, 'Account', { required: true }),
    field(8, 'FTP password', { required: true, secret: true }),
    field(9, 'Warehouse'),
  ])
  const check = (values: Record<string, string>, set: string[] = []) =>
    checkForm(form, { values, set, market_id: null })

  test('are shown under their names, without a hint', () => {
    expect(form.map((f) => [f.field_name, f.field_data_type, f.field_data_options.text])).toEqual([
      ['Account', 'text', ''],
      ['FTP password', 'password', ''],
      ['Warehouse', 'text', ''],
    ])
    expect(check({}).faults).toEqual({ 7: 'Required', 8: 'Required' })
    expect(fieldFaults(form.map((f, i) => ({ ...f, field_order: i })))).toEqual({})
  })
  test('are saved by id, and a secret exactly as typed and kept until a new one is entered', () => {
    expect(check({ 7: ' A-1 ', 8: ' s ' })).toEqual({ faults: {}, kept: { 7: 'A-1', 8: ' s ', 9: null } })
    expect(check({ 7: 'A-1', 9: 'North' }, ['8'])).toEqual({ faults: {}, kept: { 7: 'A-1', 9: 'North' } })
  })
})
