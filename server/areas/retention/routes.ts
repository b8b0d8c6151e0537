import type { Handlers } from '#server/platform/http/http.ts'
import { getRetention } from './read.ts'
import { saveRetention } from './save-retention.ts'

export const retentionRoutes: Handlers<'retention'> = { getRetention, saveRetention }
