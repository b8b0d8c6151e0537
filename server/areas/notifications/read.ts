import type { Parsed } from '#contract/index.ts'
import { messagePageSize, type SystemMessage } from '#contract/notifications/messages.ts'
import { sql } from '#server/platform/database/db.ts'
import type { Ctx } from '#server/platform/services.ts'

/** The newest notifications, or those older than a given one; which are unread depends on the person. */
export async function listSystemMessages({ db, who }: Ctx, { body }: Parsed<'listSystemMessages'>) {
  const { last_acknowledge_tm } = await db
    .selectFrom('login')
    .select('last_acknowledge_tm')
    .where('login_id', '=', who.login_id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<SystemMessage>`
    select m.id, m.insert_tm, m.category, m.message, m.link, m.dropshipper_id, m.vendor_custom_feed_id,
      m.insert_tm > ${last_acknowledge_tm} as unread
    from system_message m
    where not m.dismissed
      and ${
        body.since_id === undefined
          ? sql`true`
          : sql`(m.insert_tm, m.id) < (select insert_tm, id from system_message where id = ${body.since_id})`
      }
    order by m.insert_tm desc, m.id desc
    limit ${messagePageSize + 1}`.execute(db)
  return {
    notifications: rows.slice(0, messagePageSize),
    has_more: rows.length > messagePageSize,
    last_acknowledge_tm,
  }
}
