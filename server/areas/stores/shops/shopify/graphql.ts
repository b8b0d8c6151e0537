import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { ask, ShopFault, throttled, type Shop } from '../ask.ts'

const version = '2026-10'

const said = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.object({ code: z.string().optional() }).optional(),
})
const cost = z.object({
  requestedQueryCost: z.number(),
  actualQueryCost: z.number().nullish(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
})
const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(said).default([]),
  extensions: z.object({ cost: cost.optional() }).optional(),
})
export type Said = z.output<typeof said>
interface Query {
  query: string
  variables?: object
}

/** A Shopify shop's address may end in its admin pages. */
export const shopifyBase = (path: string): string => path.replace(/\/+$/, '').replace(/\/admin$/, '')

/** One question of Shopify's; what it says of it is an answer with status 200 too. */
export const askShopify = (shop: Shop, base: string, body: Query) =>
  ask(shop, {
    path: `${base}/admin/api/${version}/graphql.json`,
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': shop.token },
    body,
    answer,
  })

const codesOf = ({ errors }: z.output<typeof answer>) =>
  errors.flatMap((error) => error.extensions?.code ?? [])

/** When so many points are there as the question needs, in ms. */
function pointsAt({ extensions }: z.output<typeof answer>): number | undefined {
  if (!extensions?.cost) return undefined
  const { requestedQueryCost: needed, throttleStatus: left } = extensions.cost
  const seconds = Math.max(0, needed - left.currentlyAvailable) / Math.max(0.1, left.restoreRate)
  return Date.now() + Math.ceil(seconds * 1000)
}

/** A write waits so long for its points, so often: the call's writes before it were paid for already. */
const mostPauseMs = 10_000
const mostPauses = 5
const leastPauseMs = 100

/** A shop that is asked many things: what they cost is counted, and what it may cost is learned. */
export function openShopifyGraphql(shop: Shop, base: string) {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  const state = { meter, restoreRate: 0 }
  const paidFor = async (body: Query) => {
    for (let pauses = 0; ; pauses++) {
      const reply = await askShopify(metered, base, body)
      const { cost } = reply.extensions ?? {}
      meter.points += cost?.actualQueryCost ?? 0
      if (cost) state.restoreRate = cost.throttleStatus.restoreRate
      const ms = (pointsAt(reply) ?? Infinity) - Date.now()
      const waits = body.query.startsWith('mutation') && ms <= mostPauseMs && pauses < mostPauses
      if (!waits || !codesOf(reply).includes('THROTTLED')) return reply
      await setTimeout(Math.max(ms, leastPauseMs), undefined, { signal: shop.signal })
    }
  }
  const query = async <T>(body: Query, data: z.ZodType<T>): Promise<{ data: T; errors: Said[] }> => {
    const reply = await paidFor(body)
    const { errors } = reply
    const codes = codesOf(reply)
    if (codes.includes('THROTTLED')) throw throttled(pointsAt(reply))
    const denied = errors.find((error) => error.extensions?.code === 'ACCESS_DENIED')
    if (denied)
      throw new ShopFault(
        'permission',
        'The shop’s token lacks a permission.',
        'Give it products, inventory and locations, and for orders read_orders and the writing of fulfillment orders.',
        { status: 200 },
      )
    if (codes.includes('MAX_COST_EXCEEDED'))
      throw new ShopFault('tooLarge', 'The shop takes less at once.', 'Ask for less.', { status: 200 })
    const read = data.safeParse(reply.data)
    if (reply.data && read.success) return { data: read.data, errors }
    const broken = codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT') || errors.length === 0
    throw broken
      ? new ShopFault(
          'outage',
          'The shop answers with an error of its own.',
          'Wait a minute, and ask again.',
          {
            status: 500,
          },
        )
      : new ShopFault(
          'invalid',
          `The shop refuses what it was asked: ${errors[0]!.message}`,
          'Check what is told of the product.',
          { status: 400 },
        )
  }
  return { state, query }
}
