import { z } from 'zod'
import { fromText, hundredths, id, line, lines, percent, version } from '../inputs.ts'
import { notSent, type NotSent } from '../integrations/listing.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'
import { differences } from './difference.ts'
import { refusals } from './shops.ts'

export const updateKinds = {
  changed: 'What changed',
  full: 'Everything',
  dry: 'Dry run',
  back: 'Taken back',
  compare: 'Comparison',
  delist: 'Taken down, not paid',
} as const
export type UpdateKind = keyof typeof updateKinds
export const updateStates = {
  asked: 'Waiting',
  planning: 'Counting',
  held: 'Held',
  sending: 'Sending',
  accepted: 'With the market',
  sent: 'Sent',
  nothing: 'Nothing to send',
  dry: 'Dry run',
  discarded: 'Discarded',
  superseded: 'Overtaken',
  compared: 'Compared',
} as const
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
  shown: z.number().describe('products that the store had before'),
  created: z.number(),
  zeroed: z.number(),
  price_changed: z.number(),
  price_beyond: z.number(),
  quantity_changed: z.number(),
  content_changed: z.number(),
  withheld: z.partialRecord(z.enum(names(notSent) as [NotSent, ...NotSent[]]), z.number()),
  reasons: z.array(z.string()).describe('why a person is asked'),
  waiting: z.number().describe('products that are still to be sent'),
  broken_off: z.boolean().describe('it is to be sent, and nothing sends it now'),
  sent: z.number(),
  refused: z.number().describe('products that the market did not take'),
  left_over: z.number().describe('products that went over to the next update'),
  differing: z
    .partialRecord(z.enum(names(differences)), z.number())
    .describe('products of which the market shows something else, by what'),
  files: z.number(),
  bytes: z.number(),
  insert_tm: moment,
  end_tm: moment.nullable(),
  decided_by: z.string().nullable(),
  decided_reason: z.string().nullable(),
  can_go_back: z.boolean().describe('products of it still show what it told them'),
  resends: z
    .boolean()
    .describe('each update of its store sends everything of an integration, changed or not'),
})
export type SentUpdate = z.output<typeof sentUpdate>

const causes = z.object({
  since: moment.nullable().describe('when the store was last told all that had changed; null: never'),
  runs: z
    .array(z.object({ feed_run_id: z.number(), tm: moment, supplier: z.string(), products: z.number() }))
    .describe('applied since, with how many of its products they changed last; the 3 largest'),
  acts: z
    .array(
      z.object({
        type: z.string(),
        tm: moment.describe('of the last one'),
        by: z.string(),
        supplier: z.string().nullable(),
        times: z.number(),
      }),
    )
    .describe('what was done since to what the store is sent; the 4 newest'),
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
  text: z.string().describe('in the market’s own words'),
})
const line_ = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  told: z.string().describe('what is sent: content, price, quantity'),
  before: sentValues.nullable().describe('null: the store hasn’t got it'),
  after: sentValues.partial().extend({ removed: z.boolean().optional() }),
  refused: refusal.nullable().describe('why the market did not take it'),
  differs: z.enum(names(differences)).nullable().describe('how what the market shows differed'),
})
export type UpdateLine = z.output<typeof line_>

/** From when on an update asks first, in percent. */
export const updateBounds = z.object({
  hold_zero_percent: percent.describe('of the products in stock that would go to 0'),
  hold_price_percent: percent.describe('of the prices that would move beyond the bound'),
  price_bound_percent: z
    .number()
    .min(1, 'At least 1%')
    .max(10_000, 'At most 10,000%')
    .multipleOf(0.01, hundredths)
    .describe('how far a price may move'),
})
export type Bounds = z.output<typeof updateBounds>
const boundsView = updateBounds.extend({
  version: z.number(),
  sent: z
    .object({ since: moment, sunk: z.number(), price_beyond: z.number() })
    .nullable()
    .describe('what updates did within 24 hours without a person having been asked'),
})
export type BoundsView = z.output<typeof boundsView>

const reason = lines(500, 'You must enter a reason')
export const linesShown = 200

export const sentUpdateOperations = {
  listSentUpdates: get(
    '/api/vendor/{vendor_id}/store-updates',
    'The updates of a vendor’s stores, the newest 200',
    {
      query: z.object({ vendor_store_id: fromText.id.optional() }),
      answer: z.array(sentUpdate),
      refuses: ['not_found'],
    },
  ),
  getSentUpdate: get(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}',
    'One update of a store, with what it sends or is still to send, 200 products',
    {
      query: z.object({ sku: line(100).optional().describe('how their SKUs begin; none: any') }),
      answer: z.object({
        update: sentUpdate,
        lines: z.array(line_),
        currency_id: z.number().describe('that its prices are in'),
        causes: causes.describe('what a held or dry one comes from'),
      }),
      refuses: ['not_found'],
    },
  ),
  beginStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates',
    'Update a store now, try it dry, or compare it with what its market shows',
    {
      body: z.object({ vendor_store_id: id, kind: z.enum(['changed', 'full', 'dry', 'compare']) }),
      answer: z.object({ store_update_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  approveStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/approve',
    'Send a held update all the same',
    { body: z.object({ reason }), refuses: ['not_found', 'conflict'] },
  ),
  discardStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/discard',
    'Don’t send a held update',
    { body: z.object({ reason }), refuses: ['not_found', 'conflict'] },
  ),
  getUpdateBounds: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/bounds',
    'From when on an update of a store asks first',
    { answer: boundsView, refuses: ['not_found'] },
  ),
  saveUpdateBounds: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/bounds',
    'Say from when on an update of a store asks first',
    {
      record: [{ read: 'getUpdateBounds' }],
      body: updateBounds.extend({ version }),
      answer: boundsView,
      refuses: ['not_found', 'conflict'],
    },
  ),
  sendBackStoreUpdate: post(
    '/api/vendor/{vendor_id}/store-updates/{store_update_id}/send-back',
    'Send the store what it had before an update',
    {
      body: z.object({ reason }),
      answer: z.object({ store_update_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
