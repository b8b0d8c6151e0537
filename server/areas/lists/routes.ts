import type { Handlers } from '#server/platform/http.ts'
import { downloadExport } from './download-export.ts'
import { getExport } from './read.ts'
import { startExport } from './start-export.ts'
import { changeSavedView, listSavedViews, removeSavedView, saveView } from './views.ts'

export const listRoutes: Handlers<'lists'> = {
  listSavedViews,
  saveView,
  changeSavedView,
  removeSavedView,
  startExport,
  getExport,
  downloadExport,
}
