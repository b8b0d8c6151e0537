import type { RawBuilder } from 'kysely'
import type { EventType } from '#contract/activity/names.ts'
import {
  directUserPageSize,
  newDirectDays,
  type DirectOrder,
  type DirectPlanType,
  type DirectSync,
  type DirectUser,
  type DirectUserSort,
  type DirectUserSummary,
  type DirectUserView,
  type FoundDirectUser,
} from '#contract/direct-app/direct-users.ts'
import type { Parsed, Result } from '#contract/index.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { contains, singleRow, sortOrder } from '#server/platform/database/sql.ts'
import { versionOf, type EditedRecord } from '#server/platform/database/versions.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Services } from '#server/platform/service-types.ts'
import type { Ctx } from '#server/platform/services.ts'
import { differingFields, type StoredUser } from './compare-sides.ts'
import { storedColumns } from './receive.ts'
import { allUsers } from './sync-direct.job.ts'

const editTypes: readonly EventType[] = ['direct_user.save', 'direct_user.sync', 'direct_user.decide']
export const editedDirectUser = (id: number): EditedRecord => ({
  entity: 'direct_user',
  id,
  types: editTypes,
})

const mostPlans = 100
export async function readPlans(db: Db): Promise<DirectPlanType[]> {
  const { rows } = await sql<DirectPlanType>`
    select direct_plan_type_id, name, monthly_fee, monthly_orders, is_offered
    from direct_plan_type
    order by monthly_fee, direct_plan_type_id
    limit ${mostPlans}`.execute(db)
  return rows
}

/** Figures of the orders `o`, and those of the last days. */
function summaryColumns(now: number): RawBuilder<unknown> {
  const isNew = sql`
    o.ordered_at >= ${new Date(now).toISOString()}::timestamptz - make_interval(days => ${newDirectDays}::int)`
  const isPaid = sql`o.paid_at is not null`
  return sql`
    count(*) filter (where ${isNew}) as new_order_count,
    count(*) as total_orders,
    count(*) filter (where ${isNew} and ${isPaid}) as new_paid_order_count,
    count(*) filter (where ${isPaid}) as total_paid_orders,
    coalesce(sum(o.cost) filter (where ${isNew}), 0.00) as new_total_order_cost,
    coalesce(sum(o.cost), 0.00) as total_cost,
    coalesce(sum(o.cost) filter (where ${isNew} and ${isPaid}), 0.00) as new_paid_order_cost,
    coalesce(sum(o.cost) filter (where ${isPaid}), 0.00) as total_paid_cost`
}

/** The same in SQL as `differingFields`. */
const differs = sql<boolean>`(
  u.remote is not null and (
    ('email' <> all(u.unsent) and u.remote->>'email' is distinct from u.email)
    or ('direct_plan_type_id' <> all(u.unsent)
      and u.remote->>'direct_plan_type_id' is distinct from u.direct_plan_type_id::text)
    or ('next_charge_date' <> all(u.unsent)
      and u.remote->>'next_charge_date' is distinct from u.next_charge_date::text)
    or ('monthly_orders_remaining' <> all(u.unsent)
      and u.remote->>'monthly_orders_remaining' is distinct from u.monthly_orders_remaining::text)))`

export async function getDirectSummary({ db, clock, config }: Ctx): Promise<Result<'getDirectSummary'>> {
  const now = clock.now()
  const since = new Date(now).toISOString()
  const [orders, users, job] = await Promise.all([
    sql<DirectUserSummary>`select ${summaryColumns(now)} from direct_order o`.execute(db),
    sql<{ users: number; new_users: number; differing_users: number; synced_tm: string | null }>`
      select count(*) as users,
        count(*) filter (
          where u.registered_at >= ${since}::timestamptz - make_interval(days => ${newDirectDays}::int)) as new_users,
        count(*) filter (where ${differs}) as differing_users,
        (select users_tm from direct_sync) as synced_tm
      from direct_user u`.execute(db),
    lastJob(db, allUsers),
  ])
  return {
    ...singleRow(orders.rows),
    ...singleRow(users.rows),
    connected: config.directApp !== undefined,
    job,
  }
}

async function lastJob(db: Db, param: string): Promise<DirectSync['job']> {
  const { rows } = await sql<NonNullable<DirectSync['job']>>`
    select job_id, job_status, reason
    from job
    where job_type = 'DIRECT_SYNC_JOB' and param_value = ${param}
    order by job_id desc
    limit 1`.execute(db)
  return rows[0] ?? null
}

const userColumns = sql`
  u.direct_user_id as id, u.email, u.direct_plan_type_id, u.next_charge_date, u.monthly_orders_remaining,
  u.registered_at, coalesce(o.total_orders, 0) as total_orders, coalesce(o.paid_orders, 0) as paid_orders,
  o.last_order_at`
