import { z } from 'zod'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { refusals, shops, type Refusal, type ShopKind } from './shops.ts'
import { storeCallStatuses } from '../statuses.ts'

const names = <T extends object>(record: T) =>
  Object.keys(record) as [keyof T & string, ...(keyof T & string)[]]

export const callStates = storeCallStatuses
export type CallState = keyof typeof callStates

const call = z.object({
  store_call_id: z.number(),
  store_update_id: z.number(),
  told: z.string().describe('parts sent: content, price, quantity'),
  bucket: z.string(),
  state: z.enum(names(callStates)),
  products: z.number(),
  live: z.number(),
  refused: z.number(),
  requests: z.number(),
  said: z.string().nullable().describe('error or note'),
  insert_tm: moment,
  end_tm: moment.nullable(),
  poll_tm: moment.nullable().describe('when the result is checked next'),
})
export type StoreCall = z.output<typeof call>

const allowance = z.object({
  name: z.string(),
  unit: z.enum(['requests', 'points', 'feeds']),
  limit: z.number(),
  seconds: z.number(),
  used: z.number().describe('in the current window'),
  waiting: z.number().describe('products waiting for it'),
  opens_tm: moment.nullable().describe('null: open now'),
})
export type Allowance = z.output<typeof allowance>

const storeCalls = z.object({
  shop: z.enum(names(shops) as [ShopKind, ...ShopKind[]]),
  waits_until: moment.nullable().describe('no call starts before then'),
  waits_for: z.string().nullable(),
  allowances: z.array(allowance),
  calls: z.array(call).describe('the newest 50'),
  refusals: z
    .array(
      z.object({
        why: z.enum(names(refusals) as [Refusal, ...Refusal[]]),
        text: z.string(),
        products: z.number(),
        sku: z.string().describe('an example'),
        store_update_id: z.number(),
      }),
    )
    .describe('products the market refuses now, grouped by message; the 20 most frequent'),
})
export type StoreCalls = z.output<typeof storeCalls>

export const storeCallOperations = {
  getStoreCalls: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/calls',
    'Get a store’s API calls, refused products and rate limits',
    { answer: storeCalls.nullable().describe('null: the store receives files'), refuses: ['not_found'] },
  ),
  tellRefusedAgain: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/tell-refused-again',
    'Resend the products that a store’s market refused',
    { answer: z.object({ products: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
}
