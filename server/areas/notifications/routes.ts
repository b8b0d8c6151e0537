import type { Handlers } from '#server/platform/http/http.ts'
import { acknowledgeSystemMessages } from './acknowledge-system-messages.ts'
import { dismissReadMessages } from './dismiss-read-messages.ts'
import { dismissSystemMessages } from './dismiss-system-messages.ts'
import { listSystemMessages } from './read.ts'

export const notificationRoutes: Handlers<'notifications'> = {
  listSystemMessages,
  acknowledgeSystemMessages,
  dismissSystemMessages,
  dismissReadMessages,
}
