import { z } from 'zod'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'
import { refusals, shops, type Refusal, type ShopKind } from './shops.ts'

const names = <T extends object>(record: T) =>
  Object.keys(record) as [keyof T & string, ...(keyof T & string)[]]

export const callStates = {
  sending: 'Under way',
  accepted: 'Taken; not said yet',
  done: 'Done',
  failed: 'Failed',
} as const
export type CallState = keyof typeof callStates

const call = z.object({
  store_call_id: z.number(),
  store_update_id: z.number(),
  told: z.string().describe('what it told: content, price, quantity'),
  bucket: z.string(),
  state: z.enum(names(callStates)),
  products: z.number(),
  live: z.number(),
  refused: z.number(),
  requests: z.number(),
  said: z.string().nullable().describe('why it failed, or what is to be known of it'),
  insert_tm: moment,
  end_tm: moment.nullable(),
  poll_tm: moment.nullable().describe('when the market is asked what became of it'),
})
export type StoreCall = z.output<typeof call>

const allowance = z.object({
  name: z.string(),
  unit: z.enum(['requests', 'points', 'feeds']),
  limit: z.number(),
  seconds: z.number(),
  used: z.number().describe('in the last so many seconds'),
  waiting: z.number().describe('products that wait for it'),
  opens_tm: moment.nullable().describe('null: it has room now'),
})
export type Allowance = z.output<typeof allowance>

const storeCalls = z.object({
  shop: z.enum(names(shops) as [ShopKind, ...ShopKind[]]),
  waits_until: moment.nullable().describe('nothing is begun before'),
  waits_for: z.string().nullable(),
  allowances: z.array(allowance),
  calls: z.array(call).describe('the newest 50'),
  refusals: z
    .array(
      z.object({
        why: z.enum(names(refusals) as [Refusal, ...Refusal[]]),
        text: z.string(),
        products: z.number(),
        sku: z.string().describe('one of them'),
        store_update_id: z.number(),
      }),
    )
    .describe('what the market refuses now, by its words, the most frequent 20'),
})
export type StoreCalls = z.output<typeof storeCalls>

export const storeCallOperations = {
  getStoreCalls: get(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/calls',
    'What a store’s market was told call by call, what it refuses, and how much more it takes',
    { answer: storeCalls.nullable().describe('null: it takes files'), refuses: ['not_found'] },
  ),
  tellRefusedAgain: post(
    '/api/vendor/{vendor_id}/vendor-store/{vendor_store_id}/tell-refused-again',
    'Tell a store again what its market refused',
    { answer: z.object({ products: z.number() }), refuses: ['not_found', 'conflict'] },
  ),
}
