import { z } from 'zod'
import { count, id, line, text, version } from '../inputs.ts'
import { jobStatus } from '../jobs/types.ts'
import { get, post, remove } from '../operation.ts'
import { fieldDescription } from '../platforms/fields.ts'
import { withheldCounts, unpaid } from '../stores/stores.ts'
import { flag, moment } from '../values.ts'
import { integrationEffects } from './effects.ts'
import { feedTrouble } from './feed-troubles.ts'
import { configTypes } from './market-configs.ts'
import { integrationSettings, type IntegrationSetting } from './settings.ts'
import { integrationStatuses, troubleNames } from './standing.ts'

/** 0 or 1 in answers and saves; true and false are understood, too. */
const setting = z.union([flag, z.boolean()]).transform(Boolean)
const everySetting = <S extends z.core.$ZodType>(schema: S) =>
  Object.fromEntries(integrationSettings.map((name) => [name, schema])) as Record<IntegrationSetting, S>
const mostStock = 1_000_000
const wholeNumber = 'Enter a whole number from 0 to 1,000,000'
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
  quantity_maximum: count(1, mostStock, 'Enter a whole number from 1 to 1,000,000').nullable(),
  weight_scale: line(20).refine(isScale, 'Enter a number above 0, such as 1.1'),
})
export type IntegrationDetails = z.output<typeof integrationDetails>
export const maximumTooLow = 'The maximum must not be below the minimum'
export const isMaximumTooLow = (bounds: Pick<IntegrationDetails, 'quantity_minimum' | 'quantity_maximum'>) =>
  bounds.quantity_maximum !== null && bounds.quantity_maximum < bounds.quantity_minimum

const store = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  behind_since: moment.nullable().describe('null: all changes were sent'),
  takes_file: z.boolean().describe('false: not connected'),
  stopped_reason: z.string().nullable().describe('why updates are stopped until someone fixes it'),
  unpaid,
  held_update_id: z.number().nullable().describe('its held update'),
  held_reasons: z.array(z.string()).describe('why the update is held'),
  last_failure: z.string().nullable().describe('why the last update failed'),
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
  values: z.record(z.string(), z.string()).describe('by handle, without secrets'),
  market_configs: z.array(marketConfig),
  set: z.array(z.string()).describe('handles of the stored secrets'),
  open: z.number().describe('required fields that are empty'),
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
  closed: z.string().nullable().describe('why it is read-only'),
  market_name: z.string(),
  platform_name: z.string().nullable(),
  dropshipper_name: z.string(),
  status: z.enum(integrationStatuses),
  trouble: z.enum(troubleNames).nullable().describe('the problem of an active integration'),
  feeds: z.array(feedTrouble).describe('its feeds that are failing, held or late, worst first'),
  step: z.number().nullable().describe('in onboarding'),
  overdue: z.boolean(),
  tools_pending: z.boolean(),
  subscribed: z.boolean(),
  no_access: z.boolean().describe('subscribed, but without access to the products'),
  next_charge_date: z.string().nullable(),
  stores: z.array(store),
  active_products: z.number(),
  sent_products: z.number(),
  categories: z.number(),
  filled_in: z.number(),
  last_update: z
    .object({ job_id: z.number(), tm: moment, failure: z.string().nullable() })
    .nullable()
    .describe('the last update of its stores that ended without being terminated'),
  configs: configView,
})
export type IntegrationView = z.output<typeof integrationView>

/** How many days of an integration's updates are drawn. */
export const updateDays = 30
const updateDay = z.object({
  day: z.string(),
  sent: z.number().describe('products'),
  refused: z.number().describe('products that the store refused'),
  succeeded: z.number().describe('updates'),
  failed: z.number().describe('updates'),
})
export type UpdateDay = z.output<typeof updateDay>

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
  sent: z.number().nullable().describe('products; null if unknown'),
  files: z.number().nullable(),
  held: z.string().nullable().describe('why it was held before sending'),
  waits: z.string().nullable().describe('why it left changes for a later update'),
})
export type IntegrationUpdate = z.output<typeof update>
export const failedUpdate = (u: Pick<IntegrationUpdate, 'job_status' | 'terminated'>): boolean =>
  u.job_status === jobStatus.failed && !u.terminated

const path = '/api/vendor/{vid}/integration/{vmmid}'
export const integrationOperations = {
  getIntegration: get(path, 'An integration’s state, settings and configuration', {
    answer: integrationView,
    refuses: ['not_found'],
  }),
  saveIntegration: post(path, 'Edit an integration; fields left out don’t change', {
    record: [{ read: 'getIntegration' }],
    body: z.object({ version, integration: integrationDetails.partial() }),
    answer: integrationView,
    refuses: ['not_found', 'conflict'],
  }),
  weighIntegration: post(`${path}/preview`, 'Preview how settings would change its stores', {
    reads: true,
    body: z.object({ integration: integrationDetails }),
    answer: integrationEffects,
    refuses: ['not_found'],
  }),
  removeIntegration: remove(path, 'Delete an integration; listings stay in the store', {
    query: z.object({ reason: line(500).default('').describe('shown in the activity log') }),
    refuses: ['not_found', 'conflict'],
  }),
  saveMarketConfigs: post(
    `${path}/configs`,
    'Save an integration’s market settings; fields left out don’t change',
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
    'Mark all products of the supplier as unsent, so the next update resends everything',
    { answer: z.object({ products: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
  clearIntegrationCategories: remove(
    `${path}/clear-categories`,
    'Clear the store categories saved for an integration',
    { answer: z.object({ categories: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
  listIntegrationUpdates: get(
    `${path}/updates`,
    'The last 50 updates of its stores, newest first, with products sent or the failure reason',
    { answer: z.array(update), refuses: ['not_found'] },
  ),
  listIntegrationDays: get(`${path}/update-days`, 'The last 30 days of its stores’ updates, oldest first', {
    answer: z.array(updateDay),
    refuses: ['not_found'],
  }),
  diagnoseIntegrationProduct: post(
    `${path}/diagnose`,
    'Queue a job that traces a product from the feed to each store of the integration',
    {
      body: z.object({ product_id: id }),
      answer: z.object({ job_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  findIntegrationProducts: get(`${path}/products`, 'Products of its supplier by the start of their SKU, 20', {
    query: z.object({ sku: line(100).default('') }),
    answer: z.array(z.object({ product_id: z.number(), sku: z.string(), title: z.string().nullable() })),
    refuses: ['not_found'],
  }),
}
