import type { OrderLine, ShipmentForm, StoreOrder } from '#contract/stores/orders.ts'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import type { Config } from '#server/platform/config.ts'
import type { ToldRow } from '../send/layouts.ts'
import { ShopFault } from './ask.ts'

/** Who this program itself is to the markets that ask for that beside the store's token. */
export type App = Pick<Config, 'amazon'>

/** What a market calls a product, by the names of its interface. */
export type Remote = Readonly<Record<string, string | number | boolean>>
/** One product to tell a market of. */
export interface TellRow extends ToldRow {
  /** As it was kept when it was told last. */
  remote: Remote | null
  /** The market hasn’t got it from us. */
  fresh: boolean
}

/** What became of one product. */
export type Outcome =
  | { sku: string; state: 'live'; remote?: Remote }
  /** In the market's own words: `openMarket` makes them fit to be kept. */
  | { sku: string; state: 'refused'; why: Refusal; text: string }
/**
 * What a market says to a call. Of the products that `outcomes` leaves out it says later, under `ticket`;
 * without a ticket it says nothing of them ever.
 */
export interface Reply {
  outcomes: Outcome[]
  ticket?: string
  /** What it took beside what the call is counted under. */
  also?: readonly Spent[]
  /** What broke the call off after these: the others stand as if the whole call had failed so. */
  fault?: ShopFault
  /** When the ticket is asked for again, in ms; none: by and by. */
  pollAt?: number
  /** What a person must know of the call, whose products all went well. */
  said?: string
}

/** One feed more of another allowance. */
export interface Spent {
  bucket: string
  told: Part
  products: number
}

/** A product as the market shows it; what it doesn’t say is left out. */
export interface Shown {
  sku: string
  remote: Remote
  quantity?: number
  price?: string
  /** null: it has none. */
  list_price?: string | null
  active?: boolean
}

/** An order as a market has it; what names its buyer isn’t even asked for, where that can be left out. */
export interface Order extends Omit<StoreOrder, 'lines'> {
  lines: Omit<OrderLine, 'dropshipper_id'>[]
}
export interface Orders {
  orders: Order[]
  /** Under which the next are asked for. */
  next?: string
}
export interface Shipment extends Pick<ShipmentForm, 'carrier' | 'tracking'> {
  order_id: string
  /** None: all that is left. */
  lines?: ShipmentForm['lines']
}
/** What became of a shipment that a market was told. */
export type Shipped = { state: 'told' } | { state: 'refused'; why: Refusal; text: string }
export interface ShippedLine {
  line_id: string
  sku: string
  quantity: number
}
/**
 * The same, by what the order is then: these lines were told, and so many units are left. `lost`: they stand
 * there, though the answer was lost. `part`: only these, and why; `already`: it had all of it.
 */
export type ShippedOrder =
  | { state: 'told'; lines: ShippedLine[]; left: number; lost?: true }
  | { state: 'part'; lines: ShippedLine[]; left: number; text: string }
  | { state: 'already'; left: number }
  | Extract<Shipped, { state: 'refused' }>

/** One of a market’s allowances: so many requests, points or feeds in so many seconds. */
export interface Bucket {
  name: string
  limit: number
  seconds: number
  unit: 'requests' | 'points' | 'feeds'
}

/** All that a market shows, by the rows that it is asked of. */
export type Whole = (row: TellRow) => Shown | undefined
/** How what a market shows is read, by which allowance: of some rows at once, or all of it page by page. */
export type Reads = {
  bucket: Bucket
  /** What was told so recently may not be shown yet: that it is missing says nothing. */
  settleSeconds?: number
} & (
  | { most: number; of: (rows: readonly TellRow[]) => Promise<Shown[]> }
  | { page: (cursor?: string) => Promise<{ shown: Omit<Shown, 'remote'>[]; next?: string }> }
)

