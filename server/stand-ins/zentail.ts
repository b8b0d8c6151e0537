import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type StandInRequest, type Options, type StandIn, type StandInAnswer } from './stand-in.ts'
import { zentailOrders } from './zentail-orders.ts'

interface Warehouse {
  warehouseId: number
  name: string
  canUpdateInventory: boolean
}
interface Update {
  SKU: string
  warehouseId: number
  quantity?: number
  delta_quantity?: number
  onhand_quantity?: number
}
export interface Zentail extends StandIn {
  warehouses: Warehouse[]
  orders: StandInOrder[]
  /** What each warehouse has, by SKU; Zentail knows no others. */
  stock: Map<string, Map<number, number>>
  /** SKUs that somebody switched off there. */
  inactive: Set<string>
}

const perPage = 2
const burst = 10

/** A Zentail account: a bucket that leaks ten questions a second, warehouses page by page, stock by SKU. */
export function zentail({
  token,
  acceptsUnknown: recalls = false,
  soldProducts: sold,
  now = Date.now,
}: Options): Zentail {
  const orders = sold ? demoOrders(sold) : []
  const ofOrders = zentailOrders(orders)
  let level = 0
  let at = now()
  const full = () => {
    level = Math.max(0, level - ((now() - at) / 1000) * burst)
    at = now()
    return level + 1 > burst || !++level
  }
  const take = (one: Update) => {
    const { SKU, warehouseId } = one
    const refuse = (code: string, message: string) => ({ SKU, warehouseId, error: { code, message } })
    const told = [one.quantity, one.delta_quantity, one.onhand_quantity].filter((n) => n !== undefined)
    if (told.length !== 1) return refuse('INVALID', 'Exactly one quantity field is required.')
    const place = market.warehouses.find((w) => w.warehouseId === Number(warehouseId))
    if (!place?.canUpdateInventory)
      return refuse('WAREHOUSE_NOT_UPDATABLE', 'This warehouse is managed by another integration.')
    const levels = market.stock.get(SKU) ?? (recalls ? new Map<number, number>() : undefined)
    if (!levels) return refuse('SKU_NOT_FOUND', `SKU ${SKU} was not found.`)
    const had = levels.get(place.warehouseId) ?? 0
    levels.set(place.warehouseId, one.quantity ?? one.onhand_quantity ?? had + one.delta_quantity!)
    market.stock.set(SKU, levels)
    return { SKU, warehouseId }
  }

  const stockOf = (SKU: string) => {
    const levels = market.stock.get(SKU)
    const warehouses = (levels ? market.warehouses : []).map((one) => ({
      warehouseName: one.name,
      warehouseUniqueId: null,
      availableQuantity: levels!.get(one.warehouseId) ?? 0,
    }))
    const totalAvailableQuantity = warehouses.reduce((sum, one) => sum + one.availableQuantity, 0)
    return { SKU, active: !market.inactive.has(SKU), totalAvailableQuantity, warehouses }
  }

  const market: Zentail = {
    orders,
    warehouses: [
      { warehouseId: 4, name: 'Theirs', canUpdateInventory: false },
      { warehouseId: 5, name: 'fba', canUpdateInventory: false },
      { warehouseId: 69, name: 'Ours', canUpdateInventory: true },
    ],
    stock: new Map(),
    inactive: new Set(),
    answer(asked: StandInRequest): StandInAnswer {
      const { method, path, query, headers, body, address } = asked
      if (full()) return { status: 429, body: { message: 'Too Many Requests' } }
      if (headers.authorization !== token) return { status: 401, body: { message: 'Unauthorized' } }
      if (method === 'GET' && path === '/v1/warehouses') {
        const from = Number(query.get('from') ?? 0)
        const next = from + perPage
        const more = next < market.warehouses.length
        return {
          body: {
            results: market.warehouses.slice(from, next),
            nextToken: more ? `${address}/v1/warehouses?from=${next}` : null,
          },
        }
      }
      if (method === 'POST' && path === '/v1/inventory') {
        const { products, validAsOf } = parseJson(body) as { products?: Update[]; validAsOf?: string }
        if (!products || products.length > 50 || Number.isNaN(Date.parse(validAsOf ?? '')))
          return { status: 400, body: { message: 'At most 50 products, and when they were counted.' } }
        return { body: { results: products.map(take) } }
      }
      const [, only] = /^\/v1\/inventory(?:\/(.+))?$/.exec(path) ?? [undefined, null]
      if (method === 'GET' && only !== null) {
        const skus = only === undefined ? (query.get('skus') ?? '').split(',') : [decodeURIComponent(only)]
        const results = skus.flatMap((SKU) => (recalls || market.stock.has(SKU) ? [stockOf(SKU)] : []))
        if (only === undefined) return { body: { results } }
        if (results[0]) return { body: results[0] }
      }
      return ofOrders(asked) ?? { status: 404, body: { message: 'Not Found' } }
    },
  }
  return market
}
