import { demoOrders, type StandInOrder } from './orders.ts'
import { parseJson, type Options, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'
import { ZentailOrders } from './zentail-orders.ts'

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

const perPage = 2
const burst = 10

export const zentail = (options: Options): Zentail => new Zentail(options)

/** A Zentail account: a bucket that leaks ten requests a second, warehouses page by page, stock by SKU. */
export class Zentail implements StandIn {
  warehouses: Warehouse[] = [
    { warehouseId: 4, name: 'Theirs', canUpdateInventory: false },
    { warehouseId: 5, name: 'fba', canUpdateInventory: false },
    { warehouseId: 69, name: 'Ours', canUpdateInventory: true },
  ]
  readonly orders: StandInOrder[]
  /** What each warehouse has, by SKU; Zentail knows no others. */
  readonly stock = new Map<string, Map<number, number>>()
  /** SKUs that somebody switched off there. */
  readonly inactive = new Set<string>()

  private readonly token: string
  private readonly acceptsUnknown: boolean
  private readonly now: () => number
  private readonly orderApi: ZentailOrders
  private level = 0
  private levelMs: number

  constructor({ token, acceptsUnknown = false, soldProducts, now = Date.now }: Options) {
    this.token = token
    this.acceptsUnknown = acceptsUnknown
    this.now = now
    this.levelMs = now()
    this.orders = soldProducts ? demoOrders(soldProducts) : []
    this.orderApi = new ZentailOrders(this.orders)
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, query, headers, body, address } = request
    if (!this.admit()) return { status: 429, body: { message: 'Too Many Requests' } }
    if (headers.authorization !== this.token) return { status: 401, body: { message: 'Unauthorized' } }
    if (method === 'GET' && path === '/v1/warehouses') return this.listWarehouses(query, address)
    if (method === 'POST' && path === '/v1/inventory') return this.updateStock(body)
    const [isInventory, sku] = /^\/v1\/inventory(?:\/(.+))?$/.exec(path) ?? []
    const stock = method === 'GET' && isInventory !== undefined ? this.answerStock(query, sku) : undefined
    return stock ?? this.orderApi.answer(request) ?? { status: 404, body: { message: 'Not Found' } }
  }

  /** Whether the bucket has room for a request, which it then takes. */
  private admit(): boolean {
    this.level = Math.max(0, this.level - ((this.now() - this.levelMs) / 1000) * burst)
    this.levelMs = this.now()
    if (this.level + 1 > burst) return false
    this.level++
    return true
  }

  private listWarehouses(query: URLSearchParams, address: string): StandInAnswer {
    const from = Number(query.get('from') ?? 0)
    const next = from + perPage
    return {
      body: {
        results: this.warehouses.slice(from, next),
        nextToken: next < this.warehouses.length ? `${address}/v1/warehouses?from=${next}` : null,
      },
    }
  }

  private updateStock(body: string): StandInAnswer {
    const { products, validAsOf } = parseJson(body) as { products?: Update[]; validAsOf?: string }
    if (!products || products.length > 50 || Number.isNaN(Date.parse(validAsOf ?? '')))
      return { status: 400, body: { message: 'At most 50 products, and when they were counted.' } }
    return { body: { results: products.map((update) => this.take(update)) } }
  }

  private take({ SKU, warehouseId, quantity, delta_quantity, onhand_quantity }: Update) {
    const refuse = (code: string, message: string) => ({ SKU, warehouseId, error: { code, message } })
    const quantities = [quantity, delta_quantity, onhand_quantity].filter((count) => count !== undefined)
    if (quantities.length !== 1) return refuse('INVALID', 'Exactly one quantity field is required.')
    const warehouse = this.warehouses.find((candidate) => candidate.warehouseId === Number(warehouseId))
    if (!warehouse?.canUpdateInventory)
      return refuse('WAREHOUSE_NOT_UPDATABLE', 'This warehouse is managed by another integration.')
    const levels = this.stock.get(SKU) ?? (this.acceptsUnknown ? new Map<number, number>() : undefined)
    if (!levels) return refuse('SKU_NOT_FOUND', `SKU ${SKU} was not found.`)
    const current = levels.get(warehouse.warehouseId) ?? 0
    levels.set(warehouse.warehouseId, quantity ?? onhand_quantity ?? current + (delta_quantity ?? 0))
    this.stock.set(SKU, levels)
    return { SKU, warehouseId }
  }

  /** @returns undefined: it has no such product */
  private answerStock(query: URLSearchParams, sku: string | undefined): StandInAnswer | undefined {
    const skus = sku === undefined ? (query.get('skus') ?? '').split(',') : [decodeURIComponent(sku)]
    const results = skus
      .filter((text) => this.acceptsUnknown || this.stock.has(text))
      .map((text) => this.stockBody(text))
    if (sku === undefined) return { body: { results } }
    return results[0] && { body: results[0] }
  }

  private stockBody(SKU: string) {
    const levels = this.stock.get(SKU)
    const warehouses = (levels ? this.warehouses : []).map(({ name, warehouseId }) => ({
      warehouseName: name,
      warehouseUniqueId: null,
      availableQuantity: levels?.get(warehouseId) ?? 0,
    }))
    const totalAvailableQuantity = warehouses.reduce(
      (sum, { availableQuantity }) => sum + availableQuantity,
      0,
    )
    return { SKU, active: !this.inactive.has(SKU), totalAvailableQuantity, warehouses }
  }
}
