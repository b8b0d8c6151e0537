import { z } from 'zod'
import { fromText, id } from '../inputs.ts'
import { get, put } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { subscriptionStates, type SubscriptionState } from '../subscriptions/standing.ts'
import { incidentKinds, supplierStates } from './standing.ts'

const subscriptionStateNames = Object.keys(subscriptionStates) as [SubscriptionState, ...SubscriptionState[]]

const supplier = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  state: z.enum(supplierStates),
  since_tm: moment.nullable().describe('start of the current problem; null if none or unknown'),
  what: z.string().nullable().describe('what happened'),
  doing: z.string().nullable().describe('what we’re doing about it'),
  person_told_tm: moment.nullable().describe('when our team was alerted; null if not alerted'),
  of_own_feed: z.boolean().describe('the problem is in the customer’s own feed'),
  subscription: z.enum(subscriptionStateNames),
  no_access: z.boolean().describe('the supplier is restricted and the customer has no access'),
  read_tm: moment.nullable().describe('time of the last good file'),
  promised_hours: z.number(),
  age_seconds: z
    .number()
    .nullable()
    .describe('age of the oldest stock and prices in the customer’s stores; null before the first update'),
  listed: z.number().describe('products listed in the customer’s stores'),
  incidents: z.number().describe('number of past incidents'),
  mails: z.boolean().describe('whether emails about problems are on'),
})
export type OwnSupplier = z.output<typeof supplier>

const ownStoreStates = [
  'works',
  'outdated',
  'partly',
  'checking',
  'trouble',
  'stopped',
  'unpaid',
  'suspended',
  'off',
] as const
const store = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  market_name: z.string(),
  state: z.enum(ownStoreStates),
  text: z.string().nullable().describe('an explanation of the state'),
  listed: z.number(),
  refused: z.number().describe('products rejected by the market'),
  told_tm: moment.nullable().describe('time of the last update'),
  behind_since: moment.nullable().describe('time of the oldest unsent change'),
})
export type OwnStore = z.output<typeof store>

const view = z.object({
  suppliers: z.array(supplier).describe('worst first'),
  stores: z.array(store),
  next_charge_date: z.string().nullable().describe('when pending cancellations and pauses take effect'),
  unpaid: z.boolean().describe('whether an open invoice was declined'),
  inactive: z
    .enum(['suspended', 'delisted', 'canceled'])
    .nullable()
    .describe('the account’s state; null if active or free'),
  mails_to: z.array(z.string()).describe('addresses that get the emails'),
  mails_ended: z.array(z.string()).describe('addresses that unsubscribed'),
  mails_unreachable: z.array(z.string()).describe('addresses that bounced'),
})
export type OwnSuppliers = z.output<typeof view>

const inactive = view.shape.inactive
const standing = z.object({
  inactive,
  owed: decimal.nullable().describe('the sum of open invoices; null if nothing is owed'),
  has_card: z.boolean(),
  billed: z.boolean().describe('whether the account is charged: it isn’t free or canceled'),
  support_email: z.string().describe('where customers write to'),
})
export type OwnStanding = z.output<typeof standing>

export const incidentPageSize = 20
const incident = z.object({
  incident_id: z.number(),
  kind: z.enum(incidentKinds),
  what: z.string(),
  of_own_feed: z.boolean(),
  began_tm: moment,
  well_tm: moment.nullable().describe('null until resolved'),
  seconds: z.number().describe('duration so far'),
})
export type OwnIncident = z.output<typeof incident>

/** How many suppliers can be switched at once. */
const mostSwitched = 2000

export const incidentOperations = {
  getOwnSuppliers: get('/api/account/suppliers', 'Get the status of your suppliers and stores', {
    access: 'account',
    answer: view,
  }),
  getOwnStanding: get(
    '/api/account/standing',
    'Get your account’s state, its balance and the support address',
    { access: 'account', answer: standing },
  ),
  listOwnIncidents: get(
    '/api/account/supplier/{dropshipper_id}/incidents',
    'List a supplier’s problems, newest first',
    {
      access: 'account',
      query: z.object({ page: fromText.page }),
      answer: z.object({
        dropshipper_name: z.string(),
        total: z.number(),
        incidents: z.array(incident),
      }),
      refuses: ['not_found'],
    },
  ),
  saveIncidentMails: put(
    '/api/account/incident-mails',
    'Turn emails about problems with these suppliers on or off',
    {
      access: 'account',
      body: z.object({ dropshipper_ids: z.array(id).min(1).max(mostSwitched), on: z.boolean() }),
      refuses: ['not_found'],
    },
  ),
}
