import type { Parsed, Result } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Ctx } from '#server/platform/services.ts'

const mostListed = 200

type Events = Result<'listSystemMessageEvents'>['events']
/** When the problem was reported and when it ended, newest first. */
export async function listSystemMessageEvents({ db }: Ctx, { body }: Parsed<'listSystemMessageEvents'>) {
  const message = await db
    .selectFrom('system_message')
    .select('id')
    .where('id', '=', body.id)
    .executeTakeFirst()
  if (!message) throw notFound('notification')
  const { rows: events } = await sql<Events[number]>`
    select event_id, tm, what, message
    from notice_event
    where system_message_id = ${body.id}
    order by event_id desc
    limit ${mostListed}`.execute(db)
  return { events }
}
