import type { Parsed } from '#contract/index.ts'
import { unreadOfLogin } from '#server/areas/session/public.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'

/**
 * Marks what the person has seen as read: up to the newest committed notification, since one that is being
 * written has an earlier time than the clock.
 */
export const acknowledgeSystemMessages = (ctx: Ctx, { body }: Parsed<'acknowledgeSystemMessages'>) =>
  write(ctx, async (tx, logActivity) => {
    const { login_id } = ctx.who
    const seen = body.until_id === undefined ? sql`true` : sql`id = ${body.until_id}`
    await sql`
      update login
      set last_acknowledge_tm = greatest(last_acknowledge_tm, newest.insert_tm)
      from (
        select insert_tm
        from system_message
        where ${seen}
        order by insert_tm desc
        limit 1) newest
      where login_id = ${login_id}`.execute(tx)
    await logActivity({
      type: 'notification.acknowledge',
      entity: 'login',
      entity_id: login_id,
      message: 'All notifications marked as read',
    })
    const { rows } = await sql<{ unread: number }>`
      select ${unreadOfLogin} as unread from login l where login_id = ${login_id}`.execute(tx)
    return { unread_count: singleRow(rows).unread }
  })
