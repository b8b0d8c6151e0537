import { z } from 'zod'
import { cancelReasons } from '../account/my-subscriptions.ts'
import { day, page } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { preparedFile } from './files.ts'

export const cancelIntervals = ['day', 'week', 'month'] as const
/** What happens to a subscription that its vendor no longer wants. */
export const cancelEventNames = {
  cancel_asked: 'Canceled',
  reactivated: 'Reactivated',
  ended: 'Ended',
  removed: 'Removed by staff',
} as const
export type CancelEventKind = keyof typeof cancelEventNames
export const cancelEventKinds = Object.keys(cancelEventNames) as [CancelEventKind, ...CancelEventKind[]]
export const cancelPageSize = 25
/** MRR counts as lost to a cancellation if it ends within so many days. */
export const cancelLossDays = 30

export const cancelRange = z.object({
  start: day.optional().describe('a day in UTC; without both days: last month'),
  end: day.optional(),
  interval: z.enum(cancelIntervals).default('day'),
})
export type CancelRange = z.output<typeof cancelRange>
/** The events of a range, all or of one kind. */
export const cancelEventFilters = cancelRange.extend({ what: z.enum(cancelEventKinds).optional() })

/** A reason by its id, in words; null: staff ended it without one. */
export const cancelReasonText = (id: number | null): string =>
  id === null ? 'No reason' : ((cancelReasons as Readonly<Record<number, string>>)[id] ?? `Reason ${id}`)

const reasons = z
  .array(z.object({ reason_id: z.number().nullable(), asked: z.number(), ended: z.number() }))
  .describe('null: staff gave none')
const figures = z.object({
  asked: z.number().describe('subscriptions whose cancellation was requested'),
  taken_back: z.number().describe('reactivated, by their own day'),
  ended: z.number().describe('subscriptions that ended or were removed, by their own day'),
  vendors_left: z.number().describe('vendors left without any subscription'),
  median_days: z.number().nullable().describe('how long the ended ones were there'),
  mrr_lost: decimal
    .nullable()
    .describe(`MRR that ended within ${cancelLossDays} days; null: the caller may not see money`),
  reasons,
})
export type CancelFigures = z.output<typeof figures>
const period = figures.extend({ start: z.string(), end: z.string() })
const answer = z.object({
  start: z.string(),
  end: z.string(),
  interval: z.enum(cancelIntervals),
  periods: z.array(period),
  totals: figures,
})
export type CancelReport = z.output<typeof answer>

const event = z.object({
  subscription_event_id: z.number(),
  tm: moment,
  what: z.enum(cancelEventKinds),
  vendor_id: z.number(),
  company: z.string(),
  dropshipper_id: z.number(),
  supplier_name: z.string().nullable(),
  reason_id: z.number().nullable(),
  comment: z.string().nullable(),
  by_customer: z.boolean(),
  by_name: z.string(),
  ends_on: z.string().nullable().describe('a day in UTC; null: not known'),
  had_days: z.number().nullable(),
  plan: z.string().nullable(),
  manager: z.string().nullable(),
})
export type CancelEvent = z.output<typeof event>

/** The window back from now, in minutes, and how wide a bar is. */
export const newSubscriptionIntervals = { 60: 1, 1440: 60, 10080: 1440, 43200: 1440 } as const
export const mostNewSubscriptions = 1000
const windows = [60, 1440, 10_080, 43_200] as const
export const newSubscriptionWindow = z.object({
  interval: z.literal(windows).default(1440).describe('in minutes'),
})
export type NewSubscriptionWindow = z.output<typeof newSubscriptionWindow>

const newSubscription = z.object({
  tm: moment,
  vendor_id: z.number(),
  company: z.string(),
  dropshipper_id: z.number(),
  supplier_name: z.string().nullable(),
  is_first: z.boolean().describe('the vendor’s first subscription ever'),
  is_gone: z.boolean().describe('ended since'),
  plan: z.string().nullable(),
  promo_code: z.string().nullable(),
  by_customer: z.boolean(),
  by_name: z.string(),
  manager: z.string().nullable(),
})
export type NewSubscription = z.output<typeof newSubscription>

export const cancelOperations = {
  getCancels: post('/api/reports/cancels', 'Canceled and ended subscriptions by day, week or month', {
    reads: true,
    body: cancelRange,
    answer,
  }),
  listCancelEvents: post('/api/reports/cancels/events', 'The events that cancellations count, newest first', {
    reads: true,
    body: cancelEventFilters.omit({ interval: true }).extend({ page }),
    answer: z.object({ events: z.array(event), total: z.number() }),
  }),
  prepareCancels: post('/api/reports/cancels-export', 'Prepare the cancellations as CSV, one row per event', {
    fresh: true,
    body: cancelRange,
    answer: preparedFile,
  }),
  downloadCancels: get('/api/reports/cancels-export', 'Download the cancellations as last prepared', {
    answer: 'file',
    refuses: ['too_many', 'not_found', 'conflict'],
  }),
  listNewSubscriptions: post('/api/vendor/new_subscriptions', 'Subscriptions added within minutes from now', {
    reads: true,
    body: newSubscriptionWindow,
    answer: z.object({
      since: moment,
      until: moment,
      bars: z.array(z.object({ since: moment, subscriptions: z.number() })),
      subscriptions: z.array(newSubscription).describe(`newest first, at most ${mostNewSubscriptions}`),
      total: z.number(),
    }),
  }),
}
