import type { Handlers } from '#server/platform/http/http.ts'
import { acknowledgeSystemMessages } from './acknowledge-system-messages.ts'
import { dismissReadMessages } from './dismiss-read-messages.ts'
import { dismissSystemMessages } from './dismiss-system-messages.ts'
import { listSystemMessageEvents } from './list-events.ts'
import { listSystemMessages } from './list-system-messages.ts'
import { setJiraTicket } from './set-jira-ticket.ts'
import { snoozeSystemMessage } from './snooze-system-message.ts'
import { takeSystemMessage } from './take-system-message.ts'

export const notificationRoutes: Handlers<'notifications'> = {
  listSystemMessages,
  acknowledgeSystemMessages,
  dismissSystemMessages,
  dismissReadMessages,
  setJiraTicket,
  takeSystemMessage,
  snoozeSystemMessage,
  listSystemMessageEvents,
}
