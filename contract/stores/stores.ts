import { z } from 'zod'
import { fromText, id, line, text, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { keptField } from '../platforms/fields.ts'
import { acceptedKey, hostKey } from '../host-keys.ts'
import { moment } from '../values.ts'
import { givenStore, protocolNames, storePasswords, type StoreDetails } from './settings.ts'

export const unpaid = z
  .enum(['suspended', 'delisted'])
  .nullable()
  .describe('why billing blocks updates; null: it doesn’t')
export const withheldCounts = {
  kept_back: z.number().describe('products withheld by a rolled-back or rejected update'),
  kept_back_by: z.number().nullable().describe('that update'),
}

const store = z.object({
  vendor_store_id: z.number(),
  vendor_id: z.number(),
  vendor_store_name: z.string(),
  market_name: z.string(),
  store_url: z.string(),
  takes_file: z.boolean(),
  behind_since: moment.nullable().describe('null: up to date'),
  job_status: z.number().nullable().describe('status of its running or queued update; null: none'),
  integrations: z.number(),
  last_update_tm: moment.nullable(),
  last_job_id: z.number().nullable(),
  last_failure: z.string().nullable().describe('why the last update failed; null: it succeeded'),
  stopped_reason: z
    .string()
    .nullable()
    .describe('why updates are stopped until someone fixes the problem; null: they aren’t'),
  unpaid,
  refused: z.number().describe('products its market refuses now'),
  waits_until: moment.nullable().describe('when sending resumes or the market’s result is checked'),
  waits_for: z.string().nullable().describe('reason for waiting; null: the market’s result'),
  ...withheldCounts,
  has_price_rules: z.boolean().describe('false: no prices are sent'),
  held_update_id: z.number().nullable().describe('update that needs approval'),
  insert_tm: moment,
})
export type VendorStore = z.output<typeof store>

/** As it was kept, also where it would not be taken any more. */
const keptStore: z.ZodType<StoreDetails> = z.object({
  vendor_store_name: z.string(),
  market_id: z.number(),
  store_url: z.string(),
  store_admin_url: z.string(),
  store_admin_login: z.string(),
  database_name: z.string(),
  database_username: z.string(),
  image_file_path: z.string(),
  custom_image_name: z.string(),
  protocol: z.enum(protocolNames),
  store_ftp_server: z.string(),
  store_ftp_port: z.number().nullable(),
  store_ftp_path: z.string(),
  store_ftp_login: z.string(),
  storage_folder: z.string(),
})
const waitingStore = z.object({
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  market_name: z.string(),
  vendor_id: z.number(),
  company: z.string(),
  stopped_reason: z.string().nullable().describe('null: updates aren’t stopped'),
  store_update_id: z.number().nullable().describe('the held update'),
  reasons: z.array(z.string()).describe('why that update is held'),
  last_failure: z.string().nullable().describe('why the last update failed; null: it succeeded'),
  products: z.number().describe('products waiting'),
  since_tm: moment,
})
export type WaitingStore = z.output<typeof waitingStore>

const storeView = z.object({
  version: z.number(),
  vendor_store_id: z.number(),
  vendor_id: z.number(),
  market_name: z.string(),
  store: keptStore,
  set: z
    .array(z.enum(storePasswords))
    .describe('names of the passwords that are set; values are never returned'),
  platform_name: z.string().nullable(),
  fields: z.array(keptField).describe('platform fields for stores'),
  values: z.record(z.string(), z.string()).describe('values by field handle'),
  forgotten: z.array(z.string()).describe('passwords deleted by this save, with reasons'),
  host_keys: z.array(hostKey).describe('the SFTP servers it knows, those with a changed key first'),
  sent: z.number().describe('products sent to the store'),
  insert_tm: moment,
})
export type StoreView = z.output<typeof storeView>

/** A store as it is typed: of the platform's form nothing is asked where none of it is given. */
export const typedForm = {
  vendor_store_id: id.optional().describe('omit to add a store'),
  store: givenStore,
  fields: z.record(text(120), text(10_000).nullable()).optional(),
}

const removal = z.object({
  vendor_store_name: z.string(),
  integrations: z.number().describe('active integrations'),
  other_stores: z.number().describe('the vendor’s other stores in this market'),
  sent: z.number().describe('products sent to the store'),
  jobs: z.number().describe('its queued or running updates'),
  set: z.array(z.enum(storePasswords)),
})
export type StoreRemoval = z.output<typeof removal>

export const vendorStoreOperations = {
  listVendorStores: get(
    '/api/vendor/{vendor_id}/stores',
    'List a vendor’s stores with the result of their last updates',
    { answer: z.array(store), refuses: ['not_found'] },
  ),
  listWaitingStores: get(
    '/api/vendor/waiting-stores',
    'List up to 500 stores that need attention: stopped, with a held update, or with a failed last update',
    { answer: z.array(waitingStore) },
  ),
  listStoreMarkets: get('/api/vendor/{vid}/store-markets', 'List markets for stores by name', {
    answer: z.array(
      z.object({ market_id: z.number(), market_name: z.string(), platform_name: z.string().nullable() }),
    ),
    refuses: ['not_found'],
  }),
  getStore: get('/api/vendor/{vid}/store/{id}', 'Get a store with its platform fields', {
    answer: storeView,
    refuses: ['not_found'],
  }),
  saveStore: post('/api/vendor/{vid}/store', 'Add or change a store; blank passwords keep the stored ones', {
    fresh: 'depends',
    record: [{ read: 'getStore', keys: { id: 'vendor_store_id' } }],
    body: z.object({ version, ...typedForm }),
    answer: storeView,
    refuses: ['not_found', 'conflict'],
  }),
  acceptStoreHostKey: post(
    '/api/vendor/{vid}/store/{id}/host-key',
    'Trust the changed key of a store’s SFTP server from now on; updates that it stopped continue',
    {
      fresh: true,
      body: acceptedKey,
      answer: storeView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  weighStoreRemoval: get('/api/vendor/{vid}/store/{id}/removal', 'Preview what deleting a store ends', {
    answer: removal,
    refuses: ['not_found'],
  }),
  removeStore: remove(
    '/api/vendor/{vid}/store/{id}',
    'Delete a store with its passwords and update history; its listings stay unchanged',
    {
      query: z.object({
        version: fromText.count(0, Number.MAX_SAFE_INTEGER).optional(),
        reason: line(500).default('').describe('reason for the activity log'),
      }),
      answer: removal,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
