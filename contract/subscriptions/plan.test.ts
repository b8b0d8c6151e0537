import { describe, expect, test } from 'vitest'
import { effectsOf, planChanges, planSettled, thaws, type PlanFacts, type SubscriptionFacts } from './plan.ts'
import { frozenByThen, holdsFrom, subscriptionState } from './standing.ts'

const now = '2026-03-04T10:00:00.000Z'
const facts = (id: number, more: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  dropshipper_id: id,
  dropshipper_name: `Supplier ${id}`,
  is_legacy: false,
  has_ebay_access: false,
  is_cancel_pending: false,
  is_pause_pending: false,
  paused_at: null,
  integrations: 3,
  ready_integrations: 2,
  active_integrations: 2,
  active_products: 100,
  ...more,
})
const later: PlanFacts = {
  terms: {
    plan: { name: 'Plus', monthly_fee: '149.00', vendor_plan_type_id: 2, families: [] },
    custom: null,
    extras: [],
    items: [],
    promos: [],
    credit_available: '0.00',
  },
  hanging: [],
  bill_date: '2026-04-01',
  next_charge_date: '2026-04-01',
  charged: true,
  on: '2026-04-01',
}
const atOnce: PlanFacts = { ...later, next_charge_date: null, on: null }
const frozen = facts(1, { paused_at: '2026-01-01T00:00:00.000Z' })
const asked = (...subscriptions: Parameters<typeof planChanges>[1]['subscriptions']) => ({
  subscriptions,
  removed: [],
})

describe('what is asked for', () => {
  test('changes nothing where all is so already', () => {
    const rows = [facts(1, { is_legacy: true }), frozen]
    const same = asked({ dropshipper_id: 1, is_legacy: true, has_ebay_access: false })
    expect(planChanges([rows[0]!], same, later, now)).toEqual({ changes: [], faults: {} })
    expect(planChanges([frozen], asked({ dropshipper_id: 1, is_frozen: true }), later, now).changes).toEqual(
      [],
    )
  })
  test('of a supplier that isn’t subscribed to is a fault of its field', () => {
    const { changes, faults } = planChanges(
      [facts(1), facts(2)],
      { subscriptions: [{ dropshipper_id: 1, is_legacy: true }, { dropshipper_id: 8 }], removed: [2, 9] },
      later,
      now,
    )
    expect(faults).toEqual({
      'removed.1': 'This user is not subscribed to it',
      'subscriptions.1.dropshipper_id': 'This user is not subscribed to it',
    })
    expect(changes.map((c) => c.after?.is_legacy)).toEqual([undefined, true])
  })
  test('of one supplier twice is a fault of the second', () => {
    const twice = { subscriptions: [{ dropshipper_id: 1, is_legacy: true }], removed: [1] }
    expect(planChanges([facts(1)], twice, later, now).faults).toEqual({
      'subscriptions.0.dropshipper_id': 'It is named twice',
    })
    const removedTwice = planChanges([facts(1)], { subscriptions: [], removed: [1, 1] }, later, now)
    expect(removedTwice.faults).toEqual({ 'removed.1': 'It is named twice' })
    expect(removedTwice.changes).toHaveLength(1)
  })
  test('removed ends at once', () => {
    expect(planChanges([facts(1)], { subscriptions: [], removed: [1] }, later, now).changes).toEqual([
      { before: facts(1), after: null },
    ])
  })
  test('to end is pending until the next charge, and at once where none is to come', () => {
    const end = asked({ dropshipper_id: 1, is_cancel_pending: true })
    expect(planChanges([facts(1)], end, later, now).changes[0]!.after).toEqual(
      facts(1, { is_cancel_pending: true }),
    )
    expect(planChanges([facts(1)], end, atOnce, now).changes[0]!.after).toBeNull()
  })
  test('pending already, it stays pending where no charge is to come', () => {
    const pending = facts(1, { is_cancel_pending: true })
    const legacy = planChanges([pending], asked({ dropshipper_id: 1, is_legacy: true }), atOnce, now)
    expect(legacy.changes[0]!.after).toMatchObject({ is_cancel_pending: true, is_legacy: true })
    const back = planChanges([pending], asked({ dropshipper_id: 1, is_cancel_pending: false }), later, now)
    expect(back.changes[0]!.after).toEqual(facts(1))
  })
  test('frozen is pending until the next charge, and now where none is to come', () => {
    const freeze = asked({ dropshipper_id: 1, is_frozen: true })
    expect(planChanges([facts(1)], freeze, later, now).changes[0]!.after).toEqual(
      facts(1, { is_pause_pending: true }),
    )
    expect(planChanges([facts(1)], freeze, atOnce, now).changes[0]!.after).toEqual(
      facts(1, { paused_at: now }),
    )
  })
  test('thawed, what is frozen or is to be goes on', () => {
    const thaw = asked({ dropshipper_id: 1, is_frozen: false })
    expect(planChanges([frozen], thaw, later, now).changes[0]!.after).toEqual(facts(1))
    const pending = facts(1, { is_pause_pending: true })
    expect(planChanges([pending], thaw, later, now).changes[0]!.after).toEqual(facts(1))
  })
  test('what is to end can’t be frozen, but stay frozen', () => {
    const ending = facts(1, { is_cancel_pending: true })
    const { faults } = planChanges([ending], asked({ dropshipper_id: 1, is_frozen: true }), later, now)
    expect(faults).toEqual({
      'subscriptions.0.is_frozen': 'Supplier 1 is to end: reactivate it before it is frozen',
    })
    const both = asked({ dropshipper_id: 1, is_frozen: true, is_cancel_pending: true })
    expect(planChanges([facts(1)], both, later, now).faults).not.toEqual({})
    expect(planChanges([frozen], both, later, now)).toMatchObject({
      faults: {},
      changes: [{ after: { is_cancel_pending: true, paused_at: frozen.paused_at } }],
    })
  })
  test('access to eBay alone is a change', () => {
    const { changes } = planChanges(
      [facts(1)],
      asked({ dropshipper_id: 1, has_ebay_access: true }),
      later,
      now,
    )
    expect(changes[0]!.after).toEqual(facts(1, { has_ebay_access: true }))
  })
})

