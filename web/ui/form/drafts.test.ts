import { expect, test } from 'vitest'
import { withoutSecrets } from './drafts.ts'

test('a draft keeps what was typed, without passwords, secrets and card fields', () => {
  const values = {
    name: 'Pat',
    daily: true,
    card: { card_num: '4242424242424242', cvc: '123', exp: { month: '6' } },
    emails: [{ email: 'a@example.com', billing: false }],
    store_admin_password: 'hush',
    source_secret: 'hush',
    values: { api_key: 'k-1', region: 'eu', login: 'typed into a password field' },
  }
  expect(withoutSecrets(values, new Set(['typed into a password field']))).toEqual({
    name: 'Pat',
    daily: true,
    card: { card_num: '', cvc: '', exp: { month: '' } },
    emails: [{ email: 'a@example.com', billing: false }],
    store_admin_password: '',
    source_secret: '',
    values: { api_key: '', region: 'eu', login: '' },
  })
})
