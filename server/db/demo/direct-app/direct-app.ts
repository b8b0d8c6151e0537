import type { FastifyInstance } from 'fastify'
import { demoDirectPath, demoDirectSecret } from '#server/platform/config.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { Random } from '#server/platform/random.ts'
import {
  DirectAppStandIn,
  type StandInDirectOrder,
  type StandInPlan,
  type StandInUser,
} from '#server/stand-ins/direct-app.ts'
import type { StandInRequest } from '#server/stand-ins/stand-in.ts'
import { firstNames, lastNames } from '../words.ts'

const dayMs = 86_400_000
const userCount = 640
const plans: readonly Omit<StandInPlan, 'offered'>[] = [
  { id: 1, name: 'Free', monthly_fee: '0.00', monthly_orders: 5 },
  { id: 2, name: 'Basic', monthly_fee: '29.00', monthly_orders: 50 },
  { id: 3, name: 'Growth', monthly_fee: '59.00', monthly_orders: 200 },
  { id: 4, name: 'Scale', monthly_fee: '119.00', monthly_orders: 1000 },
  { id: 5, name: 'Founder', monthly_fee: '19.00', monthly_orders: 50 },
]
const isOffered = ({ name }: { name: string }) => name !== 'Founder'
const isoDaysAgo = (days: number) => new Date(databaseNow() - days * dayMs).toISOString()

/** IS Direct’s plans, users and orders, as they were synced this morning. */
export async function seedDirectApp(tx: Tx): Promise<void> {
  const r = new Random(20_261_128)
  const users = Array.from({ length: userCount }, (_, i) => {
    const plan = r.pick([1, 1, 1, 2, 2, 2, 3, 3, 4, 5])
    const { monthly_orders = 0, monthly_fee = '0' } = plans.find(({ id }) => id === plan) ?? {}
    const age = Math.floor(720 * r.next() ** 1.3)
    const [first, last] = [r.pick(firstNames), r.pick(lastNames)]
    return {
      direct_user_id: 4001 + i,
      email: `${first}.${last}${i}@example.net`.toLowerCase(),
      direct_plan_type_id: plan,
      next_charge_date: monthly_fee === '0.00' ? null : isoDaysAgo(-r.int(1, 30)).slice(0, 10),
      monthly_orders_remaining: r.int(0, monthly_orders),
      registered_at: isoDaysAgo(age + r.next()),
      age,
      rate: plan === 1 ? r.int(0, 2) : r.int(1, 14),
    }
  })
  await sql`
    insert into direct_plan_type (direct_plan_type_id, name, monthly_fee, monthly_orders, is_offered)
    select id, name, monthly_fee, monthly_orders, offered
    from jsonb_to_recordset(${JSON.stringify(plans.map((plan) => ({ ...plan, offered: isOffered(plan) })))}::jsonb)
      as p (id int, name text, monthly_fee numeric, monthly_orders int, offered boolean)`.execute(tx)
  await sql`
    insert into direct_user (direct_user_id, email, direct_plan_type_id, next_charge_date,
      monthly_orders_remaining, registered_at, remote, remote_version, synced_tm)
    select direct_user_id, email, direct_plan_type_id, next_charge_date, monthly_orders_remaining, registered_at,
      jsonb_build_object('email', email, 'direct_plan_type_id', direct_plan_type_id, 'next_charge_date',
        next_charge_date, 'monthly_orders_remaining', monthly_orders_remaining),
      direct_user_id || '-0', now() - interval '3 hours'
    from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
      as u (direct_user_id int, email text, direct_plan_type_id int, next_charge_date date,
        monthly_orders_remaining int, registered_at timestamptz)`.execute(tx)
  await sql`
    insert into direct_order
    select direct_order_id, direct_user_id, ordered_at, changed_at, state, cost, paid_at
    from jsonb_to_recordset(${JSON.stringify(ordersOf(users, r))}::jsonb)
      as o (direct_order_id bigint, direct_user_id int, ordered_at timestamptz, changed_at timestamptz, state text,
        cost numeric, paid_at timestamptz)`.execute(tx)
  await sql`
    update direct_sync
    set orders_through = (select max(changed_at) from direct_order), users_tm = now() - interval '3 hours'`.execute(
    tx,
  )
}