/** A store's market, signed in to. It keeps nothing: queue, allowances and memory are the caller's. */
export interface Market {
  /**
   * What one call takes that tells these parts where so many wait, and what it is counted under. `later`: it is
   * told under a ticket, and asked nothing before that is kept.
   */
  call(told: readonly Part[], waiting?: number): { most: number; bucket: Bucket; later?: boolean }
  /** All of its allowances, in the order in which a person reads them. */
  buckets: readonly Bucket[]
  /**
   * Tells it of rows that all tell the same parts, no two of one SKU. `key` is the same where a call is repeated.
   * @throws ShopFault of what is wrong with the whole call
   */
  tell(rows: readonly TellRow[], told: readonly Part[], key: string): Promise<Reply>
  /** What became of a call that it took; the ticket stays until it has ended. */
  poll?(ticket: string, rows: readonly TellRow[], told: readonly Part[]): Promise<Reply>
  /** How long it takes at least until it says what became of a call. */
  pollSeconds?: number
  /** What it shows of these rows: after an answer was lost. Without it they are told again. */
  shown?(rows: readonly TellRow[]): Promise<Shown[]>
  /** All that it shows, asked for at once: worth it from so many products on. */
  whole?: {
    from: number
    /** Asks for it; of the same key it is asked once. @returns a ticket */
    ask(key: string): Promise<string>
    /** @returns none: it isn't there yet */
    read(ticket: string): Promise<Whole | undefined>
  }
  /** How what it shows is read to be compared; none: as by `shown`. */
  reads?: Reads
  /** An amount as it shows it; as it is told. */
  amount?(amount: string): string
  /** The allowance that questions about orders and shipments are of, where it is that of products, too. */
  ordersIn?: Bucket
  /** The orders placed since then, some of them at once, the newest first where the market can. */
  orders(since: Date, cursor?: string): Promise<Orders>
  /**
   * Tells it that an order was shipped. A shipment that it has already isn't told twice: by `key` where the
   * market knows it again, else it is looked at first.
   * @throws ShopFault of what is wrong with the whole call
   */
  ship(shipment: Shipment, key: string): Promise<ShippedOrder>
  /** Asks for something that the store's login must be allowed. @returns what it says, in a sentence */
  check(): Promise<string>
  /** In which its shop's amounts are; without it they are in its market's. */
  currency?(): Promise<string>
  /** Counted since it was opened; `points` by what the market says that they cost. */
  meter: { requests: number; points: number }
}

/** What a shop's product is, beside what it is called. */
export interface Standing {
  active: boolean
  /** The product has further variants, which aren't ours to take down. */
  shared: boolean
  tracked: boolean
}
/** As it was kept when it was told last. */
export const keptStanding = (remote: Remote): Standing => ({
  active: remote.active !== false,
  shared: remote.shared === true,
  tracked: true,
})
/** Whether it is active once it is told. */
export const activeAfter = (row: TellRow, { active, shared }: Standing): boolean =>
  row.quantity !== undefined && !shared ? row.active !== false : active
export const notThere = 'The shop has no product with this SKU, and this store isn’t sent descriptions.'
export const hasTwice = 'Several variants of the shop have this SKU.'

/** In groups of so much at most; what takes nothing goes with the others. */
export function grouped<T>(items: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
  const all: T[][] = []
  let room = 0
  for (const one of items) {
    const size = sizeOf(one)
    if (all.length === 0 || size > room) {
      all.push([])
      room = most
    }
    room -= size
    all.at(-1)!.push(one)
  }
  return all
}

/** What may be sold: nothing of what is inactive. */
export const quantityOf = (row: TellRow): number => (row.active === false ? 0 : (row.quantity ?? 0))

/** An amount as a number of its currency: yen have no cents. */
export const amountIn = (currency: string, amount: string): number =>
  currency === 'JPY' ? Math.round(Number(amount)) : Number(amount)
/** A market shows a list price only above the price. */
export const listPriceOf = ({ price, list_price }: Pick<ToldRow, 'price' | 'list_price'>): string | null =>
  list_price && Number(list_price) > Number(price) ? list_price : null

/** By which of its codes a market that has products of its own knows it. */
export const codeOf = ({ content }: TellRow) =>
  (['upc', 'ean', 'isbn'] as const).find((name) => content?.special[name])

/** Text of a market for people: one line, without marks, bounded. */
export const saidBy = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    // not half a letter
    .replace(/[\uD800-\uDBFF]$/, '')
export const refused = (sku: string, why: Refusal, text: string): Outcome => ({
  sku,
  state: 'refused',
  why,
  text,
})

/** Pages that one reading follows: a market that leads back to one of them would be read without end. */
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
    'The market leads from one page of its answer back to a page that was read already.',
    'Try again later; if it stays so, ask the market’s support.',
  )

/** Carries out a call that takes several questions: what is done before one fails is kept. */
export async function finished(
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
