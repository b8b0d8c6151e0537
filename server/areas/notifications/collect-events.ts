import { kinds } from '#contract/notifications/kinds.ts'
import { present } from '#contract/present.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { planDeliveries } from './sending/plan-deliveries.ts'
import { foldEvents, type InboxEvent, type Notice } from './fold-events.ts'

export const eventsATurn = 2000

/**
 * Turns what the program reported into notifications, until nothing waits. Each batch is one short transaction,
 * so that a notification is as new as it looks.
 */
export async function collectEvents({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  for (let taken = eventsATurn; taken === eventsATurn;)
    taken = await db.transaction().execute((tx) => collectBatch(tx, clock.now()))
}

async function collectBatch(tx: Tx, now: number): Promise<number> {
  // two at once would open the same key twice
  await sql`select pg_advisory_xact_lock(hashtextextended('collect notifications', 0))`.execute(tx)
  const events = await takeEvents(tx)
  if (events.length === 0) return 0
  const byKey = Map.groupBy(events, ({ event_key }) => event_key)
  const latest = new Map((await latestNotices(tx, [...byKey.keys()])).map((row) => [row.event_key, row]))
  const ids = await newIds(tx, events.length)
  const nextId = () => present(ids.pop(), 'An id')
  const folded = [...byKey].map(([key, ofKey]) => foldEvents(ofKey, latest.get(key), nextId))
  const notices = folded.flatMap((key) => key.notices)
  await saveNotices(tx, notices)
  await keepEvents(
    tx,
    events,
    folded.flatMap(({ counted }) => counted),
  )
  await planDeliveries(
    tx,
    notices.map(({ id }) => id),
    now,
  )
  await sql`select pg_notify('notification', '')`.execute(tx)
  return events.length
}

async function takeEvents(tx: Tx): Promise<InboxEvent[]> {
  const { rows } = await sql<InboxEvent>`
    with taken as (
      delete from notice_inbox
      where event_id in (
        select event_id from notice_inbox order by event_id limit ${eventsATurn} for update skip locked)
      returning *)
    select * from taken order by event_id`.execute(tx)
  return rows
}

const columns = sql`
  id, kind, event_key, severity, message, link, dropshipper_id, vendor_custom_feed_id, vendor_id, count,
  began_tm, last_tm, ended_tm, ended_by, reopened, flapping_tm, previous_id`

async function latestNotices(tx: Tx, keys: readonly string[]): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select latest.*
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (
      select ${columns}
      from system_message m
      where m.event_key = k.key
      order by id desc
      limit 1) latest`.execute(tx)
  return rows
}

async function newIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('system_message', 'id')) as id
    from generate_series(1, ${count}::int)
    order by id desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ended ones first: a key has one open notification. */
async function saveNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  await writeNotices(
    tx,
    notices.filter(({ ended_tm }) => ended_tm !== null),
  )
  await writeNotices(
    tx,
    notices.filter(({ ended_tm }) => ended_tm === null),
  )
}

/** Writes new ones and changes known ones; what people decided about them stays. */
async function writeNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map((notice) => ({ ...notice, category: kinds[notice.kind].category }))
  await sql`
        insert into system_message (
          category, kind, event_key, severity, message, link, dropshipper_id, vendor_custom_feed_id, vendor_id,
          count, began_tm, last_tm, ended_tm, ended_by, reopened, flapping_tm, previous_id, id)
        select n.category, n.kind, n.event_key, n.severity, n.message, n.link, n.dropshipper_id,
          n.vendor_custom_feed_id, v.vendor_id, n.count, n.began_tm, n.last_tm, n.ended_tm, n.ended_by,
          n.reopened, n.flapping_tm, n.previous_id, n.id
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
          id bigint, category text, kind text, event_key text, severity smallint, message text, link text,
          dropshipper_id int, vendor_custom_feed_id int, vendor_id int, count int, began_tm timestamptz,
          last_tm timestamptz, ended_tm timestamptz, ended_by text, reopened smallint,
          flapping_tm timestamptz, previous_id bigint)
        left join vendor v on v.vendor_id = n.vendor_id
        order by n.id
        on conflict (id) do update
        set severity = excluded.severity, message = excluded.message, link = excluded.link,
          count = excluded.count, last_tm = excluded.last_tm, ended_tm = excluded.ended_tm,
          ended_by = excluded.ended_by, reopened = excluded.reopened, flapping_tm = excluded.flapping_tm,
          version = system_message.version + 1`.execute(tx)
}

/** What each notification consists of, for its history. */
async function keepEvents(
  tx: Tx,
  events: readonly InboxEvent[],
  counted: readonly { event_id: number; system_message_id: number }[],
): Promise<void> {
  const ids = new Map(counted.map(({ event_id, system_message_id }) => [event_id, system_message_id]))
  const rows = events.flatMap(({ event_id, tm, what, severity, message }) => {
    const system_message_id = ids.get(event_id)
    return system_message_id === undefined ? [] : { event_id, system_message_id, tm, what, severity, message }
  })
  if (rows.length === 0) return
  await sql`
    insert into notice_event (event_id, system_message_id, tm, what, severity, message)
    select event_id, system_message_id, tm, what, severity, message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
      event_id bigint, system_message_id bigint, tm timestamptz, what text, severity smallint, message text)`.execute(
    tx,
  )
}
