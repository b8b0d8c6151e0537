import type { RawBuilder } from 'kysely'
import { kinds, kindNames, severityLevel } from '#contract/notifications/kinds.ts'
import type { Config } from '#server/platform/config.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { collectEvents } from './collect-events.ts'
import { feedStates, hostOfFeed } from './looks/feeds.ts'
import { moneyStates } from './looks/money.ts'
import { productStates } from './looks/products.ts'
import { storeStates } from './looks/stores.ts'
import { systemStates } from './looks/system.ts'
import { vendorStates } from './looks/vendors.ts'
import type { StateKind, States } from './states.ts'

const listStates = (config: Config): States => ({
  ...feedStates,
  ...productStates,
  ...storeStates,
  ...moneyStates,
  ...vendorStates,
  ...systemStates(config),
})
export const stateKinds = kindNames.filter((kind): kind is StateKind => !kinds[kind].point)
const longestLookMs = 5000

/**
 * Finds out each minute which problems exist: those that began, got worse or ended since are reported. A kind
 * that can't be looked for keeps its open notifications.
 */
export async function lookForProblems(services: Services): Promise<void> {
  const { db, log, clock, config } = services
  const states = listStates(config)
  const now = new Date(clock.now()).toISOString()
  const look = (kind: StateKind) =>
    lookForKind(db, { kind, state: states[kind], now }).catch((error: unknown) =>
      log.warn({ kind, err: (error as Error).message }, 'could not look for problems'),
    )
  for (const kind of stateKinds) if (kind !== 'storm') await look(kind)
  await collectEvents(services)
  await assignParents(
    db,
    sql`${ofHosts} union all ${ofMarkets} union all ${ofWorkers} union all ${ofGateways}`,
  )
  // it consists of the others
  await look('storm')
  await collectEvents(services)
  await assignParents(db, ofStorms)
}

/** Problems `m` that a larger one `p` explains. */
const ofHosts = sql`
  select m.id, p.id as parent_id
  from system_message p
  join feed f on 'host:' || lower(${hostOfFeed}) = p.event_key
  join system_message m on m.event_key = 'feed:' || f.feed_id
  where p.kind = 'host' and p.ended_tm is null and m.ended_tm is null`
const ofMarkets = sql`
  select m.id, p.id as parent_id
  from system_message p
  join vendor_store s on 'market:' || s.market_id = p.event_key
  join system_message m on m.event_key in ('store:' || s.vendor_store_id, 'store_behind:' || s.vendor_store_id)
  where p.kind = 'market'
    and p.ended_tm is null
    and m.ended_tm is null
    and m.insert_tm > p.began_tm - interval '10 minutes'`
/** Without a worker nothing of ours is done in time; a failure of a feed or store is still its own. */
const ofWorkers = sql`
  select m.id, p.id as parent_id
  from system_message p
  join system_message m on m.kind in ('queue', 'freshness', 'store_behind', 'feed')
  where p.kind = 'no_worker'
    and p.ended_tm is null
    and m.ended_tm is null
    and m.insert_tm > p.began_tm
    and (
      m.kind <> 'feed'
      or exists (
        select
        from incident i
        where 'feed:' || i.feed_id = m.event_key and i.ended_tm is null and i.kind = 'late')
      and not exists (
        select from feed_run r where 'feed:' || r.feed_id = m.event_key and r.state = 'held'))`
const ofGateways = sql`
  select m.id, p.id as parent_id
  from system_message p
  join system_message m on m.kind = 'renewal'
  where p.kind = 'gateway'
    and p.ended_tm is null
    and m.ended_tm is null
    and m.insert_tm > p.began_tm`
const ofStorms = sql`
  select m.id, p.id as parent_id
  from system_message p
  join system_message m on 'storm:' || m.kind = p.event_key
  where p.kind = 'storm'
    and p.ended_tm is null
    and m.ended_tm is null
    and m.insert_tm > p.insert_tm - interval '10 minutes'`

/** What a larger problem explains becomes a part of it, about which nobody is notified. */
const assignParents = (db: Db, parts: RawBuilder<unknown>) =>
  sql`
    update system_message m
    set parent_id = part.parent_id, version = version + 1
    from (${parts}) part
    where m.id = part.id and m.parent_id is distinct from part.parent_id and (
      m.parent_id is null or not exists (
        select from system_message open where open.id = m.parent_id and open.ended_tm is null))`.execute(db)

/** One statement sees the problems and their notifications as of one moment. */
const lookForKind = (
  db: Db,
  { kind, state, now }: { kind: StateKind; state: RawBuilder<unknown>; now: string },
) =>
  db.transaction().execute(async (tx) => {
    const { waitMinutes, severity } = kinds[kind]
    const hasLasted =
      waitMinutes === 0
        ? sql`true`
        : sql`s.since_tm <= ${now}::timestamptz - make_interval(mins => ${waitMinutes}::int)`
    await sql`select set_config('statement_timeout', ${String(longestLookMs)}, true)`.execute(tx)
    await sql`
      with state as materialized (${state}),
      open as materialized (
        select id, event_key, severity, message, link, last_tm
        from system_message
        where kind = ${kind} and ended_tm is null),
      renewed as (
        update system_message m
        set message = s.message, link = s.link, version = m.version + 1
        from state s
        join open o on o.event_key = ${`${kind}:`}::text || s.subject
        where m.id = o.id
          and s.message is not null
          and coalesce(s.severity, ${severityLevel(severity)}) <= o.severity
          and (s.message, s.link) is distinct from (o.message, o.link))
      insert into notice_inbox (
        kind, event_key, what, severity, since_tm, message, link, dropshipper_id, vendor_custom_feed_id, vendor_id)
      select ${kind}, ${`${kind}:`}::text || s.subject, 'begin', coalesce(s.severity, ${severityLevel(severity)}),
        s.since_tm, s.message, s.link, s.dropshipper_id, s.vendor_custom_feed_id, s.vendor_id
      from state s
      left join open o on o.event_key = ${`${kind}:`}::text || s.subject
      where s.message is not null
        and ${hasLasted}
        and (o.id is null or coalesce(s.severity, ${severityLevel(severity)}) > o.severity)
        and not exists (select from notice_inbox i where i.event_key = ${`${kind}:`}::text || s.subject)
      union all
      select ${kind}, o.event_key, 'end', 0, null, '', null, null, null, null
      from open o
      where not exists (select from state s where ${`${kind}:`}::text || s.subject = o.event_key)
        and not exists (select from notice_inbox i where i.event_key = o.event_key)`.execute(tx)
  })
