import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerOf, ask, withMeter, type MeteredShop, type Shop } from '../ask.ts'
import { withPass, type Pass } from '../pass.ts'

/** A Walmart account, and how its requests are signed. */
export interface WalmartAccount {
  shop: MeteredShop
  /** The path below which the interface is. */
  base: string
  /** Canada is another market of the same interface. */
  isCanadian: boolean
  withToken: ReturnType<typeof withPass>
}

export function openWalmartAccount(shop: Shop, base: string, clientId: string): WalmartAccount {
  const meteredShop = withMeter(shop)
  const isCanadian = shop.currency === 'CAD'
  return {
    shop: meteredShop,
    base,
    isCanadian,
    withToken: withPass(
      () => getAccessToken(meteredShop, { base, clientId, market: marketHeaders(isCanadian) }),
      shop.secrets,
    ),
  }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number().default(900) })

async function getAccessToken(
  shop: MeteredShop,
  { base, clientId, market }: { base: string; clientId: string; market: Record<string, string> },
): Promise<Pass> {
  const { access_token, expires_in } = await ask(shop, {
    path: `${base}/v3/token`,
    headers: headersWith({
      ...market,
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

/** Without them, Walmart takes a request as one of the United States. */
const marketHeaders = (isCanadian: boolean): Record<string, string> =>
  isCanadian ? { wm_market: 'ca', wm_global_version: globalVersion } : {}
const globalVersion = '3.1'

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
      headers: headersWith({
        ...marketHeaders(account.isCanadian),
        'wm_sec.access_token': token,
        'content-type': 'application/json',
      }),
      ...(request.body && { body: request.body }),
      ...(request.mostBytes !== undefined && { mostBytes: request.mostBytes }),
      alsoAccepted: request.alsoAccepted ?? [],
      answer: request.answer,
    }),
  )
export const askWalmart = async <T>(account: WalmartAccount, request: WalmartRequest<T>): Promise<T> =>
  (await answerOfWalmart(account, request)).body
