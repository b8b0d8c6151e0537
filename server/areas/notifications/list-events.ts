import type { Parsed, Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

const mostListed = 200

type History = Result<'listSystemMessageEvents'>
/** When the problem was reported and when it ended, and what staff did about it, newest first. */
export async function listSystemMessageEvents({ db }: Ctx, { body }: Parsed<'listSystemMessageEvents'>) {
  const message = await db
    .selectFrom('system_message')
    .select('id')
    .where('id', '=', body.id)
    .executeTakeFirst()
  if (!message) throw notFound('notification')
  const { rows: events } = await sql<History['events'][number]>`
    select event_id, tm, what, message
    from notice_event
    where system_message_id = ${body.id}
    order by event_id desc
    limit ${mostListed}`.execute(db)
  const { rows: acts } = await sql<History['acts'][number]>`
    select activity_id, tm, action_by_name as by, message, reason
    from activity
    where entity = 'system_message' and entity_id = ${String(body.id)}
    order by activity_id desc
    limit ${mostListed}`.execute(db)
  return { events, acts }
}
