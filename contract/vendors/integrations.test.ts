import { expect, test } from 'vitest'
import { integrationStatus, integrationStatuses, needsSomebody, onboardingStep } from './integrations.ts'

const active = {
  subscribed: true,
  is_cancel_pending: false,
  is_pause_pending: false,
  paused_at: null,
  is_activated: 1,
  market_is_on: true,
  supplier_account_confirmed: false,
  access_details_provided: false,
  tools_configured: false,
}

test.each([
  [{}, 'Active'],
  [{ market_is_on: false }, 'Paused'],
  [{ is_activated: 0, market_is_on: false }, 'In Onboarding'],
  [{ is_activated: 2 }, 'Connection Released'],
  [{ is_activated: 2, paused_at: '2026-01-01T00:00:00Z' }, 'Frozen'],
  [{ is_pause_pending: true, paused_at: '2026-01-01T00:00:00Z' }, 'Freeze Pending'],
  [{ is_cancel_pending: true, is_pause_pending: true }, 'Cancel Pending'],
  [{ subscribed: false, is_cancel_pending: true }, 'No Active Subscription'],
])('an integration with %o is %s', (change, status) => {
  expect(integrationStatus({ ...active, ...change })).toBe(status)
})

test.each([
  [{}, 2],
  [{ supplier_account_confirmed: true }, 3],
  [{ supplier_account_confirmed: true, access_details_provided: true }, 4],
  [{ tools_configured: true }, 5],
])('its set-up with %o is at step %i', (change, step) => {
  expect(onboardingStep({ ...active, is_activated: 0, ...change })).toBe(step)
})

test('what neither works nor was stopped on purpose needs somebody', () => {
  expect(integrationStatuses.filter(needsSomebody)).toEqual([
    'No Active Subscription',
    'Connection Released',
    'In Onboarding',
    'Paused',
  ])
})
