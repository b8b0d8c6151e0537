import type { Handlers } from '#server/platform/http/http.ts'
import { changeSavedView } from './change-saved-view.ts'
import { downloadExport } from './download-export.ts'
import { getExport, listExports, listSavedViews } from './read.ts'
import { removeSavedView } from './remove-saved-view.ts'
import { saveView } from './save-view.ts'
import { startExport } from './start-export.ts'

export const listRoutes: Handlers<'lists'> = {
  listSavedViews,
  saveView,
  changeSavedView,
  removeSavedView,
  startExport,
  listExports,
  getExport,
  downloadExport,
}
