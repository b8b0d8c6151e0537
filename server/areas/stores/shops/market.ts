import type { OrderLine, ShipmentForm, StoreOrder } from '#contract/stores/orders.ts'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import type { Config } from '#server/platform/config.ts'
import type { ToldRow } from '../send/layouts.ts'
import { ShopFault } from './ask.ts'

/** This program’s own settings, which some markets need beside the store’s token. */
export type App = Pick<Config, 'amazon'> & Partial<Pick<Config, 'walmartItemVersion'>>

/** A market’s ids of a product, by the names of its interface. */
export type Remote = Readonly<Record<string, string | number | boolean>>
/** One product to send. */
export interface TellRow extends ToldRow {
  /** What was saved when it was sent last. */
  remote: Remote | null
  /** We haven’t sent it to the market yet. */
  fresh: boolean
}

/** What became of one product. */
export type Outcome =
  | { sku: string; state: 'live'; remote?: Remote }
  /** In the market's own words: `openMarket` makes them fit to be saved. */
  | { sku: string; state: 'refused'; why: Refusal; text: string }
/**
 * A market’s answer to a call. The outcome of products that `outcomes` leaves out follows under `ticket`;
 * without a ticket it stays unknown.
 */
export interface Reply {
  outcomes: Outcome[]
  ticket?: string
  /** Feeds that are counted beside the call’s own bucket. */
  also?: readonly Spent[]
  /** What ended the call after these outcomes: the other products count as failed. */
  fault?: ShopFault
  /** When the ticket is polled again, in ms; undefined: at the market’s usual pace. */
  pollAt?: number
  /** What a person must know about a call that succeeded. */
  said?: string
}

/** A feed that is counted under another bucket. */
export interface Spent {
  bucket: string
  told: Part
  products: number
}

/** A product as the market shows it; unknown fields are left out. */
export interface Shown {
  sku: string
  remote: Remote
  quantity?: number
  price?: string
  /** null: the product has none. */
  list_price?: string | null
  active?: boolean
}

/** A market’s order. Data about its buyer isn’t requested if the market allows that. */
export interface Order extends Omit<StoreOrder, 'lines'> {
  lines: Omit<OrderLine, 'dropshipper_id'>[]
}
export interface Orders {
  orders: Order[]
  /** The cursor of the next page. */
  next?: string
}
export interface Shipment extends Pick<ShipmentForm, 'carrier' | 'tracking'> {
  order_id: string
  /** undefined: everything that is left. */
  lines?: ShipmentForm['lines']
}
/** What became of a shipment that was sent to a market. */
export type Shipped = { state: 'told' } | { state: 'refused'; why: Refusal; text: string }
export interface ShippedLine {
  line_id: string
  sku: string
  quantity: number
}
/**
 * The same, with the order’s lines that were sent and the units left. `lost`: the market took them, though
 * its answer was lost. `part`: it took only these lines, and why. `already`: it had all of them before.
 */
export type ShippedOrder =
  | { state: 'told'; lines: ShippedLine[]; left: number; lost?: true }
  | { state: 'part'; lines: ShippedLine[]; left: number; text: string }
  | { state: 'already'; left: number }
  | Extract<Shipped, { state: 'refused' }>

/** One of a market’s allowances: requests, points or feeds in a number of seconds. */
export interface Bucket {
  name: string
  limit: number
  seconds: number
  unit: 'requests' | 'points' | 'feeds'
}

/** What a market shows for a row, out of all that it has. */
export type Whole = (row: TellRow) => Shown | undefined
/** How a market’s products are read, and under which bucket: some rows at once, or all of them page by page. */
export type Reads = {
  bucket: Bucket
  /** Products that were sent this recently may not be shown yet. */
  settleSeconds?: number
} & (
  | { most: number; of: (rows: readonly TellRow[]) => Promise<Shown[]> }
  | { page: (cursor?: string) => Promise<{ shown: Omit<Shown, 'remote'>[]; next?: string }> }
)

