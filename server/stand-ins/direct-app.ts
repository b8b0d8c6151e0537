import { parseJson, type StandIn, type StandInAnswer, type StandInRequest } from './stand-in.ts'

export interface StandInPlan {
  id: number
  name: string
  monthly_fee: string
  monthly_orders: number
  offered: boolean
}
export interface StandInUser {
  id: number
  email: string
  plan_id: number | null
  next_charge_date: string | null
  monthly_orders_remaining: number
  registered_at: string
}
export interface StandInDirectOrder {
  user_id: number
  id: number
  ordered_at: string
  changed_at: string
  state: 'placed' | 'shipped' | 'canceled'
  cost: string
  paid_at: string | null
}
export interface DirectAppContents {
  plans: StandInPlan[]
  users: StandInUser[]
  orders: StandInDirectOrder[]
}

const changeable = ['email', 'plan_id', 'next_charge_date', 'monthly_orders_remaining'] as const
const mostOfAPage = 100

/** The IS Direct app: it answers as docs/domain/direct-app.md says, and refuses whatever that doesn't name. */
export class DirectAppStandIn implements StandIn {
  readonly contents: DirectAppContents
  private readonly secret: string
  /** How often each user was changed. */
  private readonly turns = new Map<number, number>()

  constructor(secret: string, contents: DirectAppContents) {
    this.secret = secret
    this.contents = contents
  }

  answer(request: StandInRequest): StandInAnswer {
    const { method, path, query, headers } = request
    if (headers.authorization !== `Bearer ${this.secret}`) return { status: 401, body: {} }
    if (method === 'GET' && path === '/v1/plans') return { body: { plans: this.contents.plans } }
    if (method === 'GET' && path === '/v1/users')
      return this.page(
        query,
        'users',
        this.contents.users.toSorted((a, b) => a.id - b.id).map((user) => this.shown(user)),
      )
    if (method === 'GET' && path === '/v1/orders') return this.listOrders(query)
    const [, id] = /^\/v1\/users\/(\d+)$/.exec(path) ?? []
    const user = this.contents.users.find((candidate) => candidate.id === Number(id))
    if (!user) return { status: 404, body: {} }
    if (method === 'GET') return { body: this.shown(user) }
    return method === 'PATCH' ? this.change(user, request) : { status: 405, body: {} }
  }

  /** Somebody changes a user there. */
  edit(id: number, change: Partial<StandInUser>): void {
    const user = this.contents.users.find((candidate) => candidate.id === id)
    if (!user) throw new Error(`The stand-in has no user ${id}`)
    Object.assign(user, change)
    this.turns.set(id, (this.turns.get(id) ?? 0) + 1)
  }

  private shown(user: StandInUser) {
    return { ...user, version: this.versionOf(user.id) }
  }
  private versionOf(id: number): string {
    return `${id}-${this.turns.get(id) ?? 0}`
  }

  private change(user: StandInUser, { headers, body }: StandInRequest): StandInAnswer {
    if (headers['if-match'] === undefined) return { status: 428, body: {} }
    if (headers['if-match'] !== `"${this.versionOf(user.id)}"`) return { status: 412, body: {} }
    const change = parseJson(body)
    const fields = faultsOf(change, this.contents)
    if (Object.keys(fields).length > 0) return { status: 422, body: { fields } }
    this.edit(user.id, change)
    return { body: this.shown(user) }
  }

  private listOrders(query: URLSearchParams): StandInAnswer {
    const since = query.get('changed_since')
    const userId = query.get('user_id')
    const orders = this.contents.orders
      .filter(
        (order) =>
          (userId === null || order.user_id === Number(userId)) &&
          (since === null || Date.parse(order.changed_at) >= Date.parse(since)),
      )
      .toSorted((a, b) => Date.parse(a.changed_at) - Date.parse(b.changed_at) || a.id - b.id)
    return this.page(query, 'orders', orders)
  }

  private page(query: URLSearchParams, name: string, rows: readonly object[]): StandInAnswer {
    const limit = Number(query.get('limit') ?? mostOfAPage)
    const from = Number(query.get('cursor') ?? 0)
    if (!Number.isInteger(limit) || limit < 1 || limit > mostOfAPage || !Number.isInteger(from))
      return { status: 422, body: { fields: { limit: `1 to ${mostOfAPage}` } } }
    const next = from + limit
    return { body: { [name]: rows.slice(from, next), next: next < rows.length ? String(next) : null } }
  }
}

function faultsOf(change: Record<string, unknown>, { plans }: DirectAppContents): Record<string, string> {
  const unknown = Object.keys(change).filter((field) => !(changeable as readonly string[]).includes(field))
  const { email, plan_id, next_charge_date, monthly_orders_remaining: left } = change
  return {
    ...Object.fromEntries(unknown.map((field) => [field, 'unknown field'])),
    ...(email !== undefined &&
      !(typeof email === 'string' && email.includes('@')) && { email: 'not an email address' }),
    ...(plan_id !== undefined &&
      plan_id !== null &&
      !plans.some((plan) => plan.id === plan_id) && { plan_id: 'no such plan' }),
    ...(next_charge_date !== undefined &&
      next_charge_date !== null &&
      !(typeof next_charge_date === 'string' && /^\d{4}-\d\d-\d\d$/.test(next_charge_date)) && {
        next_charge_date: 'not a date',
      }),
    ...(left !== undefined &&
      !(Number.isInteger(left) && Number(left) >= 0) && { monthly_orders_remaining: 'not a count' }),
  }
}
