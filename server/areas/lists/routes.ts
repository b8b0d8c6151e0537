import type { Handlers } from '#server/platform/http.ts'
import { changeSavedView, listSavedViews, removeSavedView, saveView } from './views.ts'

export const listRoutes: Handlers<'lists'> = {
  listSavedViews,
  saveView,
  changeSavedView,
  removeSavedView,
}
