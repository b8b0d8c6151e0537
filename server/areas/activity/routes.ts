import type { Handlers } from '#server/platform/http/http.ts'
import { getActivityLog, getStaffLog, getVendorLog, searchActivityLog, searchVendorLog } from './read.ts'

export const activityRoutes: Handlers<'activity'> = {
  getActivityLog,
  searchActivityLog,
  getVendorLog,
  getStaffLog,
  searchVendorLog,
}
