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

describe('a requested change', () => {
  test('has no effect if everything is already as requested', () => {
    const rows = [facts(1, { is_legacy: true }), frozen]
    const same = asked({ dropshipper_id: 1, is_legacy: true, has_ebay_access: false })
    expect(planChanges([rows[0]!], same, later, now)).toEqual({ changes: [], faults: {} })
    expect(planChanges([frozen], asked({ dropshipper_id: 1, is_frozen: true }), later, now).changes).toEqual(
      [],
    )
  })
  test('for a supplier without a subscription is an error on its field', () => {
    const { changes, faults } = planChanges(
      [facts(1), facts(2)],
      { subscriptions: [{ dropshipper_id: 1, is_legacy: true }, { dropshipper_id: 8 }], removed: [2, 9] },
      later,
      now,
    )
    expect(faults).toEqual({
      'removed.1': 'Not subscribed to this supplier',
      'subscriptions.1.dropshipper_id': 'Not subscribed to this supplier',
    })
    expect(changes.map((c) => c.after?.is_legacy)).toEqual([undefined, true])
  })
  test('that names a supplier twice is an error on the second entry', () => {
    const twice = { subscriptions: [{ dropshipper_id: 1, is_legacy: true }], removed: [1] }
    expect(planChanges([facts(1)], twice, later, now).faults).toEqual({
      'subscriptions.0.dropshipper_id': 'Listed twice',
    })
    const removedTwice = planChanges([facts(1)], { subscriptions: [], removed: [1, 1] }, later, now)
    expect(removedTwice.faults).toEqual({ 'removed.1': 'Listed twice' })
    expect(removedTwice.changes).toHaveLength(1)
  })
  test('to remove a subscription ends it at once', () => {
    expect(planChanges([facts(1)], { subscriptions: [], removed: [1] }, later, now).changes).toEqual([
      { before: facts(1), after: null },
    ])
  })
  test('to cancel is pending until the next charge, or takes effect at once if none is due', () => {
    const end = asked({ dropshipper_id: 1, is_cancel_pending: true })
    expect(planChanges([facts(1)], end, later, now).changes[0]!.after).toEqual(
      facts(1, { is_cancel_pending: true }),
    )
    expect(planChanges([facts(1)], end, atOnce, now).changes[0]!.after).toBeNull()
  })
  test('leaves a pending cancellation pending if no charge is due', () => {
    const pending = facts(1, { is_cancel_pending: true })
    const legacy = planChanges([pending], asked({ dropshipper_id: 1, is_legacy: true }), atOnce, now)
    expect(legacy.changes[0]!.after).toMatchObject({ is_cancel_pending: true, is_legacy: true })
    const back = planChanges([pending], asked({ dropshipper_id: 1, is_cancel_pending: false }), later, now)
    expect(back.changes[0]!.after).toEqual(facts(1))
  })
  test('to freeze is pending until the next charge, or takes effect at once if none is due', () => {
    const freeze = asked({ dropshipper_id: 1, is_frozen: true })
    expect(planChanges([facts(1)], freeze, later, now).changes[0]!.after).toEqual(
      facts(1, { is_pause_pending: true }),
    )
    expect(planChanges([facts(1)], freeze, atOnce, now).changes[0]!.after).toEqual(
      facts(1, { paused_at: now }),
    )
  })
  test('to unfreeze resumes a frozen subscription, or withdraws a pending freeze', () => {
    const thaw = asked({ dropshipper_id: 1, is_frozen: false })
    expect(planChanges([frozen], thaw, later, now).changes[0]!.after).toEqual(facts(1))
    const pending = facts(1, { is_pause_pending: true })
    expect(planChanges([pending], thaw, later, now).changes[0]!.after).toEqual(facts(1))
  })
  test('can’t freeze a subscription that is ending, unless it is frozen already', () => {
    const ending = facts(1, { is_cancel_pending: true })
    const { faults } = planChanges([ending], asked({ dropshipper_id: 1, is_frozen: true }), later, now)
    expect(faults).toEqual({
      'subscriptions.0.is_frozen': 'Supplier 1 is cancel pending. Reactivate it before freezing it',
    })
    const both = asked({ dropshipper_id: 1, is_frozen: true, is_cancel_pending: true })
    expect(planChanges([facts(1)], both, later, now).faults).not.toEqual({})
    expect(planChanges([frozen], both, later, now)).toMatchObject({
      faults: {},
      changes: [{ after: { is_cancel_pending: true, paused_at: frozen.paused_at } }],
    })
  })
  test('can be to eBay access alone', () => {
    const { changes } = planChanges(
      [facts(1)],
      asked({ dropshipper_id: 1, has_ebay_access: true }),
      later,
      now,
    )
    expect(changes[0]!.after).toEqual(facts(1, { has_ebay_access: true }))
  })
})

