import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockMessage } from './lock-message.ts'

/** Until then it isn't among the active ones, unless it gets worse: that is a notification of its own. */
export const snoozeSystemMessage = (ctx: Ctx, { body: { id, hours } }: Parsed<'snoozeSystemMessage'>) =>
  write(ctx, async (tx, logActivity) => {
    const message = await lockMessage(tx, id)
    if (hours === 0 && message.snoozed_until === null) return { ids: [] }
    if (hours > 0 && message.ended_tm !== null) throw conflict('This problem is already over')
    await tx
      .updateTable('system_message')
      .set({
        snoozed_until: hours === 0 ? null : sql`now() + make_interval(hours => ${hours}::int)`,
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .execute()
    await logActivity({
      type: 'notification.snooze',
      entity: 'system_message',
      entity_id: id,
      message: hours === 0 ? 'Snooze ended' : `Notification snoozed for ${many(hours, 'hour')}`,
    })
    return { ids: [id] }
  })
