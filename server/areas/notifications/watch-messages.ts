import { sql } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import type { Ctx } from '#server/platform/services.ts'

/** News is sent at most this often. */
const pauseMs = 2000
/** After a lost signal, news is at most so old. */
const lookMs = 60_000
const mostCounted = 1000

/** Yields how many notifications are unread, and the newest one's id, whenever notifications change. */
export async function* watchSystemMessages(
  ctx: Ctx,
): AsyncGenerator<{ unread_count: number; newest_id: number | null }> {
  let isStale = true
  let wake = () => {}
  let isClosed = false
  const unsubscribe = ctx.bus.on('notification', () => {
    isStale = true
    wake()
  })
  ctx.req.raw.once('close', () => {
    isClosed = true
    wake()
  })
  try {
    while (!isClosed) {
      if (isStale) {
        isStale = false
        yield await latest(ctx)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          isStale = true
          resolve()
        }, lookMs)
        const end = () => (clearTimeout(timer), resolve())
        wake = () => (isClosed ? end() : setTimeout(end, pauseMs))
      })
    }
  } finally {
    unsubscribe()
  }
}

async function latest({ db, who }: Ctx) {
  const { rows } = await sql<{ unread_count: number; newest_id: number | null }>`
    select
      (
        select count(*)
        from (
          select
          from system_message
          where not dismissed and insert_tm > l.last_acknowledge_tm
          limit ${mostCounted}) unread
      ) as unread_count,
      (select id from system_message order by insert_tm desc, id desc limit 1) as newest_id
    from login l
    where l.login_id = ${who.login_id}`.execute(db)
  return singleRow(rows)
}
