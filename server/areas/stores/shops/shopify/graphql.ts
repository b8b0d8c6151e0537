import { marketVersions } from '../versions.ts'
import { z } from 'zod'
import { ask, type Shop } from '../ask.ts'

const { version } = marketVersions.shopify

const graphqlError = z.object({
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
  errors: z.array(graphqlError).default([]),
  extensions: z.object({ cost: cost.optional() }).optional(),
})
export type GraphqlError = z.output<typeof graphqlError>
export type GraphqlAnswer = z.output<typeof answer>
export interface Query {
  query: string
  variables?: object
}

/** A Shopify shop's address may end in its admin pages. */
export const shopifyBase = (path: string): string => path.replace(/\/+$/, '').replace(/\/admin$/, '')

/** Sends one query. Shopify answers with status 200 whatever is wrong with it. */
export const postQuery = (shop: Shop, base: string, body: Query): Promise<GraphqlAnswer> =>
  ask(shop, {
    path: `${base}/admin/api/${version}/graphql.json`,
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': shop.token },
    body,
    answer,
  })

export const codesOf = ({ errors }: GraphqlAnswer): string[] =>
  errors.flatMap((error) => error.extensions?.code ?? [])
