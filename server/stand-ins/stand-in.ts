import type { SoldProduct } from './orders.ts'

/** What a market's stand-in is asked. */
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
  /** A text and bytes are sent as they are. */
  body: unknown
}
/** A market that answers as its documents say, from what it was told before. */
export interface StandIn {
  answer(asked: StandInRequest): StandInAnswer
}

export interface Options {
  /** What it calls a token that is right. */
  token: string
  /** Products that it was told of in another life are there: a demonstration forgets at each start. */
  acceptsUnknown?: boolean
  /** Products that it has sold: its orders are of these. */
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
