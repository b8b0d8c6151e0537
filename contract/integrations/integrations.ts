import { z } from 'zod'
import { count, id, line, text, version } from '../inputs.ts'
import { jobStatus } from '../jobs/types.ts'
import { get, post, remove } from '../operation.ts'
import { fieldDescription } from '../platforms/fields.ts'
import { withheldCounts, unpaid } from '../stores/stores.ts'
import { flag, moment } from '../values.ts'
import { integrationEffects } from './effects.ts'
import { configTypes } from './market-configs.ts'
import { integrationSettings, type IntegrationSetting } from './settings.ts'
import { integrationStatuses, troubleNames } from './standing.ts'

/** 0 or 1 in answers and saves; true and false are understood, too. */
const setting = z.union([flag, z.boolean()]).transform(Boolean)
const everySetting = <S extends z.core.$ZodType>(schema: S) =>
  Object.fromEntries(integrationSettings.map((name) => [name, schema])) as Record<IntegrationSetting, S>
const mostStock = 1_000_000
const wholeNumber = 'Give a whole number, at most a million'
const isScale = (value: string) => /^\d{1,5}(\.\d{1,6})?$/.test(value) && Number(value) > 0
export { activation } from './activation.ts'

/** What of an integration its form edits. */
export const integrationDetails = z.object({
  is_activated: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  market_is_on: z.boolean(),
  supplier_account_confirmed: z.boolean(),
  access_details_provided: z.boolean(),
  tools_configured: z.boolean(),
  ...everySetting(setting),
  quantity_buffer: count(0, mostStock, wholeNumber),
  quantity_minimum: count(0, mostStock, wholeNumber),
  quantity_maximum: count(1, mostStock, 'Give a whole number from 1 to a million').nullable(),
  weight_scale: line(20).refine(isScale, 'Give a number above 0, such as 1.1'),
})
export type IntegrationDetails = z.output<typeof integrationDetails>
export const maximumTooLow = 'The maximum lies below the minimum: nothing could be told'
export const isMaximumTooLow = (bounds: Pick<IntegrationDetails, 'quantity_minimum' | 'quantity_maximum'>) =>
  bounds.quantity_maximum !== null && bounds.quantity_maximum < bounds.quantity_minimum

const store = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  behind_since: moment.nullable().describe('null: it was sent all that changed'),
  takes_file: z.boolean().describe('false: how it is sent to isn’t set up'),
  stopped_reason: z.string().nullable().describe('why nothing is sent until a person has mended it'),
  unpaid,
  held_update_id: z.number().nullable().describe('its update that waits for a person'),
  held_reasons: z.array(z.string()).describe('why that asks a person'),
  last_failure: z.string().nullable().describe('why its last update failed'),
  ...withheldCounts,
})
export type IntegrationStore = z.output<typeof store>
/** What its market asks, by the market's own names beside the form's. */
const marketConfig = z.object({
  market_config_id: z.number(),
  config_name: z.string(),
  config_type: z.enum(configTypes).describe('of several choices the values are joined by ~'),
  field_handle: z.string().describe('what the form calls it'),
  default_value: z.string(),
  config_value: z.string().nullable().describe('null: the default counts'),
})
const configView = z.object({
  version: z.number(),
  fields: z.array(fieldDescription.extend({ field_handle: z.string(), multiple: z.boolean().optional() })),
  values: z.record(z.string(), z.string()).describe('by handle; none of a secret'),
  market_configs: z.array(marketConfig),
  set: z.array(z.string()).describe('handles of secrets that are kept'),
  open: z.number().describe('needed fields that are empty'),
})
export type IntegrationConfigs = z.output<typeof configView>

