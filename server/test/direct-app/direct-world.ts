import { afterAll, beforeAll } from 'vitest'
import { DirectAppStandIn } from '../../stand-ins/direct-app.ts'
import { jobStatus } from '#contract/jobs/types.ts'
import { sql } from '#server/platform/database/db.ts'
import { staff, waitUntil, type Client, type Harness } from '../harness.ts'
import { startMarket } from '../stores/markets.ts'

export const directSecret = 'a secret that both sides know, 32+'
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** IS Direct over real HTTP, connected to a service with a worker, and a person of finance. */
export function directWorld(h: Harness) {
  const world = {} as {
    app: DirectAppStandIn
    market: Awaited<ReturnType<typeof startMarket>>
    c: Client
  }
  let users = 500
  let orders = 9000
  beforeAll(async () => {
    world.app = new DirectAppStandIn(directSecret, {
      plans: [
        { id: 1, name: 'Free', monthly_fee: '0.00', monthly_orders: 5, offered: true },
        { id: 2, name: 'Basic', monthly_fee: '29.00', monthly_orders: 50, offered: true },
        { id: 3, name: 'Growth', monthly_fee: '59.00', monthly_orders: 200, offered: true },
        { id: 4, name: 'Founder', monthly_fee: '19.00', monthly_orders: 50, offered: false },
      ],
      users: [],
      orders: [],
    })
    world.market = await startMarket(world.app)
    h.services.config.directApp = { url: world.market.address, secret: directSecret }
    world.c = await staff(h, 'finance')
  })
  afterAll(() => world.market.close())

  const { lastJob, ended } = syncJobs(h)
  const at = world
  return {
    at,
    lastJob,
    ended,
    /** Somebody registers there. */
    register: (fields: { plan_id?: number | null; next_charge_date?: string | null } = {}) => {
      const id = ++users
      at.app.contents.users.push({
        id,
        email: `direct${id}@example.net`,
        plan_id: 2,
        next_charge_date: '2031-05-20',
        monthly_orders_remaining: 50,
        registered_at: ago(90),
        ...fields,
      })
      return id
    },
    /** Somebody orders there. */
    order: (user_id: number, daysAgo = 1, fields: { cost?: string; paid?: boolean } = {}) => {
      const id = ++orders
      at.app.contents.orders.push({
        user_id,
        id,
        ordered_at: ago(daysAgo),
        changed_at: ago(daysAgo),
        state: 'placed',
        cost: fields.cost ?? '10.00',
        paid_at: fields.paid === false ? null : ago(daysAgo),
      })
      return id
    },
    sync: async (id: number | null = null) => {
      const { status, body } = await at.c.post('/api/direct-app/sync-user', { id })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return ended(id ?? 'all')
    },
    view: async (id: number, c = at.c) => (await c.get(`/api/direct-app/user?id=${id}`)).body,
    save: async (id: number, change: object, more: object = {}, c = at.c) => {
      const { direct_user, version } = (await c.get(`/api/direct-app/user?id=${id}`)).body
      return c.post('/api/direct-app/user', { version, user: { ...direct_user, ...change }, ...more })
    },
    remote: (id: number) => at.app.contents.users.find((user) => user.id === id)!,
  }
}

function syncJobs(h: Harness) {
  const lastJob = async (param: number | 'all') => {
    const { rows } = await sql<{ job_status: number; reason: string | null; result: object | null }>`
      select job_status, reason, result
      from job
      where job_type = 'DIRECT_SYNC_JOB' and param_value = ${String(param)}
      order by job_id desc
      limit 1`.execute(h.services.db)
    return rows[0]
  }
  const ended = (param: number | 'all') =>
    waitUntil(
      () => lastJob(param),
      (job) =>
        job !== undefined && job.job_status !== jobStatus.executing && job.job_status !== jobStatus.scheduled,
    )
  return { lastJob, ended }
}
