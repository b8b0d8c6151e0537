import { expect } from 'vitest'
import { buyer, makeOrder, type SoldProduct, type StandInOrder } from '../../stand-ins/orders.ts'
import type { StandIn } from '../../stand-ins/stand-in.ts'
import type { Client } from '../harness.ts'
import type { harness } from '../harness.ts'
import type { startMarket } from './markets.ts'

const products: readonly SoldProduct[] = ['SKU-1', 'SKU-2', 'ELSEWHERE-3', 'SKU-1'].map((sku, i) => ({
  sku,
  title: `Product ${i + 1}`,
  price: `${i + 10}.50`,
}))
/** An order, placed this many hours ago, with a quantity of each product; the third isn’t in our catalog. */
export const orderOf = (id: number, hours: number, ...quantities: number[]): StandInOrder =>
  makeOrder(
    id,
    hours,
    quantities.map((quantity, i) => ({ ...elementOf(products, i % products.length), quantity })),
  )
/** Personal data, which no answer may hold. */
const personal = new RegExp(
  Object.values(buyer)
    .map((text) => text.replaceAll(/[.+]/g, String.raw`\$&`))
    .join('|'),
)

interface Store {
  vendor_id: number
  vendor_store_id: number
}
interface ListedOrder {
  id: string
  placed_tm: string
  state: string
  total: string
  currency: string
  lines: { line_id: string; sku: string; quantity: number; shipped: number; price: string }[]
  shipments: { carrier: string; tracking: string; shipped_tm: string }[]
}
/** The calls of a store's orders. */
export function ordersOf(h: ReturnType<typeof harness>, c: Client, store: Store) {
  const path = `/api/vendor/${store.vendor_id}/vendor-store/${store.vendor_store_id}/orders`
  return {
    path,
    list: (query = '') => c.get(`${path}${query}`),
    /** All orders, and the number of pages. */
    async all(days = 7) {
      const orders: ListedOrder[] = []
      let pages = 0
      for (let cursor: string | null = ''; cursor !== null; pages++) {
        const nextPage = cursor && `&cursor=${encodeURIComponent(cursor)}`
        const { body } = await c.get(`${path}?days=${days}${nextPage}`)
        expect(body).toMatchObject({ failed: null })
        expect(JSON.stringify(body)).not.toMatch(personal)
        orders.push(...body.orders)
        cursor = body.next
      }
      return { orders, pages }
    },
    ship: (id: string, body: object) => c.post(`${path}/${id}/ship`, body),
    /** The log’s messages about shipments. */
    async told() {
      const rows = await h.services.db
        .selectFrom('activity')
        .select('message')
        .where('type', '=', 'store.ship')
        .where('entity_id', '=', String(store.vendor_store_id))
        .orderBy('activity_id')
        .execute()
      return rows.map((row) => row.message)
    },
  }
}

export interface MarketUnderTest {
  h: ReturnType<typeof harness>
  c: () => Client
  shop: () => StandIn & { orders: StandInOrder[] }
  market: () => Awaited<ReturnType<typeof startMarket>>
  store: (products: number) => Promise<Store>
  /** What the market calls an order. */
  idOf: (order: StandInOrder) => string
  /** How many orders need a second page. */
  twoPages: number
  /** The request that sends a shipment. */
  ships: RegExp
  /** Whether the market itself refuses what is shipped already. */
  refuses: boolean
}

/** A store whose shop has these orders. */
export async function storeWithOrders({ h, c, shop, store, idOf }: MarketUnderTest, orders: StandInOrder[]) {
  shop().orders.push(...orders)
  const record = await store(2)
  const ids = orders.map(idOf)
  const calls = ordersOf(h, c(), record)
  return {
    ...record,
    ...calls,
    ids,
    firstId: elementOf(ids),
    firstOrder: async () => elementOf((await calls.all()).orders),
  }
}

export function elementOf<T>(list: readonly T[], index = 0): T {
  const element = list[index]
  if (element === undefined) throw new Error(`The list has no element ${index}`)
  return element
}
export const ups = (tracking: string) => ({ carrier: 'UPS', tracking })
