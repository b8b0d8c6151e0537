import { expect, test } from 'vitest'
import { faultOfPassword, hashPassword, isPassword, tooMany } from './passwords.ts'

test('a password matches its hash, which doesn’t contain it and differs each time', async () => {
  const [one, other] = await Promise.all([hashPassword('a long secret'), hashPassword('a long secret')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toContain('secret')
  expect([await isPassword('a long secret', one), await isPassword('a long secret', other)]).toEqual([
    true,
    true,
  ])
  expect([await isPassword('A long secret', one), await isPassword('', one)]).toEqual([false, false])
})

test('no password matches a login without one', async () => {
  expect([await isPassword('', undefined), await isPassword('a long secret', undefined)]).toEqual([
    false,
    false,
  ])
})

const customer = { email: 'pat.garden@example.com', role: 'customer' } as const
const commonFault = 'This password is too common. Choose another'
test.each([
  ['password1234', commonFault],
  ['PASSWORD1234', commonFault],
  ['1234567890', commonFault],
  ['qwertyuiop', commonFault],
  ['dragondragon', commonFault],
  ['!!sunshine2026!', commonFault],
  ['aaaaaaaaaaaaaa', commonFault],
  ['121212121212', commonFault],
  ['            ', 'Use more than spaces'],
  ['Pat.Garden@example.com', 'Don’t use your email address as the password'],
  ['pat.garden', 'Don’t use your email address as the password'],
  ['a long secret', undefined],
  ['feedstock-demo', undefined],
  ['xk4!mw02pq', undefined],
])('of a customer, the new password %j: %s', (password, fault) =>
  expect(faultOfPassword(password, customer)).toBe(fault),
)

test.each(['support', 'account_manager', 'finance', 'admin'] as const)(
  'a new password of %s needs 12 characters',
  (role) => {
    const staff = { email: 'sam@example.com', role }
    expect(faultOfPassword('xk4!mw02pqz', staff)).toBe('Use at least 12 characters')
    expect(faultOfPassword('xk4!mw02pqzv', staff)).toBeUndefined()
  },
)

test('too many tries ask the person to wait', () => {
  const { status, message } = tooMany()
  expect([status, message]).toEqual([429, 'Too many attempts. Wait a few minutes, then try again.'])
})
