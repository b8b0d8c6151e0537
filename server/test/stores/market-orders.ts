import { describe, expect, test } from 'vitest'
import { buyer, ordered, ship, type Ordered, type Sold } from '../../stand-ins/orders.ts'
import type { StandIn } from '../../stand-ins/stand-in.ts'
import { client, makeLogin, type Client } from '../harness.ts'
import type { harness } from '../harness.ts'
import type { startMarket } from './markets.ts'

const products: readonly Sold[] = ['SKU-1', 'SKU-2', 'ELSEWHERE-3', 'SKU-1'].map((sku, i) => ({
  sku,
  title: `Product ${i + 1}`,
  price: `${i + 10}.50`,
}))
/** An order, so many hours old: so many of each product, the third of which is none of the catalogue. */
export const orderOf = (id: number, hours: number, ...quantities: number[]): Ordered =>
  ordered(
    id,
    hours,
    quantities.map((quantity, i) => ({ ...products[i % products.length]!, quantity })),
  )
/** What no answer may hold. */
const personal = new RegExp(
  Object.values(buyer)
    .map((text) => text.replaceAll(/[.+]/g, String.raw`\$&`))
    .join('|'),
)

interface Store {
  vendor_id: number
  vendor_store_id: number
}
interface Found {
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
    /** All pages of them, and how many these were. */
    async all(days = 7) {
      const orders: Found[] = []
      let pages = 0
      for (let cursor: string | null = ''; cursor !== null; pages++) {
        const more = cursor && `&cursor=${encodeURIComponent(cursor)}`
        const { body } = await c.get(`${path}?days=${days}${more}`)
        expect(body).toMatchObject({ failed: null })
        expect(JSON.stringify(body)).not.toMatch(personal)
        orders.push(...body.orders)
        cursor = body.next
      }
      return { orders, pages }
    },
    ship: (id: string, body: object) => c.post(`${path}/${id}/ship`, body),
    /** What the log says of shipments. */
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

interface Of {
  h: ReturnType<typeof harness>
  c: () => Client
  shop: () => StandIn & { orders: Ordered[] }
  market: () => Awaited<ReturnType<typeof startMarket>>
  store: (products: number) => Promise<Store>
  /** What the market calls an order. */
  idOf: (order: Ordered) => string
  /** So many orders need a second page. */
  twoPages: number
  /** The question by which a shipment is told. */
  ships: RegExp
  /** The market itself refuses what is shipped already. */
  refuses: boolean
}
const ups = (tracking: string) => ({ carrier: 'UPS', tracking })

/** What is the same of every market's orders: it is in the file of each market's own tests. */
export const ordersAreAlike = ({ h, c, shop, market, store, idOf, twoPages, ships, refuses }: Of) =>
  describe('its orders', () => {
    const made = async (...orders: Ordered[]) => {
      shop().orders.push(...orders)
      const s = await store(2)
      return { ...s, ...ordersOf(h, c(), s), ids: orders.map(idOf) }
    }
    const writes = () => market().asked.filter((one) => ships.test(`${one.method} ${one.path} ${one.body}`))

    test('are shown page by page with what is in them and what was shipped, and nobody’s name', async () => {
      const part = orderOf(501, 4, 2, 1, 3)
      const shipped = orderOf(502, 5, 1)
      const cancelled = orderOf(503, 6, 1)
      ship(part, { ...ups('1Z1'), lines: new Map([[part.lines[0]!.id, 1]]) })
      ship(shipped, ups('1Z2'))
      cancelled.cancelled = true
      const rest = Array.from({ length: twoPages }, (_, i) => orderOf(600 + i, 10 + i / 10, 1))
      const s = await made(orderOf(500, 3, 2), part, shipped, cancelled, ...rest, orderOf(900, 24 * 20, 1))
      const { orders, pages } = await s.all()
      expect(pages).toBeGreaterThan(1)
      expect(orders.map(({ id }) => id)).toEqual([...s.ids.slice(0, 4), ...rest.map(idOf)])
      expect(orders.slice(0, 4).map(({ state }) => state)).toEqual([
        'open',
        'part shipped',
        'shipped',
        'cancelled',
      ])
      const [, one] = orders
      expect(one).toMatchObject({
        placed_tm: new Date(part.placed).toISOString(),
        currency: 'USD',
        lines: [
          { sku: 'SKU-1', title: 'Product 1', quantity: 2, shipped: 1, dropshipper_id: expect.any(Number) },
          { sku: 'SKU-2', quantity: 1, shipped: 0, dropshipper_id: expect.any(Number) },
          { sku: 'ELSEWHERE-3', quantity: 3, shipped: 0, dropshipper_id: null },
        ],
        shipments: [{ ...ups('1Z1'), shipped_tm: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }],
      })
      expect(Number(one!.total)).toBe(2 * 10.5 + 11.5 + 3 * 12.5)
      expect(one!.lines.map(({ price }) => Number(price))).toEqual([10.5, 11.5, 12.5])
      expect((await s.all(30)).orders.map(({ id }) => id)).toContain(s.ids.at(-1))
    })

    test('are told a part as shipped, then the rest, each once, and the log says so', async () => {
      const order = orderOf(500, 3, 2, 1, 3)
      const s = await made(order)
      const [id] = s.ids
      const [first] = (await s.all()).orders
      const lines = [{ line_id: first!.lines[0]!.line_id, quantity: 1 }]
      expect((await s.ship(id!, { ...ups('1Z 999'), lines })).body).toMatchObject({ state: 'told' })
      expect((await s.all()).orders[0]).toMatchObject({
        state: 'part shipped',
        lines: [{ shipped: 1 }, { shipped: 0 }, { shipped: 0 }],
        shipments: [ups('1Z 999')],
      })
      const before = writes().length
      expect((await s.ship(id!, { ...ups('1z999'), lines })).body).toMatchObject({ state: 'already' })
      expect(writes().length).toBe(before)
      // two at once are one
      const twice = await Promise.all([s.ship(id!, ups('1Z-2')), s.ship(id!, ups('1Z-2'))])
      expect(new Set(twice.map(({ body }) => body.state))).toEqual(new Set(['already', 'told']))
      const [whole] = (await s.all()).orders
      expect(whole!.state).toBe('shipped')
      expect(whole!.lines.map(({ shipped }) => shipped)).toEqual([2, 1, 3])
      expect(whole!.shipments.filter(({ tracking }) => tracking === '1Z-2').length).toBeGreaterThan(0)
      expect(await s.told()).toEqual([
        expect.stringContaining(`shipment of order ${id}: UPS 1Z 999 with 1 × SKU-1`),
        expect.stringContaining(
          `shipment of order ${id}: UPS 1Z-2 with 1 × SKU-1, 1 × SKU-2, 3 × ELSEWHERE-3`,
        ),
      ])
    })

    test('are told further lines under the same number, each once', async () => {
      const s = await made(orderOf(500, 3, 2, 1, 3))
      const [id] = s.ids
      const [a, b, third] = (await s.all()).orders[0]!.lines.map((line) => line.line_id)
      const tell = (...lines: object[]) => s.ship(id!, { ...ups('1Z1'), lines })
      const one = { line_id: a, quantity: 1, left: 2 }
      const first = await Promise.all([tell(one), tell(one)])
      expect(new Set(first.map(({ body }) => body.state))).toEqual(new Set(['already', 'told']))
      expect(first.find(({ body }) => body.state === 'told')!.body).toEqual({
        state: 'told',
        lines: [{ line_id: a, sku: 'SKU-1', quantity: 1 }],
        left: 5,
        refused: null,
      })
      // the other one of the same line, and a line that was not told at all
      const two = [
        { line_id: a, quantity: 1, left: 1 },
        { line_id: b, quantity: 1 },
      ]
      expect((await tell(...two)).body).toMatchObject({ state: 'told', left: 3 })
      expect((await tell(...two)).body).toMatchObject({ state: 'already', left: 3 })
      // of what was told before and what was not, the second alone
      expect((await tell(...two, { line_id: third, quantity: 1 })).body).toMatchObject({
        state: 'told',
        lines: [{ line_id: third, quantity: 1 }],
      })
      expect((await s.ship(id!, ups('1Z1'))).body).toMatchObject({
        state: 'told',
        lines: [{ line_id: third, quantity: 2 }],
        left: 0,
      })
      expect((await s.ship(id!, ups('1Z1'))).body).toMatchObject({ state: 'already', lines: [] })
      const [order] = (await s.all()).orders
      expect(order!.lines.map(({ shipped }) => shipped)).toEqual([2, 1, 3])
      expect((await s.told()).map((text) => text.replace(/.* with /, ''))).toEqual([
        '1 × SKU-1',
        '1 × SKU-1, 1 × SKU-2',
        '1 × ELSEWHERE-3',
        '2 × ELSEWHERE-3',
      ])
    })

    test('whose shipment’s answer was lost are told it once', async () => {
      const s = await made(orderOf(500, 3, 2))
      market().mischief.push({ at: ships, cut: true })
      expect((await s.ship(s.ids[0]!, ups('1Z1'))).body).toMatchObject({ state: 'told' })
      const [order] = (await s.all()).orders
      expect(order).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }], shipments: [ups('1Z1')] })
      expect(writes().length).toBe(1)
      expect(await s.told()).toHaveLength(1)
    })

    test('whose shipment never came there are told it again', async () => {
      const s = await made(orderOf(500, 3, 2))
      market().mischief.push({ at: ships, lost: true })
      expect((await s.ship(s.ids[0]!, ups('1Z1'))).body).toMatchObject({ state: 'told' })
      const [order] = (await s.all()).orders
      expect(order).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }], shipments: [ups('1Z1')] })
      expect(writes().length).toBe(2)
      expect(await s.told()).toHaveLength(1)
    })

    test('whose shipment was lost, there and back, are told it once, and it is said so', async () => {
      const s = await made(orderOf(500, 3, 2))
      market().mischief.push({ at: ships, lost: true }, { at: ships, cut: true })
      expect((await s.ship(s.ids[0]!, ups('1Z1'))).body).toMatchObject({
        state: 'told',
        left: 0,
        refused: null,
      })
      expect((await s.all()).orders[0]).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }] })
      expect(writes().length).toBe(2)
      expect(await s.told()).toHaveLength(1)
    })

    test('whose shipment was lost where nobody can look any more are said to be untold', async () => {
      const s = await made(orderOf(500, 3, 2))
      const down = { times: 99, answer: { status: 500, body: {} } }
      market().mischief.push({ at: ships, lost: true, meanwhile: () => market().mischief.push(down) })
      expect((await s.ship(s.ids[0]!, ups('1Z1'))).status).toBe(409)
      expect(await s.told()).toEqual([])
      market().mischief.length = 0
      expect((await s.ship(s.ids[0]!, ups('1Z1'))).body).toMatchObject({ state: 'told' })
      expect((await s.all()).orders[0]).toMatchObject({ state: 'shipped', lines: [{ shipped: 2 }] })
    })

    test('are told nothing where it can’t be so, and it is said why', async () => {
      const gone = orderOf(501, 3, 1)
      gone.cancelled = true
      const s = await made(orderOf(500, 3, 2), gone)
      const [id, over] = s.ids
      const refusal = async (which: string, body: object) => {
        const answer = await s.ship(which, body)
        expect(answer.status).toBe(409)
        return answer.body.error.message as string
      }
      const [first] = (await s.all()).orders
      const { line_id } = first!.lines[0]!
      expect(await refusal('777', ups('1Z1'))).toContain('The market has no such order.')
      expect(await refusal(over!, ups('1Z1'))).toContain('The order is cancelled.')
      const strange = { ...ups('1Z1'), lines: [{ line_id: '4711', quantity: 1 }] }
      expect(await refusal(id!, strange)).toContain('The order has no such line.')
      const toMany = { ...ups('1Z1'), lines: [{ line_id, quantity: 3 }] }
      expect(await refusal(id!, toMany)).toContain('Of SKU-1, 2 units are left to ship.')
      if (refuses) {
        const [order] = shop().orders
        market().mischief.push({ at: ships, meanwhile: () => ship(order!, ups('OTHER')) })
        expect(await refusal(id!, ups('1Z1'))).toContain('shipped already')
      } else expect((await s.ship(id!, ups('OTHER'))).status).toBe(200)
      expect(await refusal(id!, ups('1Z1'))).toContain('All of the order is shipped already.')
      expect((await s.ship('..%2Fproducts', ups('1Z1'))).status).toBe(400)
      expect((await s.told()).filter((text) => text.includes('1Z1'))).toEqual([])
    })

    test('say why where they can’t be asked for', async () => {
      const s = await made(orderOf(500, 3, 1))
      const why = async (status: number, body: unknown = {}) => {
        market().mischief.push({ times: 9, answer: { status, body } })
        const answer = await s.list()
        market().mischief.length = 0
        expect(answer).toMatchObject({ status: 200, body: { orders: [], next: null } })
        return answer.body.failed.sentence as string
      }
      expect(await why(429)).toMatch(/asked too often/)
      expect(await why(401)).toMatch(/refuse/)
      expect(await why(200, '<html>')).toMatch(/none that we understand|refuses/)
      expect((await s.list('?days=61')).status).toBe(400)
    })

    test('are for staff alone, and by the vendor whose store it is', async () => {
      const s = await made(orderOf(500, 3, 1))
      const other = await client(h, (await makeLogin(h, 'customer')).email)
      const { vendor_id } = await makeLogin(h, 'customer')
      const elsewhere = s.path.replace(`vendor/${s.vendor_id}/`, `vendor/${vendor_id}/`)
      market().asked.length = 0
      const answers = [
        await other.get(s.path),
        await other.post(`${s.path}/${s.ids[0]}/ship`, ups('1Z1')),
        await c().get(elsewhere),
        await c().post(`${elsewhere}/${s.ids[0]}/ship`, ups('1Z1')),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 404])
      expect(market().asked).toEqual([])
    })
  })
