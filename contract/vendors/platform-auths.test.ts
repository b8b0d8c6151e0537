import { expect, test } from 'vitest'
import { authState } from './platform-auths.ts'

const now = Date.UTC(2026, 10, 22)
const at = (days: number) => new Date(now + days * 86_400_000).toISOString()

test.each([
  [null, null, 'Active'],
  [at(8), null, 'Active'],
  [at(7), null, 'Expires soon'],
  [at(0), null, 'Expired'],
  [at(-3), null, 'Expired'],
  [at(30), at(-1), 'Revoked'],
  [at(-3), at(-1), 'Revoked'],
])('an authorization that expires at %s and was revoked at %s is %s', (expires_tm, revoked_tm, state) => {
  expect(authState({ now, expires_tm, revoked_tm })).toBe(state)
})
