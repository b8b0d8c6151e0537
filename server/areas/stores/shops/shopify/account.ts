import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import { ShopFault, throttled, withMeter, type MeteredShop, type Shop } from '../ask.ts'
import {
  codesOf,
  postQuery,
  signInToShopify,
  type GraphqlAnswer,
  type GraphqlError,
  type Query,
  type ShopifySignIn,
} from './graphql.ts'

export interface Place {
  location: string
  weightUnit: string
  /** Whether the token may put products on the online store. */
  publishes: boolean
}

/** A shop that is sent many queries: their cost is counted, and the shop’s limit is learned from its answers. */
export interface ShopifyAccount extends ShopifySignIn {
  shop: MeteredShop
  /** Points that come back in a second; 0: not known yet. */
  restoreRate: number
  /** Where the shop stocks; undefined: it wasn’t read yet. */
  place: Place | undefined
  /** The publication that is the online store; null: there is none, or the token may not publish. */
  onlineStoreId: string | null | undefined
}

export function openShopifyAccount(shop: Shop, path: string, clientId: string): ShopifyAccount {
  const meteredShop = withMeter(shop)
  return {
    ...signInToShopify(meteredShop, path, clientId),
    shop: meteredShop,
    restoreRate: 0,
    place: undefined,
    onlineStoreId: undefined,
  }
}

export async function queryShopify<T>(
  account: ShopifyAccount,
  body: Query,
  data: z.ZodType<T>,
): Promise<{ data: T; errors: GraphqlError[] }> {
  const answer = await postWithinPoints(account, body)
  const refusal = refusalIn(answer)
  if (refusal) throw refusal
  const result = data.safeParse(answer.data)
  if (answer.data && result.success) return { data: result.data, errors: answer.errors }
  throw unreadableAnswer(answer)
}

/** A write waits this long for its points, and this often: the writes before it in the call are done already. */
const mostPauseMs = 10_000
const mostPauses = 5
const leastPauseMs = 100

async function postWithinPoints(account: ShopifyAccount, body: Query): Promise<GraphqlAnswer> {
  for (let pauses = 0; ; pauses++) {
    const answer = await postQuery(account, body)
    const { cost } = answer.extensions ?? {}
    account.shop.meter.points += cost?.actualQueryCost ?? 0
    if (cost) account.restoreRate = cost.throttleStatus.restoreRate
    const ms = (pointsAt(answer) ?? Infinity) - databaseNow()
    const mayWait = body.query.startsWith('mutation') && ms <= mostPauseMs && pauses < mostPauses
    if (!mayWait || !codesOf(answer).includes('THROTTLED')) return answer
    await setTimeout(Math.max(ms, leastPauseMs), undefined, { signal: account.shop.signal })
  }
}

/** When the shop has the points that the query needs, in ms. */
function pointsAt({ extensions }: GraphqlAnswer): number | undefined {
  if (!extensions?.cost) return undefined
  const { requestedQueryCost, throttleStatus } = extensions.cost
  const lacking = Math.max(0, requestedQueryCost - throttleStatus.currentlyAvailable)
  const seconds = lacking / Math.max(0.1, throttleStatus.restoreRate)
  return databaseNow() + Math.ceil(seconds * 1000)
}

function refusalIn(answer: GraphqlAnswer): ShopFault | undefined {
  const codes = codesOf(answer)
  if (codes.includes('THROTTLED')) return throttled(pointsAt(answer))
  if (codes.includes('ACCESS_DENIED'))
    return new ShopFault(
      'permission',
      'The token lacks a permission.',
      'Add products, inventory and locations. Orders also need read_orders and write access to fulfillment orders.',
      { status: 200 },
    )
  if (codes.includes('MAX_COST_EXCEEDED'))
    return new ShopFault('tooLarge', 'The request is too large for Shopify.', 'Load fewer items.', {
      status: 200,
    })
  return undefined
}

function unreadableAnswer(answer: GraphqlAnswer): ShopFault {
  const codes = codesOf(answer)
  const [error] = answer.errors
  if (!error || codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT'))
    return new ShopFault('outage', 'Shopify responded with an error.', 'Wait a minute and try again.', {
      status: 500,
    })
  return new ShopFault(
    'invalid',
    `Shopify refused the request: ${error.message}`,
    'Check the product’s data.',
    { status: 400 },
  )
}
