import { z } from 'zod'
import { fromText, hundredths, id, line, lines, percent, version } from '../inputs.ts'
import { notSent, type NotSent } from '../integrations/listing.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { differences } from './difference.ts'
import { refusals } from './shops.ts'
import { storeUpdateStatuses } from '../statuses.ts'

export const updateKinds = {
  changed: 'Changes',
  full: 'Full',
  dry: 'Dry run',
  back: 'Rollback',
  compare: 'Comparison',
  delist: 'Delisting (unpaid)',
} as const
export type UpdateKind = keyof typeof updateKinds
export const updateStates = storeUpdateStatuses
export type UpdateState = keyof typeof updateStates

const names = <T extends object>(record: T) =>
  Object.keys(record) as [keyof T & string, ...(keyof T & string)[]]

const sentUpdate = z.object({
  store_update_id: z.number(),
  vendor_store_id: z.number(),
  vendor_store_name: z.string(),
  kind: z.enum(names(updateKinds)),
  state: z.enum(names(updateStates)),
  back_of: z.number().nullable(),
  job_id: z.number().nullable(),
  requested_by: z.string(),
  shown: z.number().describe('products the store had before'),
  created: z.number(),
  zeroed: z.number(),
  price_changed: z.number(),
  price_beyond: z.number(),
  quantity_changed: z.number(),
  content_changed: z.number(),
  withheld: z.partialRecord(z.enum(names(notSent) as [NotSent, ...NotSent[]]), z.number()),
  reasons: z.array(z.string()).describe('why the update needs approval'),
  waiting: z.number().describe('products still to be sent'),
  broken_off: z.boolean().describe('true: interrupted before everything was sent'),
  sent: z.number(),
  refused: z.number().describe('products the market refused'),
  left_over: z.number().describe('products left for the next update'),
  differing: z
    .partialRecord(z.enum(names(differences)), z.number())
    .describe('products that differ at the market, by difference'),
  files: z.number(),
  bytes: z.number(),
  insert_tm: moment,
  end_tm: moment.nullable(),
  decided_by: z.string().nullable(),
  decided_reason: z.string().nullable(),
  can_go_back: z.boolean().describe('true: the update can be rolled back'),
  resends: z.boolean().describe('true: an integration of the store sends every product with each update'),
})
export type SentUpdate = z.output<typeof sentUpdate>

const causes = z.object({
  since: moment.nullable().describe('when the store was last up to date; null: never'),
  runs: z
    .array(z.object({ feed_run_id: z.number(), tm: moment, supplier: z.string(), products: z.number() }))
    .describe('runs applied since, with the store’s changed products; the 3 largest'),
  acts: z
    .array(
      z.object({
        type: z.string(),
        tm: moment.describe('time of the last one'),
        by: z.string(),
        supplier: z.string().nullable(),
        times: z.number(),
      }),
    )
    .describe('activities since that affect the store; the 4 newest'),
})
export type UpdateCauses = z.output<typeof causes>

const sentValues = z.object({
  quantity: z.number().nullable(),
  price: decimal.nullable(),
  list_price: decimal.nullable(),
  active: z.boolean().nullable(),
})
const refusal = z.object({
  why: z.enum(names(refusals)),
  text: z.string().describe('the market’s message'),
})
const line_ = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  told: z.string().describe('parts sent: content, price, quantity'),
  before: sentValues.nullable().describe('null: new in the store'),
  after: sentValues.partial().extend({ removed: z.boolean().optional() }),
  refused: refusal.nullable().describe('why the market refused it'),
  differs: z.enum(names(differences)).nullable().describe('how the market’s data differed'),
})
export type UpdateLine = z.output<typeof line_>

/** From when on an update asks first, in percent. */
export const updateBounds = z.object({
  hold_zero_percent: percent.describe('maximum share of products in stock that sell out'),
  hold_price_percent: percent.describe('maximum share of prices that change too much'),
  price_bound_percent: z
    .number()
    .min(1, 'At least 1%')
    .max(10_000, 'At most 10,000%')
    .multipleOf(0.01, hundredths)
    .describe('price change that counts as too much'),
})
export type Bounds = z.output<typeof updateBounds>
const boundsView = updateBounds.extend({
  version: z.number(),
  sent: z
    .object({ since: moment, sunk: z.number(), price_beyond: z.number() })
    .nullable()
    .describe('changes sent without approval in the last 24 hours'),
})
export type BoundsView = z.output<typeof boundsView>

const reason = lines(500, 'You must enter a reason')
export const linesShown = 200

export const sentUpdateOperations = {
  listSentUpdates: get(
    '/api/vendor/{vendor_id}/store-updates',
    'List the newest 200 updates of a vendor’s stores',
    {
      query: z.object({ vendor_store_id: fromText.id.optional() }),
      answer: z.array(sentUpdate),
      refuses: ['not_found'],
    },
  ),
  getSentUpdate: get(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}',
    'Get a store update with up to 200 of its products',
    {
      query: z.object({ sku: line(100).optional().describe('start of the SKU; omit for all') }),
      answer: z.object({
        update: sentUpdate,
        lines: z.array(line_),
        currency_id: z.number().describe('currency of the prices'),
        causes: causes.describe('causes of a held update or dry run'),
      }),
      refuses: ['not_found'],
    },
  ),
  beginStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates',
    'Start a store update, dry run or comparison',
    {
      body: z.object({ vendor_store_id: id, kind: z.enum(['changed', 'full', 'dry', 'compare']) }),
      answer: z.object({ store_update_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  approveStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/approve',
    'Approve a held update',
    { body: z.object({ reason }), refuses: ['not_found', 'conflict'] },
  ),
  discardStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/discard',
    'Reject a held update',
    { body: z.object({ reason }), refuses: ['not_found', 'conflict'] },
  ),
  getUpdateBounds: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/bounds',
    'Get a store’s approval limits',
    { answer: boundsView, refuses: ['not_found'] },
  ),
  saveUpdateBounds: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/bounds',
    'Save a store’s approval limits',
    {
      record: [{ read: 'getUpdateBounds' }],
      body: updateBounds.extend({ version }),
      answer: boundsView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  sendBackStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/send-back',
    'Roll back a store update',
    {
      body: z.object({ reason }),
      answer: z.object({ store_update_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
