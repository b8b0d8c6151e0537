import type { Handlers } from '#server/platform/http/http.ts'
import { searchEverything } from './search-everything.ts'

export const searchRoutes: Handlers<'search'> = { searchEverything }
