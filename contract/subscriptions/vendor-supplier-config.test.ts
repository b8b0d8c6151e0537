import { describe, expect, test } from 'vitest'
import { isSecretField } from './vendor-supplier-config.ts'

describe('a supplier’s field is a secret', () => {
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
  ])('where it is called %s', (name) => expect(isSecretField(name)).toBe(true))
  test.each([
    'Account number',
    'Price tier',
    'Warehouse',
    'Bypass',
    'Secretary',
    'Shipping code',
    'Key account',
  ])('never where it is called %s', (name) => expect(isSecretField(name)).toBe(false))
})