const orderCounts = sql`
  count(*) as total_orders, count(paid_at) as paid_orders, max(ordered_at) as last_order_at`

const orders: Record<DirectUserSort, RawBuilder<unknown>> = {
  email: sql`lower(u.email), u.direct_user_id`,
  id: sql`u.direct_user_id`,
  newest: sql`u.registered_at desc, u.direct_user_id desc`,
  oldest: sql`u.registered_at, u.direct_user_id`,
  total_orders: sql`coalesce(o.total_orders, 0) desc, u.direct_user_id`,
  paid_orders: sql`coalesce(o.paid_orders, 0) desc, u.direct_user_id`,
  last_order_at: sql`o.last_order_at desc nulls last, u.direct_user_id`,
}
interface UserFilters {
  search: string
  differs: boolean
}
const usersWhere = ({ search, differs: onlyDiffering }: UserFilters) => sql`
  ${search === '' ? sql`true` : sql`(u.email ilike ${contains(search)} or u.direct_user_id::text = ${search})`}
  and ${onlyDiffering ? differs : sql`true`}`

/** The users that match, in order. */
export const selectDirectUsers = ({ sort, ...filters }: UserFilters & { sort: DirectUserSort }) =>
  sql<FoundDirectUser>`
    select ${userColumns}, p.name as plan, ${differs} as differs
    from direct_user u
    left join (select direct_user_id, ${orderCounts} from direct_order group by direct_user_id) o
      using (direct_user_id)
    left join direct_plan_type p on p.direct_plan_type_id = u.direct_plan_type_id
    where ${usersWhere(filters)}
    order by ${orders[sort]}`

export async function searchDirectUsers({ db }: Ctx, { body }: Parsed<'searchDirectUsers'>) {
  const [users, matches] = await Promise.all([
    sql<FoundDirectUser>`
      ${selectDirectUsers(body)}
      limit ${directUserPageSize}
      offset ${(body.page - 1) * directUserPageSize}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from direct_user u where ${usersWhere(body)}`.execute(db),
  ])
  return { users: users.rows, total: singleRow(matches.rows).total }
}

export const getDirectUser = (ctx: Ctx, { query: { id } }: Parsed<'getDirectUser'>) =>
  readDirectUser(ctx, ctx.db, id)

export async function readDirectUser(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  db: Db,
  id: number,
): Promise<DirectUserView> {
  const version = await versionOf(db, editedDirectUser(id))
  const { rows } = await sql<DirectUser>`
    select ${userColumns}
    from direct_user u
    cross join lateral (select ${orderCounts} from direct_order where direct_user_id = u.direct_user_id) o
    where u.direct_user_id = ${id}`.execute(db)
  const [direct_user] = rows
  if (!direct_user) throw notFound('IS Direct user')
  const stored = await sql<StoredUser & { synced_tm: string | null }>`
    select ${storedColumns}, synced_tm from direct_user where direct_user_id = ${id}`.execute(db)
  const summary = await sql<DirectUserSummary>`
    select ${summaryColumns(clock.now())} from direct_order o where o.direct_user_id = ${id}`.execute(db)
  const { synced_tm, ...user } = singleRow(stored.rows)
  return {
    version,
    direct_user,
    plan_types: await readPlans(db),
    direct_user_summary: singleRow(summary.rows),
    sync: {
      connected: config.directApp !== undefined,
      synced_tm,
      remote_version: user.remote_version,
      unsent: user.unsent,
      differences: differingFields(user).map((field) => ({
        field,
        ours: user[field],
        theirs: user.remote?.[field] ?? null,
      })),
      job: await lastJob(db, String(id)),
    },
  }
}

const orderKeys = { ordered: sql`ordered_at`, cost: sql`cost`, paid: sql`paid_at` } as const
export const selectDirectOrders = ({
  id,
  sort,
}: {
  id: number
  sort: Parsed<'listDirectOrders'>['query']['sort']
}) => sql<DirectOrder>`
  select direct_order_id, ordered_at, state, cost, paid_at
  from direct_order
  where direct_user_id = ${id}
  order by ${sortOrder(sort, orderKeys).blanksLast}, direct_order_id desc`

export async function listDirectOrders({ db }: Ctx, { query }: Parsed<'listDirectOrders'>) {
  const user = await db
    .selectFrom('direct_user')
    .select('direct_user_id')
    .where('direct_user_id', '=', query.id)
    .executeTakeFirst()
  if (!user) throw notFound('IS Direct user')
  const [page, matches] = await Promise.all([
    sql<DirectOrder>`
      ${selectDirectOrders(query)}
      limit ${directUserPageSize}
      offset ${(query.page - 1) * directUserPageSize}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from direct_order where direct_user_id = ${query.id}`.execute(db),
  ])
  return { orders: page.rows, total: singleRow(matches.rows).total }
}
