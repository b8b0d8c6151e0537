import { z } from 'zod'
import { answerOf, ask, ShopFault, withMeter, type MeteredShop, type Shop } from '../ask.ts'
import type { App } from '../market.ts'
import { withPass, type Pass } from '../pass.ts'
import { marketplaceOf, type Marketplace } from './feed.ts'

/** A seller in one of Amazon’s marketplaces, and how its requests are signed. */
export interface AmazonAccount {
  shop: MeteredShop
  /** The path below which the interface is. */
  base: string
  sellerId: string
  marketplace: Marketplace
  withToken: ReturnType<typeof withPass>
}

export function openAmazonAccount(
  shop: Shop,
  { base, sellerId, app }: { base: string; sellerId: string; app: App['amazon'] },
): AmazonAccount {
  const meteredShop = withMeter(shop)
  return {
    shop: meteredShop,
    base,
    sellerId,
    marketplace: marketplaceOf(new URL(shop.origin).hostname, shop.currency ?? 'USD'),
    withToken: withPass(() => getAccessToken(meteredShop, app), shop.secrets),
  }
}

const tokenAnswer = z.object({
  access_token: z.string().optional(),
  expires_in: z.number().default(3600),
  error: z.string().optional(),
})

/** Exchanges the seller’s refresh token for an access token. */
async function getAccessToken(shop: MeteredShop, app: App['amazon']): Promise<Pass> {
  const { clientId, clientSecret, loginUrl } = app
  if (!clientId || !clientSecret) throw clientMissing()
  const form = {
    grant_type: 'refresh_token',
    refresh_token: shop.token,
    client_id: clientId,
    client_secret: clientSecret,
  }
  const { access_token, expires_in, error } = await ask(shop, {
    path: loginUrl,
    elsewhere: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    alsoAccepted: [400, 401],
    answer: tokenAnswer,
  })
  if (access_token !== undefined) return { token: access_token, seconds: expires_in }
  throw error === 'invalid_client' || error === 'unauthorized_client' ? clientRefused() : tokenRefused()
}

const signInFault = (sentence: string, mend: string) => () => new ShopFault('credentials', sentence, mend)
const clientMissing = signInFault(
  'Feedstock’s client ID or secret for Amazon is missing.',
  'Ask an operator to set AMAZON_CLIENT_ID and AMAZON_CLIENT_SECRET.',
)
const clientRefused = signInFault(
  'Amazon refused Feedstock’s client ID or secret.',
  'Ask an operator to renew AMAZON_CLIENT_ID and AMAZON_CLIENT_SECRET. A secret expires after 180 days.',
)
const tokenRefused = signInFault(
  'Amazon refused the refresh token.',
  'Have the seller authorize Feedstock again, then enter the new refresh token.',
)

export interface AmazonRequest<T> {
  path: string
  answer: z.ZodType<T>
  /** undefined: the request is a GET. */
  body?: object
  /** Statuses beside 200 to 299 whose answer is read. */
  alsoAccepted?: readonly number[]
}
export const askAmazon = <T>(account: AmazonAccount, request: AmazonRequest<T>) =>
  account.withToken((token) =>
    answerOf(account.shop, {
      path: `${account.base}/${request.path}`,
      headers: { 'x-amz-access-token': token, 'content-type': 'application/json' },
      ...(request.body && { body: request.body }),
      alsoAccepted: request.alsoAccepted ?? [],
      answer: request.answer,
    }),
  )
