import type { Handlers } from '#server/platform/http/http.ts'
import { addIntegration } from './add-integration.ts'
import { listIntegrationChoices } from './choices.ts'
import { clearIntegrationCategories } from './clear-integration-categories.ts'
import { listVendorIntegrations } from './list-integrations.ts'
import { goLive } from './live/go-live.ts'
import { getLivePath } from './live/live-path.ts'
import { getIntegrationMargins } from './live/margins.ts'
import { previewLive } from './live/preview-live.ts'
import { diagnoseIntegrationProduct, findIntegrationProducts } from './products.ts'
import { getIntegration } from './read.ts'
import { listVendorFeedTroubles } from './feed-troubles.ts'
import { removeIntegration } from './remove-integration.ts'
import { resetIntegrationIndex } from './reset-integration-index.ts'
import { saveIntegration } from './save-integration.ts'
import { saveMarketConfigs } from './save-market-configs.ts'
import { listIntegrationDays, listIntegrationUpdates } from './updates.ts'
import { weighIntegration } from './weigh-integration.ts'

export const integrationRoutes: Handlers<'integrations'> = {
  listVendorIntegrations,
  listVendorFeedTroubles,
  listIntegrationChoices,
  addIntegration,
  getIntegration,
  saveIntegration,
  weighIntegration,
  removeIntegration,
  saveMarketConfigs,
  resetIntegrationIndex,
  clearIntegrationCategories,
  listIntegrationUpdates,
  listIntegrationDays,
  diagnoseIntegrationProduct,
  findIntegrationProducts,
  getLivePath,
  previewLive,
  getIntegrationMargins,
  goLive,
}
