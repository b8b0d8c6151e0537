import type { Parsed } from '#contract/index.ts'
import { categories, categoryNames } from '#contract/notifications/kinds.ts'
import { messagePageSize, type SystemMessage } from '#contract/notifications/messages.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** A search reads so many notifications at a time, for so long, and then says how far it came. */
const searchedATime = 20_000
const longestSearchMs = 250

type Filters = Parsed<'listSystemMessages'>['body']

/** Notifications, newest first: of the time range, and all whose problem still exists. */
export async function listSystemMessages({ db, who, config }: Ctx, { body }: Parsed<'listSystemMessages'>) {
  const { last_acknowledge_tm } = await db
    .selectFrom('login')
    .select('last_acknowledge_tm')
    .where('login_id', '=', who.login_id)
    .executeTakeFirstOrThrow()
  const found = body.search === '' ? await readPage(db, body) : await searchMessages(db, body)
  const page = await readMessages(db, found.ids.slice(0, messagePageSize), who.login_id)
  const last = found.searchedTo
  return {
    notifications: page.map((row) => ({ ...row, jira_url: ticketUrl(row.jira_ticket, config.ticketUrl) })),
    categories: body.include_categories ? await countCategories(db) : [],
    has_more: found.ids.length > messagePageSize || last !== undefined,
    searched_to: last?.insert_tm ?? null,
    searched_to_id: last?.id ?? null,
    last_acknowledge_tm,
  }
}

const isDismissed = ({ dismissed }: Filters) =>
  dismissed === null ? sql`true` : dismissed ? sql`m.dismissed` : sql`not m.dismissed`
const hasSubject = ({ category_handle, severity, dropshipper_id, vendor_custom_feed_id }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(category_handle === null ? [] : [sql`m.category = ${category_handle}`]),
      ...(severity === null ? [] : [sql`m.severity = ${severity}`]),
      ...(dropshipper_id === null ? [] : [sql`m.dropshipper_id = ${dropshipper_id}`]),
      ...(vendor_custom_feed_id === null ? [] : [sql`m.vendor_custom_feed_id = ${vendor_custom_feed_id}`]),
    ],
    sql` and `,
  )
const isOlder = (id: number | undefined) =>
  id === undefined
    ? sql`true`
    : sql`(m.insert_tm, m.id) < (select insert_tm, id from system_message where id = ${id})`

/** The problems that still exist and those of the range are each read by their own index. */
async function readPage(db: Db, body: Filters): Promise<{ ids: number[]; searchedTo?: undefined }> {
  const matches = sql`${isDismissed(body)} and ${hasSubject(body)} and ${isOlder(body.since_id)}`
  const newest = sql`order by m.insert_tm desc, m.id desc limit ${messagePageSize + 1}`
  const { rows } = await sql<{ id: number }>`
    select id
    from (
      (
        select m.id, m.insert_tm
        from system_message m
        where ${matches} and ${isInRange(body)}
        ${newest})
      union
      (
        select m.id, m.insert_tm
        from system_message m
        where ${matches} and m.ended_tm is null and not m.dismissed
        ${newest})) m
    ${newest}`.execute(db)
  return { ids: rows.map(({ id }) => id) }
}
const isInRange = ({ time_range }: Filters) =>
  time_range === null ? sql`true` : sql`m.insert_tm > now() - make_interval(hours => ${time_range}::int)`

/** Reads the newest slice, then the next, until a page is full or the time is over. */
async function searchMessages(db: Db, body: Filters) {
  const pattern = `%${body.search.replaceAll(/[\\%_]/g, '\\$&')}%`
  const ids: number[] = []
  const until = performance.now() + longestSearchMs
  let sinceId = body.since_id
  for (;;) {
    const { rows } = await sql<{ ids: number[] | null; read: number; last_id: number; last_tm: string }>`
      with slice as materialized (
        select m.id, m.insert_tm, m.message, m.jira_ticket, m.dismissed_reason
        from system_message m
        where ${isDismissed(body)}
          and ${hasSubject(body)}
          and ${isOlder(sinceId)}
          and (${isInRange(body)} or (m.ended_tm is null and not m.dismissed))
        order by m.insert_tm desc, m.id desc
        limit ${searchedATime})
      select
        (
          select array_agg(id order by insert_tm desc, id desc)
          from slice
          where message ilike ${pattern} or jira_ticket ilike ${pattern} or dismissed_reason ilike ${pattern}
        ) as ids,
        count(*) as read,
        (array_agg(id order by insert_tm, id))[1] as last_id,
        min(insert_tm) as last_tm
      from slice`.execute(db)
    const slice = singleRow(rows)
    ids.push(...(slice.ids ?? []))
    if (slice.read < searchedATime || ids.length > messagePageSize) return { ids }
    sinceId = slice.last_id
    if (performance.now() > until) return { ids, searchedTo: { id: slice.last_id, insert_tm: slice.last_tm } }
  }
}

type Row = Omit<SystemMessage, 'jira_url'>
async function readMessages(db: Db, ids: readonly number[], loginId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.insert_tm, m.kind, m.category, m.severity, m.message, m.link, m.dropshipper_id,
      m.vendor_custom_feed_id, m.vendor_id, m.insert_tm > l.last_acknowledge_tm as unread, m.count, m.began_tm,
      m.last_tm, m.ended_tm, m.flapping_tm is not null as flapping, m.taken_by_name, m.taken_tm,
      case when m.snoozed_until > now() then m.snoozed_until end as snoozed_until, m.jira_ticket, m.parent_id,
      (select count(*) from system_message part where part.parent_id = m.id) as parts, m.dismissed,
      m.dismissed_reason, m.dismissed_by_name, m.version
    from system_message m
    join login l on l.login_id = ${loginId}
    where m.id = any(${ids}::bigint[])
    order by m.insert_tm desc, m.id desc`.execute(db)
  return rows
}

/** How many problems of each category still exist. */
async function countCategories(db: Db) {
  const { rows } = await sql<{ category: string; count: number }>`
    select category, count(*) as count
    from system_message
    where not dismissed and ended_tm is null
    group by category`.execute(db)
  const counts = new Map(rows.map((row) => [row.category, row.count]))
  return categories.map((handle) => ({ handle, name: categoryNames[handle], count: counts.get(handle) ?? 0 }))
}

/** The page of a ticket: what was entered if it is an address, else its key at the configured address. */
function ticketUrl(ticket: string | null, base: string | undefined): string | null {
  if (!ticket) return null
  if (/^https?:\/\//.test(ticket)) return ticket
  return base === undefined ? null : base + ticket
}
