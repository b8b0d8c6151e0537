import { sql } from '#server/platform/database/db.ts'
import { write, type Ctx } from '#server/platform/services.ts'

export const acknowledgeSystemMessages = (ctx: Ctx) =>
  write(ctx, async (tx, logActivity) => {
    await tx
      .updateTable('login')
      .set({ last_acknowledge_tm: sql`now()` })
      .where('login_id', '=', ctx.who.login_id)
      .execute()
    await logActivity({
      type: 'notification.acknowledge',
      entity: 'login',
      entity_id: ctx.who.login_id,
      message: 'All notifications marked as read',
    })
  })
