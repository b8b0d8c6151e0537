import { mostDismissed } from '#contract/notifications/messages.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { putAway } from './dismiss-system-messages.ts'

/** Problems that still exist stay. */
export const dismissReadMessages = (ctx: Ctx) =>
  write(ctx, async (tx, logActivity) => {
    const read = await tx
      .selectFrom('system_message')
      .select('id')
      .where('dismissed', '=', false)
      .where('ended_tm', 'is not', null)
      .where('insert_tm', '<=', (eb) =>
        eb.selectFrom('login').select('last_acknowledge_tm').where('login_id', '=', ctx.who.login_id),
      )
      .orderBy('insert_tm', 'desc')
      .limit(mostDismissed)
      .execute()
    if (read.length === 0) return { ids: [] }
    const ids = read.map((row) => row.id)
    return putAway(ctx, tx, logActivity, { ids, undismiss: false, reason: '' })
  })
