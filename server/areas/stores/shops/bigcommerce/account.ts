import { z } from 'zod'
import { databaseNow } from '#server/platform/clock.ts'
import { answerOf, backOff, ShopFault, throttled, withMeter, type MeteredShop, type Shop } from '../ask.ts'
import type { BigCommerceAnswer } from './errors.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A shop, whose requests count together with those of every other app. */
export interface BigCommerceAccount {
  shop: MeteredShop
  /** The path below which the interface is, without its version. */
  base: string
  /** When requests are allowed again, in ms; 0 if they are. */
  opensAt: number
  /** The location that stocks; undefined: it wasn’t read yet. */
  locationId: number | undefined
}

export const openBigCommerceAccount = (shop: Shop, path: string): BigCommerceAccount => ({
  shop: withMeter(shop),
  base: path.replace(/\/v[23]$/, ''),
  opensAt: 0,
  locationId: undefined,
})

interface BigCommerceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: object
  version?: 'v2' | 'v3'
}

export async function askBigCommerce(
  account: BigCommerceAccount,
  { method, path, body, version = 'v3' }: BigCommerceRequest,
): Promise<BigCommerceAnswer> {
  if (account.opensAt > databaseNow()) throw throttled(account.opensAt)
  const { headers, ...answer } = await answerOf(account.shop, {
    method,
    path: `${account.base}/${version}/${path}`,
    headers: { 'x-auth-token': account.shop.token, 'content-type': 'application/json' },
    ...(body && { body }),
    alsoAccepted: [400, 404, 409, 413, 422, 429],
    answer: z.unknown(),
  })
  if (answer.status === 429) throw throttledFault(account, headers)
  noteLimits(account, headers)
  return answer
}

/** Reads something. Its refusal is no product's. */
export async function readBigCommerce<T>(
  account: BigCommerceAccount,
  path: string,
  shape: z.ZodType<T>,
  version: 'v2' | 'v3' = 'v3',
): Promise<T> {
  const answer = await askBigCommerce(account, { method: 'GET', path, version })
  const body = shape.safeParse(answer.body)
  if (answer.status !== 200 || !body.success)
    throw new ShopFault(
      'outage',
      'The store’s response isn’t valid.',
      'Check the store’s admin address.',
      // an address that isn't there is nobody's product
      { status: answer.status === 404 ? 404 : 500 },
    )
  return body.data
}

function noteLimits(account: BigCommerceAccount, headers: Headers): void {
  const resetMs = numberIn(headers, 'x-rate-limit-time-reset-ms')
  if (resetMs !== undefined && (numberIn(headers, 'x-rate-limit-requests-left') ?? 1) <= 0)
    account.opensAt = databaseNow() + resetMs
}

/** Waits for the longer of the two times that the shop names. If it names none, it is overloaded. */
function throttledFault({ shop }: BigCommerceAccount, headers: Headers): ShopFault {
  const retrySeconds = numberIn(headers, 'x-retry-after') ?? numberIn(headers, 'retry-after') ?? 0
  const waitMs = Math.max(numberIn(headers, 'x-rate-limit-time-reset-ms') ?? 0, retrySeconds * 1000)
  return throttled(waitMs > 0 ? backOff(shop.meter, databaseNow() + waitMs) : undefined)
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = Number(headers[name] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
