import { expect, test } from 'vitest'
import type { SubscriptionState } from '#contract/subscriptions/standing.ts'
import type { SubscriptionEffects } from '#contract/subscriptions/subscriptions.ts'
import { myEffects } from './my-effects.ts'

const bill = (total: string) => ({ lines: [], promos: [], frozen: '0.00', total })
const effects = (more: Partial<SubscriptionEffects> = {}): SubscriptionEffects => ({
  on: '2026-12-03',
  next_charge_date: '2026-12-03',
  charged: true,
  suppliers: [{ dropshipper_id: 1, dropshipper_name: 'Acorn', from: 'active', to: 'cancel_pending' }],
  stops: { integrations: 1, listings: 1200 },
  resumes: 0,
  deleted_integrations: 1,
  next_charge: { before: bill('49.00'), after: bill('49.00') },
  ...more,
})

test('a cancellation shows its date, what the stores keep, and the next charge', () => {
  expect(myEffects('cancel', effects())).toEqual([
    'Nothing changes until 12/3/26, the day of your next charge. You can reactivate until then.',
    'From then on, your stores won’t get stock and prices from Acorn.',
    '1,200 products are listed in your stores now. They’ll stay listed with that day’s ' +
      'stock and prices. Remove what you can’t ship.',
    'Past charges aren’t refunded.',
    'Your next charge on 12/3/26 stays $49.',
  ])
})
test('without an upcoming charge a cancellation takes effect at once', () => {
  const said = myEffects(
    'cancel',
    effects({ on: null, next_charge_date: null, stops: { integrations: 0, listings: 0 } }),
  )
  expect(said.slice(0, 3)).toEqual([
    'You have no upcoming charge, so this happens right away and can’t be undone.',
    'From now on, your stores won’t get stock and prices from Acorn.',
    'None of its products are in your stores.',
  ])
  expect(said).toHaveLength(4)
})
test('on a due date before the charge, a cancellation takes effect at once and gives only that reason', () => {
  const [first] = myEffects('cancel', effects({ on: null }))
  expect(first).toBe('Your 12/3/26 charge is due, so this happens right away and can’t be undone.')
  const [of_suspended] = myEffects('cancel', effects({ on: null, charged: false }))
  expect(of_suspended).toMatch(/^You have no upcoming charge, so/)
})
test('a customer who won’t be charged sees no charge for that day', () => {
  const unpaid = { charged: false, next_charge: { before: bill('58.00'), after: bill('49.00') } }
  const said = myEffects('cancel', effects(unpaid), true)
  expect(said[0]).toBe('Nothing changes until 12/3/26. You can reactivate until then.')
  expect(said.at(-1)).toBe('You won’t be charged while your account isn’t active.')
  expect(myEffects('pause', effects(unpaid))[1]).toMatch(/^Once confirmed, the pause starts on 12\/3\/26\./)
})
test('canceling all suppliers warns that the plan is still charged', () => {
  const plan = 'You’ll have no suppliers left, but your plan will still be charged. Contact us to end it.'
  expect(myEffects('cancel', effects(), true).at(-1)).toBe(plan)
  expect(myEffects('cancel', effects())).not.toContain(plan)
  expect(myEffects('cancel', effects({ on: null, next_charge_date: null }), true)).not.toContain(plan)
  expect(myEffects('pause', effects(), true)).not.toContain(plan)
})
test('canceling a paused subscription doesn’t claim to stop anything more', () => {
  const one = { ...effects().suppliers[0]!, from: 'frozen' } as const
  const said = (...suppliers: SubscriptionEffects['suppliers']) =>
    myEffects('cancel', effects({ suppliers, stops: { integrations: 0, listings: 0 } })).slice(1, 3)
  expect(said(one)).toEqual([
    'Your stores won’t get stock and prices from Acorn again.',
    'None of its products are in your stores.',
  ])
  expect(said(one, { ...one, from: 'active' })).toEqual([
    'From then on, your stores won’t get stock and prices from these 2 suppliers.',
    'None of their products are in your stores.',
  ])
})
test('a pause is described as a request, with its cost', () => {
  const said = myEffects('pause', effects({ next_charge: { before: bill('49.00'), after: bill('58.00') } }))
  expect(said[0]).toContain('within 24-48 business hours')
  expect(said.slice(-2)).toEqual([
    'A pause costs $9 a month per supplier.',
    'Your next charge on 12/3/26 would be $58 instead of $49.',
  ])
})
test('reactivating says whether it becomes active again or just stays active', () => {
  const said = (from: SubscriptionState, to: SubscriptionState) =>
    myEffects(
      'reactivate',
      effects({ resumes: 1, suppliers: [{ ...effects().suppliers[0]!, from, to }] }),
    ).slice(0, -1)
  expect(said('frozen', 'active')).toEqual([
    'It’s active again right away.',
    'Your stores get its stock and prices again.',
  ])
  expect(said('cancel_pending', 'active')).toEqual(['It won’t end on 12/3/26. It stays active.'])
  expect(said('freeze_pending', 'active')).toEqual(['It won’t pause on 12/3/26. It stays active.'])
  expect(said('cancel_pending', 'frozen')).toEqual(['It won’t end. It stays paused.'])
  expect(said('cancel_pending', 'freeze_pending')).toEqual(['It won’t end. It still pauses on 12/3/26.'])
})