function ordersOf(users: readonly { direct_user_id: number; age: number; rate: number }[], r: Random) {
  let id = 880_000
  return users.flatMap(({ direct_user_id, age, rate }) =>
    Array.from({ length: Math.min(60, Math.floor((age / 30) * rate * 0.4)) }, () => {
      const ago = r.next() * age + 0.2
      const isPaid = r.chance(0.86)
      const isCanceled = !isPaid && r.chance(0.5)
      return {
        direct_order_id: ++id,
        direct_user_id,
        ordered_at: isoDaysAgo(ago),
        changed_at: isoDaysAgo(Math.max(0.15, ago - 2)),
        state: stateOf(isCanceled, ago),
        cost: (r.int(700, 24_000) / 100).toFixed(2),
        paid_at: isPaid ? isoDaysAgo(Math.max(0.16, ago - 0.05)) : null,
      }
    }),
  )
}
function stateOf(isCanceled: boolean, daysAgo: number): StandInDirectOrder['state'] {
  if (isCanceled) return 'canceled'
  return daysAgo > 2 ? 'shipped' : 'placed'
}

/** IS Direct itself, over real HTTP: what was last read there, and what has happened there since. Never in production. */
export function serveDemoDirectApp(app: FastifyInstance, db: Db): void {
  let opening: Promise<DirectAppStandIn> | undefined
  void app.register((scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_req, body, callback) => callback(null, body))
    scope.all<{ Params: { '*': string } }>(`${demoDirectPath}/*`, async (req, reply) => {
      const standIn = await (opening ??= open(db))
      const { status = 200, body } = standIn.answer({
        method: req.method,
        path: `/${req.params['*']}`,
        query: new URL(req.url, 'http://here').searchParams,
        headers: req.headers as StandInRequest['headers'],
        body: typeof req.body === 'string' ? req.body : '',
        address: demoDirectPath,
      })
      return reply.status(status).send(body)
    })
  })
}

/** Whose plan and email somebody has changed there since the last sync, by position. */
const changedThere = 7
async function open(db: Db): Promise<DirectAppStandIn> {
  const [planRows, users, orders] = await Promise.all([
    sql<StandInPlan>`
      select direct_plan_type_id as id, name, monthly_fee, monthly_orders, is_offered as offered
      from direct_plan_type
      order by 1
      limit 100`.execute(db),
    sql<StandInUser>`
      select direct_user_id as id, remote->>'email' as email, (remote->>'direct_plan_type_id')::int as plan_id,
        remote->>'next_charge_date' as next_charge_date,
        (remote->>'monthly_orders_remaining')::int as monthly_orders_remaining, registered_at
      from direct_user
      where remote is not null
      order by 1
      limit 2000`.execute(db),
    sql<StandInDirectOrder>`
      select direct_user_id as user_id, direct_order_id as id, ordered_at, changed_at, state, cost, paid_at
      from direct_order
      order by changed_at desc
      limit 20000`.execute(db),
  ])
  const standIn = new DirectAppStandIn(demoDirectSecret, {
    plans: planRows.rows,
    users: users.rows,
    orders: orders.rows,
  })
  changeSome(standIn)
  return standIn
}

/** What people did in IS Direct since: orders everywhere, a new user, and here and there another plan or email. */
function changeSome(standIn: DirectAppStandIn): void {
  const { users, orders } = standIn.contents
  const now = new Date(databaseNow()).toISOString()
  let id = Math.max(900_000, ...orders.map((order) => order.id))
  for (const [i, user] of users.entries()) {
    if (i % changedThere === 0 && user.monthly_orders_remaining > 0) {
      orders.push({
        user_id: user.id,
        id: ++id,
        ordered_at: now,
        changed_at: now,
        state: 'placed',
        cost: '48.50',
        paid_at: now,
      })
      standIn.edit(user.id, { monthly_orders_remaining: user.monthly_orders_remaining - 1 })
    }
    if (i % (changedThere * 16) === 3) standIn.edit(user.id, { plan_id: user.plan_id === 3 ? 4 : 3 })
    if (i % (changedThere * 16) === 5) standIn.edit(user.id, { email: user.email.replace('@', '+new@') })
  }
  const last = users.at(-1)
  if (last)
    users.push({
      id: last.id + 1,
      email: 'grace.newcomer@example.net',
      plan_id: 2,
      next_charge_date: new Date(databaseNow() + 20 * dayMs).toISOString().slice(0, 10),
      monthly_orders_remaining: 50,
      registered_at: now,
    })
}
