import type { EventType } from '#contract/activity/names.ts'
import { sql, type Db, type Tx } from './database/db.ts'
import { setHistoryFacts } from './database/history.ts'
import { claim, unclaim } from './http/once.ts'
import type { KeyedWrite, Services, Who } from './service-types.ts'

export type { Acting, ApprovableAct, Clock, Ctx, Services, StoredRequest, Who } from './service-types.ts'

export interface Activity {
  /** A word to filter by. */
  type: EventType
  message: string
  vendor_id?: number | null
  dropshipper_id?: number | null
  entity?: string
  entity_id?: string | number
  changes?: Record<string, { from: unknown; to: unknown }> | undefined
  reason?: string | null
  /** Who asked for it, if it isn't the caller. */
  by?: Pick<Who, 'login_id' | 'name'> | null
}
type SharedActivity = Pick<Activity, 'type' | 'message' | 'changes' | 'reason'>
type Actor = Pick<Services, 'db'> &
  Partial<Pick<Services, 'clock'>> & { who?: Who; requestId?: string; once?: KeyedWrite | undefined }

/** Every write: one transaction that holds its activity row (docs/domain/lists.md, Activity log). */
export const write = <T>(
  ctx: Actor,
  work: (
    tx: Tx,
    logActivity: (activity: Activity | readonly Activity[]) => Promise<void>,
    logForVendors: (vendorIds: readonly number[], activity: SharedActivity) => Promise<void>,
  ) => Promise<T>,
): Promise<T> =>
  ctx.db.transaction().execute(async (tx) => {
    const isClaimed = ctx.once && (await claim(tx, ctx.once))
    if (ctx.who || ctx.clock) await setActor(tx, ctx)
    const answer = await work(
      tx,
      (activity) => record(tx, ctx, ...[activity].flat()),
      (vendorIds, activity) => recordForVendors(tx, ctx, vendorIds, activity),
    )
    // a refusal that is answered with status 200: the same request may come again
    if (ctx.once && isClaimed && !transactionsWithActivity.has(tx)) await unclaim(tx, ctx.once)
    return answer
  })
/** Who acts and when, for the history that triggers keep. */
const setActor = (tx: Tx, { who, clock }: Actor) =>
  setHistoryFacts(tx, {
    ...(who && { by_name: who.name }),
    ...(who?.role === 'customer' && { by_customer: 'yes' }),
    ...(clock && { tm: new Date(clock.now()).toISOString() }),
  })
/** Transactions that wrote an activity row, and so changed something. */
const transactionsWithActivity = new WeakSet<Tx>()

export async function record(
  tx: Tx,
  author: { who?: Pick<Who, 'login_id' | 'name'>; requestId?: string },
  ...all: readonly Activity[]
): Promise<void> {
  await recordRows(tx, author, all)
}

/** The same; returns the rows' ids. */
export async function recordRows(
  tx: Tx,
  author: { who?: Pick<Who, 'login_id' | 'name'>; requestId?: string },
  all: readonly Activity[],
): Promise<number[]> {
  if (all.length === 0) return []
  transactionsWithActivity.add(tx)
  const rows = await tx
    .insertInto('activity')
    .values(
      all.map((a) => ({
        type: a.type,
        message: a.message,
        action_by: (a.by ?? author.who)?.login_id ?? null,
        action_by_name: (a.by ?? author.who)?.name ?? 'Feedstock',
        vendor_id: a.vendor_id ?? null,
        dropshipper_id: a.dropshipper_id ?? null,
        entity: a.entity ?? null,
        entity_id: a.entity_id === undefined ? null : String(a.entity_id),
        reason: a.reason ?? null,
        request_id: author.requestId ?? null,
        changes: a.changes ? JSON.stringify(a.changes) : null,
      })),
    )
    .returning('activity_id')
    .execute()
  return rows.map(({ activity_id }) => activity_id)
}

/** The same change for many vendors: one row each, in one statement. */
async function recordForVendors(
  tx: Tx,
  author: { who?: Pick<Who, 'login_id' | 'name'>; requestId?: string },
  vendorIds: readonly number[],
  a: SharedActivity,
): Promise<void> {
  if (vendorIds.length > 0) transactionsWithActivity.add(tx)
  await sql`
    insert into activity
      (type, message, action_by, action_by_name, vendor_id, entity, entity_id, reason, request_id, changes)
    select ${a.type}, ${a.message}, ${author.who?.login_id ?? null}::int, ${author.who?.name ?? 'Feedstock'},
      vendor_id, 'vendor', vendor_id::text, ${a.reason ?? null}, ${author.requestId ?? null},
      ${a.changes ? JSON.stringify(a.changes) : null}::jsonb
    from unnest(${vendorIds as number[]}::int[]) as vendor_id`.execute(tx)
}

/** The fields that differ between two records; undefined if none do. */
export function differences(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Activity['changes'] {
  const changedKeys = Object.keys(after).filter((k) => JSON.stringify(before[k]) !== JSON.stringify(after[k]))
  return changedKeys.length
    ? Object.fromEntries(changedKeys.map((k) => [k, { from: before[k] ?? null, to: after[k] }]))
    : undefined
}

/**
 * Counts a hit and returns whether the bucket is still within its limit: what is left of the window before this
 * one counts, so that no edge lets twice as many through. Shared by all processes.
 */
export async function withinLimit(
  db: Db,
  bucket: string,
  limit: number,
  windowSeconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ hits: string | number }>`
    insert into rate_limit as r (bucket, window_start, hits)
    values (
      ${bucket},
      to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::int) * ${windowSeconds}::int),
      1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1
    returning hits + coalesce(
      (
        select p.hits * (1 - mod(extract(epoch from now()), ${windowSeconds}::int) / ${windowSeconds}::int)
        from rate_limit p
        where p.bucket = r.bucket
          and p.window_start = r.window_start - make_interval(secs => ${windowSeconds}::int)),
      0) as hits`.execute(db)
  return Math.ceil(Number(rows[0]?.hits ?? 0)) <= limit
}