const integrationView = z.object({
  version: z.number(),
  integration: integrationDetails.extend({
    ...everySetting(flag),
    vendor_market_map_id: z.number(),
    vendor_id: z.number(),
    market_id: z.number(),
    vendor_store_id: z.number().nullable(),
    dropshipper_id: z.number(),
    is_cancel_pending: z.boolean(),
    is_pause_pending: z.boolean(),
    paused_at: moment.nullable(),
    insert_tm: moment,
    last_modified_tm: moment,
  }),
  company: z.string(),
  closed: z.string().nullable().describe('why nothing of it can be changed'),
  market_name: z.string(),
  platform_name: z.string().nullable(),
  dropshipper_name: z.string(),
  status: z.enum(integrationStatuses),
  trouble: z.enum(troubleNames).nullable().describe('what keeps an active one from its stores'),
  step: z.number().nullable().describe('of one in onboarding'),
  overdue: z.boolean(),
  tools_pending: z.boolean(),
  subscribed: z.boolean(),
  no_access: z.boolean().describe('subscribed, but its products aren’t this vendor’s'),
  next_charge_date: z.string().nullable(),
  stores: z.array(store),
  active_products: z.number(),
  sent_products: z.number(),
  categories: z.number(),
  filled_in: z.number(),
  last_update: z
    .object({ job_id: z.number(), tm: moment, failure: z.string().nullable() })
    .nullable()
    .describe('of its stores, the last that ended by itself'),
  configs: configView,
})
export type IntegrationView = z.output<typeof integrationView>

const update = z.object({
  job_id: z.number(),
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  job_status: z.number(),
  job_state: z.string(),
  stopping: z.boolean(),
  terminated: z.boolean(),
  queued_tm: moment,
  job_start_time: moment.nullable(),
  job_end_time: moment.nullable(),
  progress_text: z.string().nullable(),
  reason: z.string().nullable(),
  requested_by: z.string(),
  sent: z.number().nullable().describe('products; null where the job doesn’t say'),
  files: z.number().nullable(),
  held: z.string().nullable().describe('why it asked a person before it sent anything'),
  waits: z.string().nullable().describe('why it left something for a later one'),
})
export type IntegrationUpdate = z.output<typeof update>
export const failedUpdate = (u: Pick<IntegrationUpdate, 'job_status' | 'terminated'>): boolean =>
  u.job_status === jobStatus.failed && !u.terminated

const path = '/api/vendor/{vid}/integration/{vmmid}'
export const integrationOperations = {
  getIntegration: get(path, 'One integration: how it stands, its settings and its configuration', {
    answer: integrationView,
    refuses: ['not_found'],
  }),
  saveIntegration: post(path, 'Change an integration; what isn’t named stays', {
    record: [{ read: 'getIntegration' }],
    body: z.object({ version, integration: integrationDetails.partial() }),
    answer: integrationView,
    refuses: ['not_found', 'conflict'],
  }),
  weighIntegration: post(
    `${path}/preview`,
    'What settings would change in its stores, before they are saved',
    {
      reads: true,
      body: z.object({ integration: integrationDetails }),
      answer: integrationEffects,
      refuses: ['not_found'],
    },
  ),
  removeIntegration: remove(path, 'Delete an integration; what is in the store stays there', {
    query: z.object({ reason: line(500).default('').describe('why; it stands in the log') }),
    refuses: ['not_found', 'conflict'],
  }),
  saveMarketConfigs: post(
    `${path}/configs`,
    'Fill in what the market and its platform ask of an integration; what isn’t named stays',
    {
      record: [{ read: 'getIntegration', from: 'configs' }],
      body: z.object({
        version,
        values: z.record(text(120), text(10_000).nullable()).default({}),
        market_configs: z
          .array(
            z.object({
              market_config_id: id,
              config_value: text(10_000).nullable().describe('null: the default'),
            }),
          )
          .max(200)
          .default([]),
      }),
      answer: integrationView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  resetIntegrationIndex: post(
    `${path}/solr-reset`,
    'Forget what the store was sent of the supplier: the next update sends everything again',
    { answer: z.object({ products: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
  clearIntegrationCategories: remove(
    `${path}/clear-categories`,
    'Forget the categories of the store that are known for an integration',
    { answer: z.object({ categories: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
  listIntegrationUpdates: get(
    `${path}/updates`,
    'The last 50 updates of its stores, newest first, with what was sent or why it failed',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
  diagnoseIntegrationProduct: post(
    `${path}/diagnose`,
    'Follow one product of its supplier from the feed to each of the integration’s stores, by a job',
    {
      body: z.object({ product_id: id }),
      answer: z.object({ job_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  findIntegrationProducts: get(`${path}/products`, 'Products of its supplier whose SKU begins so, 20', {
    query: z.object({ sku: line(100).default('') }),
    answer: z.array(z.object({ product_id: z.number(), sku: z.string(), title: z.string().nullable() })),
    refuses: ['not_found'],
  }),
}
