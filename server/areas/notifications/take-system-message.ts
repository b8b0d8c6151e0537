import type { Parsed } from '#contract/index.ts'
import { sql } from '#server/platform/database/db.ts'
import { conflict } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockMessage } from './lock-message.ts'

/** Says who is working on a problem, so that nobody else starts; the same person can let go of it. */
export const takeSystemMessage = (ctx: Ctx, { body }: Parsed<'takeSystemMessage'>) =>
  write(ctx, async (tx, logActivity) => {
    const message = await lockMessage(tx, body.id)
    const { login_id } = ctx.who
    const isTaken = message.taken_by !== null
    if (isTaken === !body.release && (body.release || message.taken_by === login_id)) return { ids: [] }
    if (!body.release && message.taken_by !== null)
      throw conflict(`${message.taken_by_name ?? 'Someone else'} is already working on this`)
    if (message.ended_tm !== null && !body.release) throw conflict('This problem is already over')
    await tx
      .updateTable('system_message')
      .set({
        taken_by: body.release ? null : login_id,
        taken_by_name: body.release ? null : ctx.who.name,
        taken_tm: body.release ? null : sql`now()`,
        version: sql`version + 1`,
      })
      .where('id', '=', body.id)
      .execute()
    await logActivity({
      type: 'notification.take',
      entity: 'system_message',
      entity_id: body.id,
      message: body.release ? 'Notification unassigned' : 'Notification assigned',
    })
    return { ids: [body.id] }
  })
