import { expect, test } from 'vitest'
import type { StaffLogin } from '#contract/staff/staff.ts'
import { peopleText, withoutSecondStep } from './two-step-words.ts'

const login = (name: string, changes: Partial<StaffLogin> = {}): StaffLogin => ({
  login_id: 1,
  name,
  email: `${name}@example.com`,
  role: 'admin',
  two_step: false,
  has_passkey: false,
  last_use_tm: null,
  sessions: 0,
  disabled_tm: null,
  disabled_by_name: null,
  disabled_reason: null,
  insert_tm: '2026-01-01T00:00:00Z',
  own: false,
  ...changes,
})

test('only active admins and finance without an app or a passkey are named', () => {
  const staff = [
    login('Ada'),
    login('Fin', { role: 'finance' }),
    login('App', { two_step: true }),
    login('Key', { has_passkey: true }),
    login('Gone', { disabled_tm: '2026-02-01T00:00:00Z' }),
    login('Sue', { role: 'support' }),
  ]
  expect(peopleText(withoutSecondStep(staff))).toBe('2 people don’t have it: Ada and Fin.')
  expect(peopleText(withoutSecondStep(staff.slice(0, 1)))).toBe('1 person doesn’t have it: Ada.')
  expect(peopleText([])).toBe('Everyone has it.')
})

test('a long list ends in how many more there are', () => {
  expect(peopleText(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => login(name)))).toBe(
    '7 people don’t have it: a, b, c, d, e, and 2 more.',
  )
})
