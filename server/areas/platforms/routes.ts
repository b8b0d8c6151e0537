import type { Handlers } from '#server/platform/http/http.ts'
import { createPlatform } from './create-platform.ts'
import { getPlatformLogo } from './logo.ts'
import { getPlatform, listPlatforms } from './read.ts'
import { savePlatformFields } from './save-platform-fields.ts'
import { savePlatform } from './save-platform.ts'
import { listPlatformSubscriptions } from './subscriptions.ts'
import { tryPlatformForm } from './try-form.ts'
import { uploadPlatformLogo } from './upload-platform-logo.ts'
import { weighPlatformFields } from './effects.ts'

export const platformRoutes: Handlers<'platforms'> = {
  listPlatforms,
  createPlatform,
  getPlatform,
  savePlatform,
  savePlatformFields,
  weighPlatformFields,
  tryPlatformForm,
  listPlatformSubscriptions,
  uploadPlatformLogo,
  getPlatformLogo,
}