test('pending cancellations and freezes take effect on their date', () => {
  const [ends, freezes] = [facts(1, { is_cancel_pending: true }), facts(2, { is_pause_pending: true })]
  const both = facts(3, { is_cancel_pending: true, is_pause_pending: true })
  expect(planSettled([ends, freezes, both, facts(4), frozen], now)).toEqual([
    { before: ends, after: null },
    { before: freezes, after: facts(2, { paused_at: now }) },
    { before: both, after: null },
  ])
})

describe('the effect of a change', () => {
  const effects = (rows: SubscriptionFacts[], id: number, after: SubscriptionFacts | null, plan = later) =>
    effectsOf(rows, [{ before: rows.find((r) => r.dropshipper_id === id)!, after }], plan)

  test('an end stops active integrations and listings, and deletes all integrations', () => {
    expect(effects([facts(1), facts(2)], 1, null)).toMatchObject({
      suppliers: [{ dropshipper_id: 1, from: 'active', to: null }],
      stops: { integrations: 2, listings: 200 },
      resumes: 0,
      deleted_integrations: 3,
      next_charge: { before: { total: '149.00' }, after: { total: '149.00' } },
    })
  })
  test('a freeze costs nine dollars at the next charge, stops updates and deletes nothing', () => {
    expect(effects([facts(1), facts(2)], 1, facts(1, { is_pause_pending: true }))).toMatchObject({
      suppliers: [{ from: 'active', to: 'freeze_pending' }],
      stops: { integrations: 2, listings: 200 },
      deleted_integrations: 0,
      next_charge: { before: { total: '149.00' }, after: { total: '158.00' } },
    })
  })
  test('a reactivation resumes the integrations that are set up, at no extra cost', () => {
    expect(effects([frozen], 1, facts(1))).toMatchObject({
      suppliers: [{ from: 'frozen', to: 'active' }],
      stops: { integrations: 0, listings: 0 },
      resumes: 2,
      next_charge: { before: { total: '158.00' }, after: { total: '149.00' } },
    })
  })
  test('a reactivation until the end date resumes them too', () => {
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
  test('staying frozen or still ending resumes nothing', () => {
    const ending = facts(1, { is_cancel_pending: true })
    for (const before of [frozen, ending]) {
      const { changes } = planChanges([before], asked({ dropshipper_id: 1, is_legacy: true }), later, now)
      expect(changes.map(thaws)).toEqual([false])
      expect(effectsOf([before], changes, later)).toMatchObject({ resumes: 0, deleted_integrations: 0 })
    }
    expect(thaws({ before: frozen, after: null })).toBe(false)
  })
  test('other frozen subscriptions are charged as before', () => {
    const rows = [facts(1), { ...frozen, dropshipper_id: 2 }]
    expect(effects(rows, 1, null).next_charge).toMatchObject({
      before: { total: '158.00' },
      after: { total: '158.00' },
    })
  })
  test('ending a frozen subscription stops nothing and saves its fee', () => {
    expect(effects([frozen, facts(2)], 1, null)).toMatchObject({
      stops: { integrations: 0, listings: 0 },
      next_charge: { before: { total: '158.00' }, after: { total: '149.00' } },
    })
  })
  test.each([{ is_cancel_pending: true }, { is_pause_pending: true }])(
    'ending one with a pending change (%o) at once stops it now',
    (pending) => {
      expect(effects([facts(1, pending)], 1, null)).toMatchObject({
        stops: { integrations: 2, listings: 200 },
        deleted_integrations: 3,
      })
    },
  )
  test('changing only access stops and resumes nothing', () => {
    expect(effects([facts(1)], 1, facts(1, { has_ebay_access: true }))).toMatchObject({
      stops: { integrations: 0, listings: 0 },
      resumes: 0,
      deleted_integrations: 0,
    })
  })
})

describe('a subscription’s status', () => {
  test.each([
    ['active', {}],
    ['frozen', { paused_at: now }],
    ['freeze_pending', { is_pause_pending: true }],
    ['cancel_pending', { is_cancel_pending: true, is_pause_pending: true, paused_at: now }],
  ] as const)('is %s', (state, flags) => {
    expect(subscriptionState(facts(1, flags))).toBe(state)
  })
  test('adds the fee if frozen or about to be, unless it is ending', () => {
    const of = [facts(1), frozen, facts(2, { is_pause_pending: true })]
    expect(frozenByThen([...of, { ...frozen, is_cancel_pending: true }])).toBe(2)
  })
  test('changes with the next charge, if that is still due', () => {
    expect(holdsFrom('2026-03-05', '2026-03-04')).toBe('2026-03-05')
    expect(holdsFrom('2026-03-04', '2026-03-04')).toBeNull()
    expect(holdsFrom(null, '2026-03-04')).toBeNull()
  })
})
