import { expect, test } from 'vitest'
import {
  integrationStatus,
  integrationStatuses,
  integrationTrouble,
  needsSomebody,
  onboardingStep,
  onboardingSteps,
  stepWords,
  toolsPending,
  type IntegrationTrouble,
  type StoreFacts,
} from './standing.ts'

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
])('setup with %o is at step %i', (change, step) => {
  expect(onboardingStep({ ...active, ...change })).toBe(step)
})

test('each setup step says what to do, and confirming it leads to the next', () => {
  const steps = Array.from({ length: onboardingSteps }, (_, i) => stepWords[i + 1]!)
  for (const { name, next } of steps)
    expect([name, next]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)])
  const confirmed = steps.map(({ done }, i) => [i + 1, done && onboardingStep({ ...active, [done]: true })])
  expect(confirmed).toEqual([
    [1, undefined],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, undefined],
  ])
})

test('an integration needs attention if it isn’t working and wasn’t stopped on purpose', () => {
  expect(integrationStatuses.filter((status) => needsSomebody({ status, trouble: null }))).toEqual([
    'No Active Subscription',
    'Connection Released',
    'In Onboarding',
    'Paused',
  ])
})

test.each([
  [{}, true],
  [{ access_details_provided: false, supplier_account_confirmed: true }, false],
  [{ tools_configured: true }, true],
  [{ is_activated: 1 }, false],
  [{ is_activated: 2 }, true],
  [{ custom_feed_support: 2 }, false],
  [{ has_custom_feed: true }, false],
])('tools of an integration with %o are pending: %s', (change, pending) => {
  const waits = { ...active, is_activated: 0, access_details_provided: true }
  expect(toolsPending({ ...waits, custom_feed_support: 1, has_custom_feed: false, ...change })).toBe(pending)
})

const works = {
  takes_file: true,
  stopped_reason: null,
  unpaid: null,
  held_update_id: null,
  last_failure: null,
}
const [nothing, stopped, suspended, held, failed] = [
  { ...works, takes_file: false },
  { ...works, stopped_reason: 'It refuses the login' },
  { ...works, unpaid: 'suspended' as const },
  { ...works, held_update_id: 5 },
  { ...works, last_failure: 'No such host' },
]
test.each<[StoreFacts[], IntegrationTrouble | null]>([
  [[works], null],
  [[], 'no_store'],
  [[nothing, nothing], 'takes_nothing'],
  [[nothing, works], null],
  [[held, works], 'held'],
  [[works, failed], 'failed'],
  [[failed, held], 'held'],
  [[{ ...failed, takes_file: false }, works], null],
  [[held, stopped], 'stopped'],
  [[suspended, nothing], 'suspended'],
  [[{ ...held, unpaid: 'delisted' }], 'delisted'],
  [[suspended, stopped], 'stopped'],
  // what it would take, and why it stopped, is no matter before it takes anything
  [[{ ...stopped, takes_file: false }], 'takes_nothing'],
])(
  'an active integration with stores %o has the problem %s, and needs attention if it has one',
  (stores, trouble) => {
    expect(integrationTrouble('Active', stores)).toBe(trouble)
    expect(needsSomebody({ status: 'Active', trouble })).toBe(trouble !== null)
    expect(integrationTrouble('Frozen', stores)).toBeNull()
  },
)
