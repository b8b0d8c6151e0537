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
    'It stays active until the next charge on 12/12/26, then is frozen. Settings are saved; nothing is synced.',
    '2 active integrations stop then: up to 1,400 listings are no longer updated. They stay in the stores unchanged.',
    '$9 a month for it, starting with that charge. The next charge, on 12/12/26, is $48 instead of $39.',
  ])
})
test('canceling ends on the next charge date, or at once if no charge is due', () => {
  expect(sentencesOf('cancel', effects({ is_cancel_pending: true }, frozen))).toEqual([
    'It stays unchanged until the next charge on 12/12/26, then it ends. You can reactivate until then.',
    '3 integrations are deleted then.',
    'The next charge, on 12/12/26, is $39 instead of $48. Past charges aren’t refunded.',
  ])
  const none = { on: null, next_charge_date: null }
  expect(sentencesOf('cancel', effects({ is_cancel_pending: true }, {}, none))).toEqual([
    'No upcoming charge, so it ends now. This can’t be undone.',
    '2 active integrations stop now: up to 1,400 listings are no longer updated. They stay in the stores unchanged.',
    '3 integrations are deleted now.',
    'Nothing is due yet. Past charges aren’t refunded.',
  ])
})
test('a vendor who isn’t Active sees no charge for that day', () => {
  const said = sentencesOf('cancel', effects({ is_cancel_pending: true }, frozen, { charged: false }))
  expect(said[0]).toBe('It stays unchanged until 12/12/26, then it ends. You can reactivate until then.')
  expect(said.at(-1)).toBe(
    'Nothing is charged until the account is Active. Then the charge is $39 instead of $48. Past charges aren’t refunded.',
  )
})
test('reactivating resumes a frozen subscription at once, and keeps a pending freeze when withdrawing a cancellation', () => {
  expect(sentencesOf('reactivate', effects({ is_frozen: false }, frozen))).toEqual([
    'It becomes active again right away.',
    'Its 2 integrations resume.',
    'The next charge, on 12/12/26, is $39 instead of $48.',
  ])
  const ending = { ...frozen, is_cancel_pending: true }
  expect(sentencesOf('reactivate', effects({ is_cancel_pending: false }, ending))[0]).toBe(
    'It won’t end. Frozen subscriptions stay frozen.',
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
  '4 active integrations stop then: up to 2,800 listings are no longer updated. They stay in the stores unchanged.'
test('the text for several subscriptions uses the plural', () => {
  const both = (...of: Parameters<typeof effects>) => effectsOn([1, 2], ...of)
  expect(sentencesOf('remove', both('remove'))).toEqual([
    'They end now. This can’t be undone.',
    stopThen.replace('then', 'now'),
    '6 integrations are deleted now.',
    'The next charge, on 12/12/26, stays $39. Past charges aren’t refunded.',
  ])
  expect(sentencesOf('freeze', both({ is_frozen: true }))).toEqual([
    'They stay active until the next charge on 12/12/26, then are frozen. Settings are saved; nothing is synced.',
    stopThen,
    '$18 a month for them, starting with that charge. The next charge, on 12/12/26, is $57 instead of $39.',
  ])
  expect(sentencesOf('reactivate', both({ is_frozen: false }, frozen))).toEqual([
    'They become active again right away.',
    'Their 4 integrations resume.',
    'The next charge, on 12/12/26, is $39 instead of $57.',
  ])
  expect(sentencesOf('cancel', both({ is_cancel_pending: true }))[0]).toBe(
    'They stay unchanged until the next charge on 12/12/26, then they end. You can reactivate until then.',
  )
  expect(sentencesOf('cancel', both({ is_cancel_pending: true }, {}, noCharge))[0]).toBe(
    'No upcoming charge, so they end now. This can’t be undone.',
  )
  expect(sentencesOf('freeze', both({ is_frozen: true }, {}, noCharge))[0]).toBe(
    'No upcoming charge, so they are frozen now. Settings are saved; nothing is synced.',
  )
})
test('the text for one integration uses the singular, and for none says so', () => {
  const single = { integrations: 1, ready_integrations: 1, active_integrations: 1 }
  expect(sentencesOf('remove', effects('remove', single)).slice(0, 3)).toEqual([
    'It ends now. This can’t be undone.',
    '1 active integration stops now: up to 700 listings are no longer updated. They stay in the stores unchanged.',
    '1 integration is deleted now.',
  ])
  expect(sentencesOf('reactivate', effects({ is_frozen: false }, { ...frozen, ...single }))[1]).toBe(
    'Its 1 integration resumes.',
  )
  const none = { integrations: 0, ready_integrations: 0, active_integrations: 0 }
  expect(sentencesOf('remove', effects('remove', none))[1]).toBe('No active integrations are affected.')
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
    'Skipping 3 of 4 selected: Birch is already ending; Cedar and Elm are already frozen.',
  )
  expect(skippedText('reactivate', ticked)).toBe('Skipping 1 of 4 selected: Ash is already active.')
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
