import type { Handlers } from '#server/platform/http.ts'
import { getActivityLog, searchActivityLog } from './read.ts'

export const activityRoutes: Handlers<'activity'> = { getActivityLog, searchActivityLog }
