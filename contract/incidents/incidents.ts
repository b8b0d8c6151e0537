import { z } from 'zod'
import { fromText, id } from '../inputs.ts'
import { get, put } from '../operation.ts'
import { moment } from '../values.ts'
import { subscriptionStates, type SubscriptionState } from '../subscriptions/standing.ts'
import { incidentKinds, supplierStates } from './standing.ts'

const subscriptionStateNames = Object.keys(subscriptionStates) as [SubscriptionState, ...SubscriptionState[]]

const supplier = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  state: z.enum(supplierStates),
  since_tm: moment.nullable().describe('since when it isn’t well; null: it is, or nobody knows'),
  what: z.string().nullable().describe('what happened'),
  doing: z.string().nullable().describe('what is done about it'),
  person_told_tm: moment.nullable().describe('when a person was told to look at it; null: none has to'),
  of_own_feed: z.boolean().describe('it is so by a feed that the customer alone has'),
  subscription: z.enum(subscriptionStateNames),
  no_access: z.boolean().describe('it is restricted, and nobody has let the customer in'),
  read_tm: moment.nullable().describe('of the newest good file'),
  promised_hours: z.number(),
  age_seconds: z.number().nullable().describe('of what the stalest own store shows; null: none was told yet'),
  listed: z.number().describe('products in the own stores'),
  incidents: z.number().describe('that are kept'),
  mails: z.boolean().describe('its breaking and mending are written about'),
})
export type OwnSupplier = z.output<typeof supplier>

const ownStoreStates = [
  'works',
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
  text: z.string().nullable().describe('what that means and what is done'),
  listed: z.number(),
  refused: z.number().describe('products that the market refuses'),
  told_tm: moment.nullable().describe('when it was last brought up to date'),
  behind_since: moment.nullable().describe('since when changes are on their way'),
})
export type OwnStore = z.output<typeof store>

const view = z.object({
  suppliers: z.array(supplier).describe('the worst first'),
  stores: z.array(store),
  next_charge_date: z.string().nullable().describe('the day on which what is to end or to be paused does'),
  unpaid: z.boolean().describe('a card was asked for an open invoice, and didn’t pay'),
  inactive: z
    .enum(['suspended', 'delisted', 'canceled'])
    .nullable()
    .describe('what became of the account; null: it is active, or free'),
  mails_to: z.array(z.string()).describe('where they would be written to'),
  mails_ended: z.array(z.string()).describe('where they would be, but for who ended them by their link'),
  mails_unreachable: z.array(z.string()).describe('where they would be, but mails to them came back'),
})
export type OwnSuppliers = z.output<typeof view>

export const incidentPageSize = 20
const incident = z.object({
  incident_id: z.number(),
  kind: z.enum(incidentKinds),
  what: z.string(),
  of_own_feed: z.boolean(),
  began_tm: moment,
  well_tm: moment.nullable().describe('null: it isn’t well yet'),
  seconds: z.number().describe('how long it lasted, or lasts'),
})
export type OwnIncident = z.output<typeof incident>

/** How many suppliers can be switched at once. */
const mostSwitched = 2000

export const incidentOperations = {
  getOwnSuppliers: get('/api/account/suppliers', 'How the own suppliers and stores stand', {
    access: 'account',
    answer: view,
  }),
  listOwnIncidents: get(
    '/api/account/supplier/{dropshipper_id}/incidents',
    'When one of the own suppliers broke and was well again, the newest first',
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
    'Be written to, or not, when these suppliers break and are well again',
    {
      access: 'account',
      body: z.object({ dropshipper_ids: z.array(id).min(1).max(mostSwitched), on: z.boolean() }),
      refuses: ['not_found'],
    },
  ),
}
