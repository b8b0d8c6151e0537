import type { Parsed } from '#contract/index.ts'
import { isTicket, ticketError } from '#contract/notifications/messages.ts'
import { sql } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'
import { write, type Ctx } from '#server/platform/services.ts'
import { lockMessage } from './lock-message.ts'

/** Links a ticket; whoever does that is working on it. An empty ticket removes the link. */
export const setJiraTicket = (ctx: Ctx, { body }: Parsed<'setJiraTicket'>) =>
  write(ctx, async (tx, logActivity) => {
    const ticket = body.ticket.trim()
    if (ticket !== '' && !isTicket(ticket)) throw invalid({ ticket: ticketError })
    const message = await lockMessage(tx, body.id)
    if ((message.jira_ticket ?? '') === ticket) return { ids: [] }
    await tx
      .updateTable('system_message')
      .set({
        jira_ticket: ticket || null,
        version: sql`version + 1`,
        ...(ticket !== '' &&
          message.taken_by === null && {
            taken_by: ctx.who.login_id,
            taken_by_name: ctx.who.name,
            taken_tm: sql`now()`,
          }),
      })
      .where('id', '=', body.id)
      .execute()
    await logActivity({
      type: 'notification.ticket',
      entity: 'system_message',
      entity_id: body.id,
      message:
        ticket === '' ? 'Ticket removed from a notification' : `Ticket ${ticket} linked to a notification`,
      changes: { jira_ticket: { from: message.jira_ticket, to: ticket || null } },
    })
    return { ids: [body.id] }
  })
