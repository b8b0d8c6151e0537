import { z } from 'zod'
import { standings } from '../feeds/standing.ts'
import { day, id, page } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { subscriptionStates, type SubscriptionState } from '../subscriptions/standing.ts'
import { preparedFile } from './files.ts'

const stateNames = Object.keys(subscriptionStates) as [SubscriptionState, ...SubscriptionState[]]
/** What each figure means, on the screen and in the documents. */
export const subscriptionFigures = {
  subscribers: ['Subscribers', 'Vendors with a subscription to the supplier now. Staff don’t count.'],
  opening: ['Opening', 'Subscriptions at the start of the range.'],
  added: ['Added', 'Subscriptions that were added in the range, ended ones too.'],
  ended: ['Ended', 'Subscriptions that ended or were removed in the range.'],
  closing: ['Closing', 'Opening, plus added, less ended.'],
  active: ['Active', 'Of them, subscriptions without a pending change, not frozen.'],
  cancel_pending: ['Cancel pending', 'Of them, subscriptions that end with the billing period.'],
  freeze_pending: ['Freeze pending', 'Of them, subscriptions that freeze with the next charge.'],
  frozen: ['Frozen', 'Of them, paused subscriptions, billed only the monthly fee.'],
  with_integration: ['Integrated', 'Of them, vendors with an active integration of the supplier.'],
  only_this: ['Only supplier', 'Of them, vendors without any other supplier.'],
} as const
export type SubscriptionFigure = keyof typeof subscriptionFigures
/** What happened in the range; a filter by today’s state leaves them out. */
export const movedFigures = ['opening', 'added', 'ended', 'closing'] as const
/** A supplier’s churn counts the subscriptions that ended within so many days before the range’s end. */
export const churnDays = 90

export const supplierSubscriptionFilters = z.object({
  start: day.optional().describe('a day in UTC; without both days: this month so far'),
  end: day.optional(),
  supplier: id.optional(),
  market: id.optional().describe('has an integration of the supplier in this market'),
  status: z.enum(stateNames).optional(),
  without_integration: z.boolean().default(false).describe('has no active integration of the supplier'),
})
export type SupplierSubscriptionFilters = z.output<typeof supplierSubscriptionFilters>

const moved = z.number().nullable().describe('null: a filter by today’s state leaves them out')
const figures = z.object({
  subscribers: z.number(),
  opening: moved,
  added: moved,
  ended: moved,
  closing: moved,
  active: z.number(),
  cancel_pending: z.number(),
  freeze_pending: z.number(),
  frozen: z.number(),
  with_integration: z.number(),
  only_this: z.number(),
})
export type SubscriptionFigures = z.output<typeof figures>
const row = figures.extend({
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  churn: z
    .number()
    .nullable()
    .describe(
      'share of the subscriptions 90 days before the end that have ended by then; null: there were none',
    ),
  standing: z.enum(standings).nullable().describe('of its feeds; null: it has none'),
  standing_reason: z.string(),
})
export type SupplierSubscriptionsRow = z.output<typeof row>
const answer = z.object({
  start: z.string(),
  end: z.string(),
  suppliers: z.array(row).describe('the most subscribers first'),
  totals: figures,
  vendors: z.number().describe('different vendors'),
})
export type SupplierSubscriptions = z.output<typeof answer>

export const countedSubscriptionPageSize = 50
const figureNames = Object.keys(subscriptionFigures) as [SubscriptionFigure, ...SubscriptionFigure[]]
export const countedSubscriptionFilters = supplierSubscriptionFilters.extend({ figure: z.enum(figureNames) })
export type CountedSubscriptionFilters = z.output<typeof countedSubscriptionFilters>
const countedSubscription = z.object({
  row: z.string().describe('unlike that of any other row'),
  day: z.string().describe('when the subscription was added; of ended ones, when it ended'),
  vendor_id: z.number(),
  company: z.string(),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  state: z.enum(stateNames).nullable().describe('now; null: it has ended since'),
})
export type CountedSubscription = z.output<typeof countedSubscription>

export const supplierSubscriptionOperations = {
  listCountedSubscriptions: post(
    '/api/reports/supplier-subscriptions/rows',
    `The subscriptions of a number in Supplier Subscriptions, ${countedSubscriptionPageSize} a page`,
    {
      reads: true,
      body: countedSubscriptionFilters.extend({ page }),
      answer: z.object({
        start: z.string(),
        end: z.string(),
        rows: z.array(countedSubscription).describe('newest first'),
        total: z.number().describe('the number itself'),
      }),
    },
  ),
  getSupplierSubscriptions: post('/api/reports/supplier-subscriptions', 'Subscribers by supplier', {
    reads: true,
    body: supplierSubscriptionFilters,
    answer,
  }),
  prepareSupplierSubscriptions: post(
    '/api/reports/supplier-subscriptions-export',
    'Prepare the subscribers by supplier as CSV',
    { fresh: true, body: supplierSubscriptionFilters, answer: preparedFile },
  ),
  downloadSupplierSubscriptions: get(
    '/api/reports/supplier-subscriptions-export',
    'Download the subscribers by supplier as last prepared',
    { answer: 'file', refuses: ['too_many', 'not_found', 'conflict'] },
  ),
}
