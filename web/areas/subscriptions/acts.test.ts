import { expect, test } from 'vitest'
import {
  effectsOf,
  planChanges,
  type PlanFacts,
  type SubscriptionFacts,
} from '#contract/subscriptions/plan.ts'
import type { WantedSubscription } from '#contract/subscriptions/subscriptions.ts'
import { sentencesOf, undoneBy } from './acts.ts'

const facts: SubscriptionFacts = {
  dropshipper_id: 1,
  dropshipper_name: 'Alpine',
  is_legacy: false,
  has_ebay_access: false,
  is_cancel_pending: false,
  is_pause_pending: false,
  paused_at: null,
  integrations: 3,
  ready_integrations: 2,
  active_integrations: 2,
  active_products: 700,
}
const plan: PlanFacts = {
  monthly_fee: '49.00',
  credit_available: '10.00',
  next_charge_date: '2026-12-12',
  on: '2026-12-12',
}
const frozen = { paused_at: '2026-11-01T00:00:00Z' }
function effects(
  want: Omit<WantedSubscription, 'dropshipper_id'> | 'remove',
  is: Partial<SubscriptionFacts> = {},
  of: Partial<PlanFacts> = {},
) {
  const rows = [{ ...facts, ...is }]
  const asked =
    want === 'remove'
      ? { subscriptions: [], removed: [1] }
      : { subscriptions: [{ dropshipper_id: 1, ...want }], removed: [] }
  const by = { ...plan, ...of }
  return effectsOf(rows, planChanges(rows, asked, by, '2026-11-22T00:00:00Z').changes, by)
}

test('a freeze says from when on, what stops and what the next charge is, to the cent', () => {
  expect(sentencesOf('freeze', effects({ is_frozen: true }))).toEqual([
    'It stays active until the next charge on 12/12/26, and is frozen from then on: all settings are kept, nothing is synchronized.',
    '2 active integrations stop then: up to 1,400 listings aren’t updated any more. They stay in the stores as they are.',
    '$9 a month for it, from that charge on. The next charge, on 12/12/26, is $48 in place of $39.',
  ])
})
test('a cancel ends on the day of the charge, and at once where none is to come', () => {
  expect(sentencesOf('cancel', effects({ is_cancel_pending: true }, frozen))).toEqual([
    'It stays as it is until the next charge on 12/12/26, and can be reactivated until then; that day it ends.',
    '3 integrations are deleted then.',
    'The next charge, on 12/12/26, is $39 in place of $48. Nothing is given back of what was charged.',
  ])
  const none = { on: null, next_charge_date: null }
  expect(sentencesOf('cancel', effects({ is_cancel_pending: true }, {}, none))).toEqual([
    'No charge is to come: it ends now. This can’t be taken back.',
    '2 active integrations stop now: up to 1,400 listings aren’t updated any more. They stay in the stores as they are.',
    '3 integrations are deleted now.',
    'No charge is due yet. Nothing is given back of what was charged.',
  ])
})
test('what is frozen goes on at once, and what was to end stays as it was', () => {
  expect(sentencesOf('reactivate', effects({ is_frozen: false }, frozen))).toEqual([
    'It is active again at once.',
    'Its 2 integrations go on.',
    'The next charge, on 12/12/26, is $39 in place of $48.',
  ])
  const ending = { ...frozen, is_cancel_pending: true }
  expect(sentencesOf('reactivate', effects({ is_cancel_pending: false }, ending))[0]).toBe(
    'It will not end; what was frozen, or to be, stays so.',
  )
})
test('an undo is offered only where it brings back exactly what was', () => {
  expect(undoneBy(effects({ is_cancel_pending: true }))).toEqual([
    { dropshipper_id: 1, is_cancel_pending: false },
  ])
  expect(undoneBy(effects({ is_frozen: true }))).toEqual([{ dropshipper_id: 1, is_frozen: false }])
  expect(undoneBy(effects({ is_frozen: false }, { is_pause_pending: true }))).toEqual([
    { dropshipper_id: 1, is_frozen: true },
  ])
  expect(undoneBy(effects({ is_frozen: false }, frozen))).toBeUndefined()
  expect(undoneBy(effects('remove'))).toBeUndefined()
})
