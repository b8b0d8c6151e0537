import { expect, test } from 'vitest'
import type { MySubscription } from '#contract/account/my-subscriptions.ts'
import { subscriptionState } from '#contract/subscriptions/standing.ts'
import { subscriptionsAnswer } from './my-subscriptions-answer.ts'

const flags = { is_cancel_pending: false, is_pause_pending: false, paused_at: null as string | null }
const [active, ending, pausing, paused] = [
  flags,
  { ...flags, is_cancel_pending: true },
  { ...flags, is_pause_pending: true },
  { ...flags, paused_at: '2026-11-01T00:00:00Z' },
]
const answer = (of: readonly (typeof flags)[], frozen_fee = '0.00', charged = true) =>
  subscriptionsAnswer({
    subscriptions: of.map((one) => ({ ...one, state: subscriptionState(one) })) as MySubscription[],
    frozen_fee,
    next_charge_date: '2026-12-03',
    charged,
  })

test('a subscription counts as active or paused until the next charge, even with a pending change', () => {
  expect(answer([])).toBe('No subscriptions yet.')
  expect(answer([active])).toBe('1 supplier, active.')
  expect(answer([ending])).toBe('1 supplier, active (ending).')
  expect(answer([active, active, active, pausing])).toBe('4 suppliers, all active (1 pausing).')
  expect(answer([paused, paused])).toBe('2 suppliers, all paused.')
  expect(answer([active, active, paused], '9.00')).toBe(
    '3 suppliers: 2 active, 1 paused. Pauses cost $9 in your next charge on 12/3/26.',
  )
  expect(answer([active, ending, pausing, paused, { ...paused, is_cancel_pending: true }])).toBe(
    '5 suppliers: 3 active (1 ending, 1 pausing), 2 paused (1 ending).',
  )
})

test('a customer who won’t be charged sees no charge for that day', () => {
  expect(answer([paused], '9.00', false)).toBe(
    'Your account isn’t active. 1 supplier, paused. Pauses cost $9 a month once your account is active again.',
  )
})
