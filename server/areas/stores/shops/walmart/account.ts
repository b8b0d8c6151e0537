import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerOf, ask, withMeter, type MeteredShop, type Shop } from '../ask.ts'
import { withPass, type Pass } from '../pass.ts'

/** A Walmart account, and how its requests are signed. */
export interface WalmartAccount {
  shop: MeteredShop
  /** The path below which the interface is. */
  base: string
  withToken: ReturnType<typeof withPass>
}

export function openWalmartAccount(shop: Shop, base: string, clientId: string): WalmartAccount {
  const meteredShop = withMeter(shop)
  return {
    shop: meteredShop,
    base,
    withToken: withPass(() => getAccessToken(meteredShop, base, clientId), shop.secrets),
  }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number().default(900) })

async function getAccessToken(shop: MeteredShop, base: string, clientId: string): Promise<Pass> {
  const { access_token, expires_in } = await ask(shop, {
    path: `${base}/v3/token`,
    headers: headersWith({
      authorization: `Basic ${Buffer.from(`${clientId}:${shop.token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }),
    body: 'grant_type=client_credentials',
    answer: tokenAnswer,
  })
  return { token: access_token, seconds: expires_in }
}

const headersWith = (headers: Record<string, string>) => ({
  'wm_svc.name': 'Walmart Marketplace',
  'wm_qos.correlation_id': randomUUID(),
  ...headers,
})

export interface WalmartRequest<T> {
  path: string
  answer: z.ZodType<T>
  /** undefined: the request is a GET. */
  body?: object | undefined
  /** Statuses beside 200 to 299 whose answer is read. */
  alsoAccepted?: readonly number[]
  mostBytes?: number
}
export const answerOfWalmart = <T>(account: WalmartAccount, request: WalmartRequest<T>) =>
  account.withToken((token) =>
    answerOf(account.shop, {
      path: `${account.base}/v3/${request.path}`,
      headers: headersWith({ 'wm_sec.access_token': token, 'content-type': 'application/json' }),
      ...(request.body && { body: request.body }),
      ...(request.mostBytes !== undefined && { mostBytes: request.mostBytes }),
      alsoAccepted: request.alsoAccepted ?? [],
      answer: request.answer,
    }),
  )
export const askWalmart = async <T>(account: WalmartAccount, request: WalmartRequest<T>): Promise<T> =>
  (await answerOfWalmart(account, request)).body
