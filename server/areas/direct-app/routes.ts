import type { Handlers } from '#server/platform/http/http.ts'
import { decideDirectDifferences } from './decide-direct-differences.ts'
import { getDirectSummary, getDirectUser, listDirectOrders, searchDirectUsers } from './read.ts'
import { saveDirectUser } from './save-direct-user.ts'
import { syncDirectUser } from './sync-direct-user.ts'

export const directAppRoutes: Handlers<'direct-app'> = {
  getDirectSummary,
  searchDirectUsers,
  getDirectUser,
  saveDirectUser,
  listDirectOrders,
  syncDirectUser,
  decideDirectDifferences,
}
