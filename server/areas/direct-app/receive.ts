import { sql, type Tx } from '#server/platform/database/db.ts'
import { differences, record } from '#server/platform/services.ts'
import { afterReading, valuesOf, type DirectValues, type StoredUser } from './compare-sides.ts'
import { DirectFault, type RemoteOrder, type RemotePlan, type RemoteUser } from './direct-app.ts'

export const storedColumns = sql`
  direct_user_id, email, direct_plan_type_id, next_charge_date, monthly_orders_remaining, remote, remote_version,
  unsent`

/** Stores the plans of IS Direct; a plan that it no longer has isn't offered any more. */
export async function receivePlans(tx: Tx, plans: readonly RemotePlan[]): Promise<void> {
  await sql`
    with read as (
      select *
      from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
        as p (id int, name text, monthly_fee numeric, monthly_orders int, offered boolean)
    ), missing as (
      update direct_plan_type t
      set is_offered = false
      where is_offered and not exists (select from read where read.id = t.direct_plan_type_id)
    )
    insert into direct_plan_type (direct_plan_type_id, name, monthly_fee, monthly_orders, is_offered)
    select id, name, monthly_fee, monthly_orders, offered
    from read
    on conflict (direct_plan_type_id) do update
    set name = excluded.name,
      monthly_fee = excluded.monthly_fee,
      monthly_orders = excluded.monthly_orders,
      is_offered = excluded.is_offered`.execute(tx)
}

/** Stores users as IS Direct has them now, and returns them: what they differ in waits for a person. */
export async function receiveUsers(tx: Tx, read: readonly RemoteUser[]): Promise<StoredUser[]> {
  if (read.length === 0) return []
  await refuseUnknownPlans(tx, read)
  const added = await insertNew(tx, read)
  const readById = new Map(read.map((user) => [user.id, user]))
  const { rows } = await sql<StoredUser>`
    select ${storedColumns}
    from direct_user
    where direct_user_id = any(${[...readById.keys()]}::int[])
    order by direct_user_id
    for update`.execute(tx)
  const users = rows.map((before) => {
    const remote = readById.get(before.direct_user_id)
    return { before, after: remote ? afterReading(before, remote) : before }
  })
  await sql`
    update direct_user u
    set email = x.email,
      direct_plan_type_id = x.direct_plan_type_id,
      next_charge_date = x.next_charge_date,
      monthly_orders_remaining = x.monthly_orders_remaining,
      remote = x.remote,
      remote_version = x.remote_version,
      unsent = x.unsent,
      synced_tm = now()
    from jsonb_to_recordset(${JSON.stringify(users.map(({ after }) => after))}::jsonb)
      as x (direct_user_id int, email text, direct_plan_type_id int, next_charge_date date,
        monthly_orders_remaining int, remote jsonb, remote_version text, unsent text[])
    where u.direct_user_id = x.direct_user_id`.execute(tx)
  await record(
    tx,
    {},
    ...users.flatMap(({ before, after }) => {
      const changes = differences(editable(before), editable(after))
      const isNew = added.has(after.direct_user_id)
      if (!isNew && !changes) return []
      return {
        type: 'direct_user.sync' as const,
        entity: 'direct_user',
        entity_id: after.direct_user_id,
        message: isNew ? `${after.email} added from IS Direct` : `${after.email} updated from IS Direct`,
        changes,
      }
    }),
  )
  return users.map(({ after }) => after)
}

export const editable = ({
  email,
  direct_plan_type_id,
  next_charge_date,
  monthly_orders_remaining,
}: DirectValues): Record<string, unknown> => ({
  email,
  direct_plan_type_id,
  next_charge_date,
  monthly_orders_remaining,
})

async function refuseUnknownPlans(tx: Tx, read: readonly RemoteUser[]): Promise<void> {
  const { rows } = await sql<{ plan_id: number }>`
    select plan_id
    from unnest(${read.flatMap(({ plan_id }) => plan_id ?? [])}::int[]) as plan_id
    where not exists (select from direct_plan_type where direct_plan_type_id = plan_id)
    limit 1`.execute(tx)
  const [unknown] = rows
  if (unknown)
    throw new DirectFault(
      'invalid',
      `IS Direct has users with plan ${unknown.plan_id}, which it doesn’t list`,
    )
}

/** Returns the ids of those that weren't here yet. */
async function insertNew(tx: Tx, read: readonly RemoteUser[]): Promise<ReadonlySet<number>> {
  const newUsers = read.map((user) => ({
    direct_user_id: user.id,
    registered_at: user.registered_at,
    ...valuesOf(user),
  }))
  const { rows } = await sql<{ direct_user_id: number }>`
    insert into direct_user (direct_user_id, email, direct_plan_type_id, next_charge_date,
      monthly_orders_remaining, registered_at)
    select direct_user_id, email, direct_plan_type_id, next_charge_date, monthly_orders_remaining, registered_at
    from jsonb_to_recordset(${JSON.stringify(newUsers)}::jsonb)
      as x (direct_user_id int, email text, direct_plan_type_id int, next_charge_date date,
        monthly_orders_remaining int, registered_at timestamptz)
    order by direct_user_id
    on conflict (direct_user_id) do nothing
    returning direct_user_id`.execute(tx)
  return new Set(rows.map(({ direct_user_id }) => direct_user_id))
}

/**
 * Stores orders, each once, and never over a later change.
 * @returns the orders whose users aren't here, the oldest change first
 */
export async function receiveOrders(tx: Tx, orders: readonly RemoteOrder[]): Promise<RemoteOrder[]> {
  const { rows } = await sql<{ direct_user_id: number }>`
    select direct_user_id
    from direct_user
    where direct_user_id = any(${[...new Set(orders.map(({ user_id }) => user_id))]}::int[])`.execute(tx)
  const known = new Set(rows.map(({ direct_user_id }) => direct_user_id))
  // of an order that a page lists twice, the last one counts
  const ofKnown = new Map(
    orders.filter(({ user_id }) => known.has(user_id)).map((order) => [order.id, order]),
  )
  if (ofKnown.size > 0)
    await sql`
      insert into direct_order as o (direct_order_id, direct_user_id, ordered_at, changed_at, state, cost, paid_at)
      select id, user_id, ordered_at, changed_at, state, cost, paid_at
      from jsonb_to_recordset(${JSON.stringify([...ofKnown.values()])}::jsonb)
        as x (id bigint, user_id int, ordered_at timestamptz, changed_at timestamptz, state text, cost numeric,
          paid_at timestamptz)
      order by id
      on conflict (direct_order_id) do update
      set ordered_at = excluded.ordered_at,
        changed_at = excluded.changed_at,
        state = excluded.state,
        cost = excluded.cost,
        paid_at = excluded.paid_at
      where o.changed_at <= excluded.changed_at and o.direct_user_id = excluded.direct_user_id`.execute(tx)
  return orders.filter(({ user_id }) => !known.has(user_id))
}
