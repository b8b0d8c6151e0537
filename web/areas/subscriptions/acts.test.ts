import { expect, test } from 'vitest'
import {
  effectsOf,
  planChanges,
  type PlanFacts,
  type SubscriptionFacts,
} from '#contract/subscriptions/plan.ts'
import type { VendorSubscription, WantedSubscription } from '#contract/subscriptions/subscriptions.ts'
import { fits, skippedText, sentencesOf, subscriptionActs, undoChanges, changeFor } from './acts.ts'

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
  terms: {
    plan: { name: 'Plus', monthly_fee: '49.00', vendor_plan_type_id: 2, families: [] },
    custom: null,
    extras: [],
    items: [],
    promos: [],
    credit_available: '10.00',
  },
  hanging: [],
  bill_date: '2026-12-12',
  next_charge_date: '2026-12-12',
  charged: true,
  on: '2026-12-12',
}
const frozen = { paused_at: '2026-11-01T00:00:00Z' }
function effects(
  want: Omit<WantedSubscription, 'dropshipper_id'> | 'remove',
  is: Partial<SubscriptionFacts> = {},
  of: Partial<PlanFacts> = {},
) {
  return effectsOn([1], want, is, of)
}
function effectsOn(
  ids: readonly number[],
  want: Parameters<typeof effects>[0],
  is: Partial<SubscriptionFacts> = {},
  of: Partial<PlanFacts> = {},
) {
  const rows = ids.map((dropshipper_id) => ({ ...facts, ...is, dropshipper_id }))
  const asked =
    want === 'remove'
      ? { subscriptions: [], removed: ids }
      : { subscriptions: ids.map((dropshipper_id) => ({ dropshipper_id, ...want })), removed: [] }
  const by = { ...plan, ...of }
  return effectsOf(rows, planChanges(rows, asked, by, '2026-11-22T00:00:00Z').changes, by)
}