test('when its day comes, what is to end ends, what is to be frozen is', () => {
  const [ends, freezes] = [facts(1, { is_cancel_pending: true }), facts(2, { is_pause_pending: true })]
  const both = facts(3, { is_cancel_pending: true, is_pause_pending: true })
  expect(planSettled([ends, freezes, both, facts(4), frozen], now)).toEqual([
    { before: ends, after: null },
    { before: freezes, after: facts(2, { paused_at: now }) },
    { before: both, after: null },
  ])
})

describe('what it does', () => {
  const effects = (rows: SubscriptionFacts[], id: number, after: SubscriptionFacts | null, plan = later) =>
    effectsOf(rows, [{ before: rows.find((r) => r.dropshipper_id === id)!, after }], plan)

  test('an end stops its integrations and listings, and deletes all of its integrations', () => {
    expect(effects([facts(1), facts(2)], 1, null)).toMatchObject({
      suppliers: [{ dropshipper_id: 1, from: 'active', to: null }],
      stops: { integrations: 2, listings: 200 },
      resumes: 0,
      deleted_integrations: 3,
      next_charge: { before: { total: '149.00' }, after: { total: '149.00' } },
    })
  })
  test('a frozen one costs nine dollars at the next charge, and stops but deletes nothing', () => {
    expect(effects([facts(1), facts(2)], 1, facts(1, { is_pause_pending: true }))).toMatchObject({
      suppliers: [{ from: 'active', to: 'freeze_pending' }],
      stops: { integrations: 2, listings: 200 },
      deleted_integrations: 0,
      next_charge: { before: { total: '149.00' }, after: { total: '158.00' } },
    })
  })
  test('one that goes on again resumes its integrations that are set up, and costs nothing more', () => {
    expect(effects([frozen], 1, facts(1))).toMatchObject({
      suppliers: [{ from: 'frozen', to: 'active' }],
      stops: { integrations: 0, listings: 0 },
      resumes: 2,
      next_charge: { before: { total: '158.00' }, after: { total: '149.00' } },
    })
  })
  test('one that goes on until it ends resumes them all the same', () => {
    const both = asked({ dropshipper_id: 1, is_frozen: false, is_cancel_pending: true })
    const { changes } = planChanges([frozen], both, later, now)
    expect(changes.map(thaws)).toEqual([true])
    expect(effectsOf([frozen], changes, later)).toMatchObject({
      suppliers: [{ from: 'frozen', to: 'cancel_pending' }],
      stops: { integrations: 0 },
      resumes: 2,
      deleted_integrations: 3,
    })
  })
  test('one that stays frozen, or is still to end, resumes nothing', () => {
    const ending = facts(1, { is_cancel_pending: true })
    for (const before of [frozen, ending]) {
      const { changes } = planChanges([before], asked({ dropshipper_id: 1, is_legacy: true }), later, now)
      expect(changes.map(thaws)).toEqual([false])
      expect(effectsOf([before], changes, later)).toMatchObject({ resumes: 0, deleted_integrations: 0 })
    }
    expect(thaws({ before: frozen, after: null })).toBe(false)
  })
  test('what is frozen beside it is charged for as before', () => {
    const rows = [facts(1), { ...frozen, dropshipper_id: 2 }]
    expect(effects(rows, 1, null).next_charge).toMatchObject({
      before: { total: '158.00' },
      after: { total: '158.00' },
    })
  })
  test('what is frozen and ends stops nothing, and saves its fee', () => {
    expect(effects([frozen, facts(2)], 1, null)).toMatchObject({
      stops: { integrations: 0, listings: 0 },
      next_charge: { before: { total: '158.00' }, after: { total: '149.00' } },
    })
  })
  test.each([{ is_cancel_pending: true }, { is_pause_pending: true }])(
    'one that runs until its day (%o) stops where it ends now',
    (pending) => {
      expect(effects([facts(1, pending)], 1, null)).toMatchObject({
        stops: { integrations: 2, listings: 200 },
        deleted_integrations: 3,
      })
    },
  )
  test('access alone stops and resumes nothing', () => {
    expect(effects([facts(1)], 1, facts(1, { has_ebay_access: true }))).toMatchObject({
      stops: { integrations: 0, listings: 0 },
      resumes: 0,
      deleted_integrations: 0,
    })
  })
})

describe('how one stands', () => {
  test.each([
    ['active', {}],
    ['frozen', { paused_at: now }],
    ['freeze_pending', { is_pause_pending: true }],
    ['cancel_pending', { is_cancel_pending: true, is_pause_pending: true, paused_at: now }],
  ] as const)('%s', (state, flags) => {
    expect(subscriptionState(facts(1, flags))).toBe(state)
  })
  test('the fee is of those frozen or to be, unless they end', () => {
    const of = [facts(1), frozen, facts(2, { is_pause_pending: true })]
    expect(frozenByThen([...of, { ...frozen, is_cancel_pending: true }])).toBe(2)
  })
  test('an act holds from the next charge on, where it is still to come', () => {
    expect(holdsFrom('2026-03-05', '2026-03-04')).toBe('2026-03-05')
    expect(holdsFrom('2026-03-04', '2026-03-04')).toBeNull()
    expect(holdsFrom(null, '2026-03-04')).toBeNull()
  })
})