/** A store’s market. It saves nothing: queue, allowances and memory are the caller’s. */
export interface Market {
  /**
   * How many rows one call with these parts takes, and its bucket. `later`: the call is only a ticket, and sends
   * nothing before that is saved.
   */
  call(parts: readonly Part[], waiting?: number): { most: number; bucket: Bucket; later?: boolean }
  /** All of its allowances, in the order in which they are listed. */
  buckets: readonly Bucket[]
  /**
   * Sends rows that all change the same parts, each SKU once. A repeated call has the same `key`.
   * @throws ShopFault if the whole call failed
   */
  tell(rows: readonly TellRow[], parts: readonly Part[], key: string): Promise<Reply>
  /** What became of a call that the market took; the ticket stays until the call has ended. */
  poll?: (ticket: string, rows: readonly TellRow[], parts: readonly Part[]) => Promise<Reply>
  /** The least time until a call’s outcome is known. */
  pollSeconds?: number
  /** What it shows for these rows, after an answer was lost. Without this, they are sent again. */
  shown?: (rows: readonly TellRow[]) => Promise<Shown[]>
  /** All that it shows, read at once: worth it from this many products on. */
  whole?: {
    from: number
    /** Starts the reading, once for each key. @returns a ticket */
    ask: (key: string) => Promise<string>
    /** @returns undefined: it isn't there yet */
    read: (ticket: string) => Promise<Whole | undefined>
  }
  /** How its products are read for a comparison; undefined: by `shown`. */
  reads?: Reads
  /** The form in which it shows an amount that it was sent. */
  amount?(amount: string): string
  /** The bucket of requests for orders and shipments, if it is that of products, too. */
  ordersIn?: Bucket
  /** The orders placed since then, page by page, the newest first if the market can. */
  orders(since: Date, cursor?: string): Promise<Orders>
  /**
   * Sends a shipment of an order, once: the market recognizes it by `key`, or the order is looked at first.
   * @throws ShopFault if the whole call failed
   */
  ship(shipment: Shipment, key: string): Promise<ShippedOrder>
  /** Reads something that the store’s login must be allowed to read. @returns the result, in a sentence */
  check(): Promise<string>
  /** The currency of the shop’s amounts; undefined: it is the market’s. */
  currency?: () => Promise<string>
  /** Counted since it was opened; `points` as the market reports them. */
  meter: { requests: number; points: number }
}

/** The state of a shop’s product, beside its ids. */
export interface Standing {
  active: boolean
  /** The product has further variants, which we must not remove. */
  shared: boolean
  tracked: boolean
}
/** The state that was saved when it was sent last. */
export const savedStanding = (remote: Remote): Standing => ({
  active: remote.active !== false,
  shared: remote.shared === true,
  tracked: true,
})
/** Whether it is active after its update. */
export const activeAfter = (row: TellRow, { active, shared }: Standing): boolean =>
  row.quantity !== undefined && !shared ? row.active !== false : active
export const noSuchProduct =
  'The market has no product with this SKU, and descriptions aren’t sent to this store.'
export const duplicateSku = 'Several variants in the store have this SKU.'

/** Groups of at most this total size; an item of size 0 joins the group before it. */
export function groupBySize<T>(items: readonly T[], sizeOf: (item: T) => number, limit: number): T[][] {
  const all: T[][] = []
  let room = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (all.length === 0 || size > room) {
      all.push([])
      room = limit
    }
    room -= size
    all.at(-1)!.push(item)
  }
  return all
}

/** The quantity for sale; 0 if the product is inactive. */
export const quantityOf = (row: TellRow): number => (row.active === false ? 0 : (row.quantity ?? 0))

/** An amount as a number; yen have no cents. */
export const amountIn = (currency: string, amount: string): number =>
  currency === 'JPY' ? Math.round(Number(amount)) : Number(amount)
/** null: a list price is only shown above the price. */
export const listPriceOf = ({ price, list_price }: Pick<ToldRow, 'price' | 'list_price'>): string | null =>
  list_price && Number(list_price) > Number(price) ? list_price : null

/** The code by which a market with a catalog of its own finds the product. */
export const codeOf = ({ content }: TellRow) =>
  (['upc', 'ean', 'isbn'] as const).find((name) => content?.special[name])

/** A text that a market wrote as HTML, by its characters. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos|nbsp));/gi, (entity, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[]
    if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code).toWellFormed() : entity
  })
const lastCodePoint = 0x10_ffff
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** A market’s text for people: one line, without HTML tags, at most 500 characters. */
export const plainText = (text: string): string =>
  decodeEntities(text.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    // no half surrogate pair
    .replace(/[\uD800-\uDBFF]$/, '')
export const refusedOutcome = (sku: string, why: Refusal, text: string): Outcome => ({
  sku,
  state: 'refused',
  why,
  text,
})

/** Follows pages. A market that leads back to one of them would be read without end. */
export function pagesOf(): (cursor: string) => string {
  const read = new Set<string>()
  return (cursor) => {
    if (read.has(cursor)) throw inCircles()
    read.add(cursor)
    return cursor
  }
}
export const inCircles = () =>
  new ShopFault(
    'missing',
    'The market’s response repeats a page.',
    'Try again later. If it persists, contact the market’s support.',
  )

/** Carries out a call of several requests: the outcomes before a failed one count. */
export async function keepFinished(
  work: (outcomes: Outcome[]) => Promise<{ said?: string } | void>,
): Promise<Reply> {
  const outcomes: Outcome[] = []
  try {
    return { ...(await work(outcomes)), outcomes }
  } catch (error) {
    if (!(error instanceof ShopFault) || outcomes.length === 0) throw error
    return { outcomes, fault: error }
  }
}
