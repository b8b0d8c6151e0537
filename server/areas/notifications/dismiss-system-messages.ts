import type { Parsed } from '#contract/index.ts'
import { many } from '#contract/words.ts'
import type { Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'

export const dismissSystemMessages = (ctx: Ctx, { body }: Parsed<'dismissSystemMessages'>) =>
  write(ctx, async (tx, logActivity) => {
    const messageIds = [...new Set([body.id].flat())]
    const knownMessages = await tx
      .selectFrom('system_message')
      .select('id')
      .where('id', 'in', messageIds)
      .execute()
    if (knownMessages.length < messageIds.length) throw notFound('notification')
    return putAway(tx, logActivity, messageIds, body)
  })

/** Dismisses or restores them; those already in that state aren't logged. */
export async function putAway(
  tx: Tx,
  logActivity: (activity: Activity) => Promise<void>,
  messageIds: readonly number[],
  { undismiss, reason }: { undismiss: boolean; reason: string },
) {
  const changedRows = await tx
    .updateTable('system_message')
    .set({ dismissed: !undismiss, dismissed_reason: undismiss ? null : reason || null })
    .where('id', 'in', [...messageIds])
    .where('dismissed', '=', undismiss)
    .returning('id')
    .execute()
  const ids = changedRows.map((row) => row.id).toSorted((a, b) => b - a)
  const [newest] = ids
  if (newest !== undefined)
    await logActivity({
      type: undismiss ? 'notification.undismiss' : 'notification.dismiss',
      entity: 'system_message',
      ...(ids.length === 1 && { entity_id: newest }),
      message: `${many(ids.length, 'notification')} ${undismiss ? 'restored' : 'dismissed'}`,
      ...(reason && { reason }),
    })
  return { ids }
}
