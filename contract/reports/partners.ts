import { z } from 'zod'
import { get } from '../operation.ts'
import { moment } from '../values.ts'
import { monthChoice } from './customers.ts'

/** The longest list of vendors that a partner’s report has. */
export const mostPartnerVendors = 5000

const supplier = z
  .object({ dropshipper_id: z.number(), supplier_name: z.string() })
  .nullable()
  .describe('null: no supplier has this monthly report')
const listed = {
  listed: z.number().describe('its products in the vendor’s stores now'),
  last_sent_tm: moment.nullable().describe('when one of them was last sent to a store'),
}

const providerVendor = z.object({
  vendor_id: z.number(),
  company: z.string(),
  first_day: z.string().describe('the first day of the month with an active integration'),
  last_day: z.string(),
  integrations: z.number().describe('active on some day of the month'),
  is_new: z.boolean().describe('without an active integration before the month'),
  ...listed,
})
export type ProviderVendor = z.output<typeof providerVendor>
const providerAnswer = z.object({
  supplier,
  start: z.string(),
  end: z.string(),
  vendors: z.array(providerVendor),
  total: z.number().describe('vendor-months: vendors with an active integration on some day'),
  new_vendors: z.number(),
  integrations: z.number(),
})
export type DataProviderMonth = z.output<typeof providerAnswer>

/** What became of a subscriber in the month. */
export const subscriberStates = {
  kept: 'Subscribed',
  new: 'New',
  lost: 'Ended',
  passed: 'New and ended',
} as const
export type SubscriberState = keyof typeof subscriberStates
const stateNames = Object.keys(subscriberStates) as [SubscriberState, ...SubscriberState[]]
const subscriber = z.object({
  vendor_id: z.number(),
  company: z.string(),
  state: z.enum(stateNames),
  since: z.string().describe('the day on which it subscribed'),
  ended: z.string().nullable().describe('the day on which that ended, if in the month'),
  integrations: z.number().describe('active at the end of the month'),
  ...listed,
})
export type WholesaleSubscriber = z.output<typeof subscriber>
const wholesalerAnswer = z.object({
  supplier,
  start: z.string(),
  end: z.string(),
  opening: z.number().describe('subscribers before the month'),
  added: z.number().describe('subscriptions that started in it'),
  ended: z.number().describe('subscriptions that ended in it'),
  closing: z.number().describe('opening, plus added, less ended'),
  with_integration: z.number().describe('subscribers at the end with an active integration'),
  subscribers: z.array(subscriber),
  total: z.number(),
})
export type WholesalerMonth = z.output<typeof wholesalerAnswer>

export const partnerReportOperations = {
  getEtilizeReport: get(
    '/api/reports/etilize-monthly-report',
    'Vendors who sold with a data provider’s data',
    {
      query: monthChoice,
      answer: providerAnswer,
    },
  ),
  getJmWholesaleReport: get(
    '/api/reports/jmwholesale-monthly-report',
    'Subscribers of a wholesaler in a month',
    {
      query: monthChoice,
      answer: wholesalerAnswer,
    },
  ),
}
