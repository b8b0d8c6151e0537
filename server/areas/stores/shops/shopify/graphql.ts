import { z } from 'zod'
import { isClientSecret } from '#contract/stores/shops.ts'
import { ask, ShopFault, type Shop } from '../ask.ts'
import { withPass, type Pass } from '../pass.ts'
import { marketVersions } from '../versions.ts'

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
const shopifyBase = (path: string): string => path.replace(/\/+$/, '').replace(/\/admin$/, '')

/** How a shop’s requests are signed. */
export interface ShopifySignIn {
  shop: Shop
  base: string
  withToken: <T>(question: (token: string) => Promise<T>) => Promise<T>
}
/**
 * A shop whose secret is an access token, or that of an app of its own organization: such an app exchanges its client
 * ID and secret for a token of a day. Each process has its own, and renews it before it ends.
 */
export function signInToShopify(shop: Shop, path: string, clientId: string): ShopifySignIn {
  const base = shopifyBase(path)
  const withToken = isClientSecret(shop.token)
    ? withPass(() => getAccessToken(shop, base, clientId), shop.secrets)
    : <T>(question: (token: string) => Promise<T>) => question(shop.token)
  return { shop, base, withToken }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number().default(3600) })
async function getAccessToken(shop: Shop, base: string, clientId: string): Promise<Pass> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: shop.token,
  })
  try {
    const { access_token, expires_in } = await ask(shop, {
      path: `${base}/admin/oauth/access_token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      answer: tokenAnswer,
    })
    return { token: access_token, seconds: expires_in }
  } catch (error) {
    if (!(error instanceof ShopFault) || (error.status !== 400 && error.status !== 401)) throw error
    throw new ShopFault(
      'credentials',
      'Shopify refused the client ID or secret.',
      'Check both. The app must belong to the shop’s organization and be installed there.',
      { status: 401 },
    )
  }
}

/** Sends one query. Shopify answers with status 200 whatever is wrong with it. */
export const postQuery = ({ shop, base, withToken }: ShopifySignIn, body: Query): Promise<GraphqlAnswer> =>
  withToken((token) =>
    ask(shop, {
      path: `${base}/admin/api/${version}/graphql.json`,
      headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
      body,
      answer,
    }),
  )

export const codesOf = ({ errors }: GraphqlAnswer): string[] =>
  errors.flatMap((error) => error.extensions?.code ?? [])
