import type { Handlers } from '#server/platform/http.ts'
import { acknowledgeSystemMessages } from './acknowledge-system-messages.ts'
import { listSystemMessages } from './read.ts'

export const notificationRoutes: Handlers<'notifications'> = { listSystemMessages, acknowledgeSystemMessages }
