import { z } from 'zod'
import { fromText, id, line, text, version } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { keptField } from '../platforms/fields.ts'
import { moment } from '../values.ts'
import { givenStore, protocolNames, storePasswords, type StoreDetails } from './settings.ts'

export const unpaid = z
  .enum(['suspended', 'delisted'])
  .nullable()
  .describe('why its vendor’s billing lets it not be updated')
export const withheldCounts = {
  kept_back: z.number().describe('products that a person took back or kept from it'),
  kept_back_by: z.number().nullable().describe('by which update'),
}

const store = z.object({
  vendor_store_id: z.number(),
  vendor_id: z.number(),
  vendor_store_name: z.string(),
  market_name: z.string(),
  store_url: z.string(),
  takes_file: z.boolean(),
  behind_since: moment.nullable().describe('null: it was sent all that changed'),
  job_status: z.number().nullable().describe('of its update that runs or waits; null: none does'),
  integrations: z.number(),
  last_update_tm: moment.nullable(),
  last_job_id: z.number().nullable(),
  last_failure: z.string().nullable().describe('why its last update failed; null: it went well'),
  stopped_reason: z.string().nullable().describe('why nothing is sent until a person has mended it'),
  unpaid,
  refused: z.number().describe('products that its market refuses now'),
  waits_until: moment
    .nullable()
    .describe('until then its market takes no more, or hasn’t said what became of what it took'),
  waits_for: z.string().nullable().describe('what it waits for, where it waits'),
  ...withheldCounts,
  has_price_rules: z.boolean().describe('without any it is told no prices'),
  held_update_id: z.number().nullable().describe('its update that waits for a person'),
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
  stopped_reason: z.string().nullable().describe('null: it isn’t stopped'),
  store_update_id: z.number().nullable().describe('its held update'),
  reasons: z.array(z.string()).describe('why that asks first'),
  last_failure: z.string().nullable().describe('why its last update failed; null: it went well'),
  products: z.number().describe('that wait'),
  since_tm: moment,
})
export type WaitingStore = z.output<typeof waitingStore>

const storeView = z.object({
  version: z.number(),
  vendor_store_id: z.number(),
  vendor_id: z.number(),
  market_name: z.string(),
  store: keptStore,
  set: z.array(z.enum(storePasswords)).describe('the passwords that are set; none is ever answered'),
  platform_name: z.string().nullable(),
  fields: z.array(keptField).describe('the part of its platform’s form that a store fills in'),
  values: z.record(z.string(), z.string()).describe('what was filled in, by the fields’ handles'),
  forgotten: z.array(z.string()).describe('what this save forgot, and why'),
  sent: z.number().describe('products that it was sent'),
  insert_tm: moment,
})
export type StoreView = z.output<typeof storeView>

/** A store as it is typed: of the platform's form nothing is asked where none of it is given. */
export const typedForm = {
  vendor_store_id: id.optional().describe('none: a new store'),
  store: givenStore,
  fields: z.record(text(120), text(10_000).nullable()).optional(),
}

const removal = z.object({
  vendor_store_name: z.string(),
  integrations: z.number().describe('active ones whose products it was sent'),
  other_stores: z.number().describe('of the vendor in that market, which go on'),
  sent: z.number().describe('products whose state it was sent last'),
  jobs: z.number().describe('its updates that wait or run'),
  set: z.array(z.enum(storePasswords)),
})
export type StoreRemoval = z.output<typeof removal>

export const vendorStoreOperations = {
  listVendorStores: get(
    '/api/vendor/{vendor_id}/stores',
    'A vendor’s stores, and how their last updates went',
    { answer: z.array(store), refuses: ['not_found'] },
  ),
  listWaitingStores: get(
    '/api/vendor/waiting-stores',
    'The stores of all vendors that wait for somebody: stopped, with a held update, or whose last one failed; 500',
    { answer: z.array(waitingStore) },
  ),
  listStoreMarkets: get('/api/vendor/{vid}/store-markets', 'The markets that a store can be in, by name', {
    answer: z.array(
      z.object({ market_id: z.number(), market_name: z.string(), platform_name: z.string().nullable() }),
    ),
    refuses: ['not_found'],
  }),
  getStore: get('/api/vendor/{vid}/store/{id}', 'One store, with what its platform asks of it', {
    answer: storeView,
    refuses: ['not_found'],
  }),
  saveStore: post('/api/vendor/{vid}/store', 'Add a store, or change one; a password that is blank stays', {
    record: [{ read: 'getStore', keys: { id: 'vendor_store_id' } }],
    body: z.object({ version, ...typedForm }),
    answer: storeView,
    refuses: ['not_found', 'conflict'],
  }),
  weighStoreRemoval: get('/api/vendor/{vid}/store/{id}/removal', 'What removing a store would end', {
    answer: removal,
    refuses: ['not_found'],
  }),
  removeStore: remove(
    '/api/vendor/{vid}/store/{id}',
    'Remove a store with its passwords and what it was sent; its listings stay as they are',
    {
      query: z.object({
        version: fromText.count(0, Number.MAX_SAFE_INTEGER).optional(),
        reason: line(500).default('').describe('why; it stands in the log'),
      }),
      answer: removal,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
