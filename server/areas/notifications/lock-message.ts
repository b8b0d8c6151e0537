import type { Tx } from '#server/platform/database/db.ts'
import { notFound } from '#server/platform/http/errors.ts'

/** A notification that nobody else changes until the transaction ends. */
export async function lockMessage(tx: Tx, id: number) {
  const message = await tx
    .selectFrom('system_message')
    .select(['id', 'jira_ticket', 'taken_by', 'taken_by_name', 'snoozed_until', 'ended_tm', 'message'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!message) throw notFound('notification')
  return message
}
