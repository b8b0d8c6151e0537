import type { Parsed } from '#contract/index.ts'
import { severityLevel } from '#contract/notifications/kinds.ts'
import { many } from '#contract/words.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid, notFound } from '#server/platform/http/errors.ts'
import { write, type Activity, type Ctx } from '#server/platform/services.ts'

export const dismissSystemMessages = (ctx: Ctx, { body }: Parsed<'dismissSystemMessages'>) =>
  write(ctx, async (tx, logActivity) => {
    const { reason, undismiss } = body
    const ids = [...new Set([body.id].flat())]
    const messages = await tx
      .selectFrom('system_message')
      .select(['id', 'severity', 'ended_tm', 'dismissed'])
      .where('id', 'in', ids)
      .forUpdate()
      .execute()
    if (messages.length < ids.length) throw notFound('notification')
    const isUrgent = messages.some(
      (m) => !m.dismissed && m.ended_tm === null && m.severity === severityLevel('urgent'),
    )
    if (isUrgent && !undismiss && reason === '')
      throw invalid({ reason: 'Enter why this urgent problem needs no action' })
    return putAway(ctx, tx, logActivity, { ids, undismiss, reason })
  })

/** Dismisses or restores them; those already in that state aren't logged. */
export async function putAway(
  { who }: Pick<Ctx, 'who'>,
  tx: Tx,
  logActivity: (activity: Activity) => Promise<void>,
  { ids: messageIds, undismiss, reason }: { ids: readonly number[]; undismiss: boolean; reason: string },
) {
  const changedRows = await tx
    .updateTable('system_message')
    .set({
      dismissed: !undismiss,
      dismissed_reason: undismiss ? null : reason || null,
      dismissed_by: undismiss ? null : who.login_id,
      dismissed_by_name: undismiss ? null : who.name,
      dismissed_tm: undismiss ? null : sql`now()`,
      version: sql`version + 1`,
    })
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