test('freezing says when it starts, what stops, and the exact next charge', () => {
  expect(sentencesOf('freeze', effects({ is_frozen: true }))).toEqual([
    'It stays active until the next charge on 12/12/26, and is frozen from then on: all settings are kept, nothing is synchronized.',
    '2 active integrations stop then: up to 1,400 listings aren’t updated any more. They stay in the stores as they are.',
    '$9 a month for it, from that charge on. The next charge, on 12/12/26, is $48 in place of $39.',
  ])
})
test('canceling ends on the next charge date, or at once if no charge is due', () => {
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
test('a vendor who isn’t Active sees no charge for that day', () => {
  const said = sentencesOf('cancel', effects({ is_cancel_pending: true }, frozen, { charged: false }))
  expect(said[0]).toBe(
    'It stays as it is until 12/12/26, and can be reactivated until then; that day it ends.',
  )
  expect(said.at(-1)).toBe(
    'Nothing is charged until it is Active again; a charge is $39 in place of $48 then. Nothing is given back of what was charged.',
  )
})
test('reactivating resumes a frozen subscription at once, and keeps a pending freeze when withdrawing a cancellation', () => {
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
test('Undo is offered only if it restores the exact previous state', () => {
  expect(undoChanges(effects({ is_cancel_pending: true }))).toEqual([
    { dropshipper_id: 1, is_cancel_pending: false },
  ])
  expect(undoChanges(effects({ is_frozen: true }))).toEqual([{ dropshipper_id: 1, is_frozen: false }])
  expect(undoChanges(effects({ is_frozen: false }, { is_pause_pending: true }))).toEqual([
    { dropshipper_id: 1, is_frozen: true },
  ])
  const ending = { is_cancel_pending: true }
  for (const is of [ending, { ...ending, is_pause_pending: true }, { ...ending, ...frozen }])
    expect(undoChanges(effects({ is_cancel_pending: false }, is))).toEqual([{ dropshipper_id: 1, ...ending }])
  const thawed = effects({ is_frozen: false }, frozen)
  expect(undoChanges(thawed)).toBeUndefined()
  expect(undoChanges(effects('remove'))).toBeUndefined()
  expect(undoChanges(effects('remove', ending))).toBeUndefined()
  const kept = effects(ending)
  expect(undoChanges({ ...kept, suppliers: [...kept.suppliers, ...thawed.suppliers] })).toBeUndefined()
})

const noCharge = { on: null, next_charge_date: null }
const stopThen =
  '4 active integrations stop then: up to 2,800 listings aren’t updated any more. They stay in the stores as they are.'
test('the text for several subscriptions uses the plural', () => {
  const both = (...of: Parameters<typeof effects>) => effectsOn([1, 2], ...of)
  expect(sentencesOf('remove', both('remove'))).toEqual([
    'They end now. This can’t be taken back.',
    stopThen.replace('then', 'now'),
    '6 integrations are deleted now.',
    'The next charge, on 12/12/26, stays $39. Nothing is given back of what was charged.',
  ])
  expect(sentencesOf('freeze', both({ is_frozen: true }))).toEqual([
    'They stay active until the next charge on 12/12/26, and are frozen from then on: all settings are kept, nothing is synchronized.',
    stopThen,
    '$18 a month for them, from that charge on. The next charge, on 12/12/26, is $57 in place of $39.',
  ])
  expect(sentencesOf('reactivate', both({ is_frozen: false }, frozen))).toEqual([
    'They are active again at once.',
    'Their 4 integrations go on.',
    'The next charge, on 12/12/26, is $39 in place of $57.',
  ])
  expect(sentencesOf('cancel', both({ is_cancel_pending: true }))[0]).toBe(
    'They stay as they are until the next charge on 12/12/26, and can be reactivated until then; that day they end.',
  )
  expect(sentencesOf('cancel', both({ is_cancel_pending: true }, {}, noCharge))[0]).toBe(
    'No charge is to come: they end now. This can’t be taken back.',
  )
  expect(sentencesOf('freeze', both({ is_frozen: true }, {}, noCharge))[0]).toBe(
    'No charge is to come: they are frozen now. All settings are kept, nothing is synchronized.',
  )
})
test('the text for one integration uses the singular, and for none says so', () => {
  const single = { integrations: 1, ready_integrations: 1, active_integrations: 1 }
  expect(sentencesOf('remove', effects('remove', single)).slice(0, 3)).toEqual([
    'It ends now. This can’t be taken back.',
    '1 active integration stops now: up to 700 listings aren’t updated any more. They stay in the stores as they are.',
    '1 integration is deleted now.',
  ])
  expect(sentencesOf('reactivate', effects({ is_frozen: false }, { ...frozen, ...single }))[1]).toBe(
    'Its 1 integration goes on.',
  )
  const none = { integrations: 0, ready_integrations: 0, active_integrations: 0 }
  expect(sentencesOf('remove', effects('remove', none))[1]).toBe('No active integrations stop.')
  expect(sentencesOf('reactivate', effects({ is_frozen: false }, { ...frozen, ...none }))).toHaveLength(2)
})
test.each([
  ['active', ['cancel', 'freeze', 'remove']],
  ['cancel_pending', ['reactivate', 'remove']],
  ['freeze_pending', ['cancel', 'reactivate', 'remove']],
  ['frozen', ['cancel', 'reactivate', 'remove']],
] as const)('a subscription that is %s can be changed by %o', (state, acts) => {
  expect(subscriptionActs.filter((act) => fits[act]({ state } as VendorSubscription))).toEqual(acts)
})
test('selected subscriptions left out are named with the reason', () => {
  const ticked = (
    [
      ['Ash', 'active'],
      ['Birch', 'cancel_pending'],
      ['Cedar', 'frozen'],
      ['Elm', 'frozen'],
    ] as const
  ).map(([dropshipper_name, state]) => ({ dropshipper_name, state }) as VendorSubscription)
  expect(skippedText('freeze', ticked)).toBe(
    '3 of the 4 ticked are left out: Birch is to end already; Cedar and Elm are frozen already.',
  )
  expect(skippedText('reactivate', ticked)).toBe('1 of the 4 ticked is left out: Ash is active already.')
  expect(skippedText('freeze', [ticked[0]!])).toBe('')
})
test.each([
  ['cancel', 'active', { is_cancel_pending: true }],
  ['freeze', 'active', { is_frozen: true }],
  ['reactivate', 'frozen', { is_frozen: false }],
  ['reactivate', 'freeze_pending', { is_frozen: false }],
  ['reactivate', 'cancel_pending', { is_cancel_pending: false }],
] as const)('the act %s on a subscription that is %s sends %o', (act, state, want) => {
  const subscription = { dropshipper_id: 1, state } as VendorSubscription
  expect(changeFor(act, subscription)).toEqual({ dropshipper_id: 1, ...want })
})
