import { z } from 'zod'
import { frozenFee } from '../billing/bill.ts'
import { money } from '../formats.ts'
import { id, line, lines, version } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { chargedFlag, subscriptionEffects } from '../subscriptions/subscriptions.ts'
import { subscriptionStates, type SubscriptionState } from '../subscriptions/standing.ts'
import { decimal, moment } from '../values.ts'

/** Cancellation reasons by `reason_id`, in the order shown. */
export const cancelReasons = {
  1: 'It costs too much',
  5: 'I’m not happy with the supplier',
  2: 'I don’t sell enough of their products',
  3: 'I’m using another supplier or service',
  6: 'Other',
} as const
export type CancelReason = keyof typeof cancelReasons
export const cancelReasonOrder: readonly CancelReason[] = [1, 5, 2, 3, 6]
const reasonIds = cancelReasonOrder as readonly [CancelReason, ...CancelReason[]]

const subscriptionNeeded = 'Choose at least one subscription'
export const reasonNeeded = 'Choose a reason'
export const commentNeeded = 'Tell us why you’re canceling'
/** What a pause costs per supplier and month, and when it is confirmed. */
export const pauseFee = money(frozenFee / 100)
export const pauseConfirmed = 'within 24-48 business hours'

const states = Object.keys(subscriptionStates) as [SubscriptionState]
const subscription = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  selected: z.boolean().describe('used by the form; always false in the list'),
  is_cancel_pending: z.boolean(),
  is_pause_pending: z.boolean(),
  paused_at: moment.nullable(),
  state: z.enum(states),
  pause_asked_tm: moment.nullable().describe('when a pause was requested, if not confirmed yet'),
  active_products: z.number().describe('products available to the customer'),
  no_access: z.boolean().describe('the supplier is restricted and the customer has no access'),
  active_integrations: z.number(),
  since_tm: moment,
})
export type MySubscription = z.output<typeof subscription>
const view = z.object({
  version: z.number(),
  next_charge_date: z.string().nullable(),
  charged: chargedFlag,
  frozen_fee: decimal.describe('pause fees in the next charge'),
  subscriptions: z.array(subscription),
})
export type MySubscriptions = z.output<typeof view>

const chosenSuppliers = z.array(id).min(1, subscriptionNeeded).max(500)
const ownActs = ['cancel', 'reactivate', 'pause'] as const
export type OwnAct = (typeof ownActs)[number]

export const mySubscriptionOperations = {
  listOwnSubscriptions: get('/api/account/subscriptions', 'List your subscriptions', {
    access: 'account',
    answer: view,
    refuses: ['conflict'],
  }),
  weighOwnSubscriptions: post(
    '/api/account/subscriptions/effects',
    'Preview how a cancellation, reactivation or pause affects your stores and next charge',
    {
      access: 'account',
      reads: true,
      body: z.object({ act: z.enum(ownActs), dropshipper_ids: chosenSuppliers }),
      answer: subscriptionEffects,
      refuses: ['not_found', 'conflict'],
    },
  ),
  cancelSubscriptions: put('/api/account/subscriptions', 'Cancel subscriptions at the next charge', {
    access: 'account',
    body: z.object({
      dropshipper_ids: chosenSuppliers,
      reason_id: z.union(
        reasonIds.map((n) => z.literal(n, reasonNeeded)),
        reasonNeeded,
      ),
      reason_label: line(100).default('').describe('the label shown; only reason_id is used'),
      comment: lines(2000, commentNeeded),
      version,
    }),
    answer: view,
    refuses: ['not_found', 'conflict'],
  }),
  reactivateSubscription: put(
    '/api/account/reactivate-subscription',
    'Reactivate a paused or ending subscription',
    {
      access: 'account',
      body: z.object({ dropshipper_id: id, version }),
      answer: view,
      refuses: ['not_found', 'conflict'],
    },
  ),
  askPause: post('/api/account/pause-subscriptions', 'Request a pause from support. Nothing is paused yet', {
    access: 'account',
    body: z.object({ dropshipper_ids: chosenSuppliers, comment: lines(2000).default('') }),
    answer: view,
    refuses: ['not_found', 'conflict', 'too_many'],
  }),
  withdrawPause: post('/api/account/withdraw-pause', 'Withdraw a pause request that isn’t confirmed yet', {
    access: 'account',
    body: z.object({ dropshipper_id: id }),
    answer: view,
    refuses: ['not_found', 'conflict'],
  }),
}
