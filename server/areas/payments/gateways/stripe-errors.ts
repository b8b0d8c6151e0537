import Stripe from 'stripe'
import { CardRefused, GatewayBusy, GatewayRefused, GatewayUnsure, type Refusal } from './gateway.ts'

/** Codes of a connection that was never made: nothing was sent. */
const neverMade = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Calls Stripe and turns its errors into ours; none of them contains what was sent. */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toGatewayError(error)
  }
}

function toGatewayError(error: unknown): unknown {
  const { errors } = Stripe
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeCardError) return new CardRefused(refusalOf(error))
  if (error instanceof errors.StripeRateLimitError) return new GatewayBusy('Stripe rate limit reached.')
  // a wrong key says nothing about the charge: an earlier call may have moved money
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return new GatewayBusy('Stripe rejected the configured key.')
  if (error instanceof errors.StripeIdempotencyError)
    return new GatewayRefused('idempotency_error', 'This idempotency key was used with another request.')
  if (error instanceof errors.StripeInvalidRequestError)
    return new GatewayRefused(error.code ?? 'invalid_request_error', error.message)
  if (error instanceof errors.StripeConnectionError) {
    const { code } = (error.detail ?? {}) as { code?: string }
    return code !== undefined && neverMade.includes(code)
      ? new GatewayBusy(`Could not connect to Stripe: ${code}.`)
      : new GatewayUnsure(`Incomplete response from Stripe: ${error.message}`)
  }
  const { statusCode, requestId } = error
  return new GatewayUnsure(
    `Stripe responded with ${statusCode ?? 'no status'} (${requestId ?? 'no request id'}).`,
  )
}

/** Why a card is refused, from an error or from what a payment keeps of its last one. */
export const refusalOf = (error: {
  code?: string | undefined
  decline_code?: string | undefined
  message?: string | undefined
}): Refusal => ({
  code: error.code ?? 'card_declined',
  // the library turns a missing code into an empty text
  decline_code: error.decline_code || null,
  message: error.message ?? 'Your card was declined.',
})

/**
 * Stripe's client resends a request when its connection is reset, even without retries configured. A 429 to the
 * second request would then hide what the first did, so each is sent once here.
 */
export function sendingOnce(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    try {
      return await send(...request)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error
      throw Object.assign(new Error(message), { code: 'CONNECTION_LOST' })
    }
  }
  return client
}
