import { expect, test } from 'vitest'
import { hashPassword, isCommon, isPassword, tooMany } from './passwords.ts'

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

test('a common password is recognized in any capitals', () => {
  for (const common of ['password1234', 'Password1234', 'PASSWORD1234'])
    expect(isCommon(common)).toContain('too common')
  expect(isCommon('a long secret')).toBeUndefined()
})

test('too many tries ask the person to wait', () => {
  const { status, message } = tooMany()
  expect([status, message]).toEqual([429, 'Too many attempts. Wait a few minutes, then try again.'])
})
