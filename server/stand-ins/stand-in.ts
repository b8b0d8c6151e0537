import type { SoldProduct } from './orders.ts'

/** A request to a market’s stand-in. */
export interface StandInRequest {
  method: string
  /** Below the stand-in's own address, without the query. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
  body: string
  /** The stand-in's own address, for links to itself. */
  address: string
}
export interface StandInAnswer {
  status?: number
  headers?: Record<string, string>
  /** Text and bytes are sent unchanged. */
  body: unknown
}
/** A market that answers as its documentation says, from what it was sent before. */
export interface StandIn {
  answer(asked: StandInRequest): StandInAnswer
}

export interface Options {
  /** The token that it accepts. */
  token: string
  /** Accepts products that it doesn’t know: a demonstration forgets them at each start. */
  acceptsUnknown?: boolean
  /** The products in its orders. */
  soldProducts?: readonly SoldProduct[]
  now?: () => number
}

export const parseJson = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body || '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}
