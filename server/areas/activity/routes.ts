import type { Handlers } from '#server/platform/http/http.ts'
import { getActivityLog, getVendorLog, searchActivityLog, searchVendorLog } from './read.ts'

export const activityRoutes: Handlers<'activity'> = {
  getActivityLog,
  searchActivityLog,
  getVendorLog,
  searchVendorLog,
}
