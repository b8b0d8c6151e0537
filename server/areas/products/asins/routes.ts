import type { Handlers } from '#server/platform/http/http.ts'
import { acceptAsinMatches } from './batch/accept-asin-matches.ts'
import { allowBulkAsins } from './batch/held-suppliers.ts'
import { listAsinBatches } from './batch/list-asin-batches.ts'
import { undoAsinBatch } from './batch/undo-asin-batch.ts'
import { weighAsinBatch } from './batch/weigh-asin-batch.ts'
import { getAsinQueue } from './queue/get-asin-queue.ts'
import { getNextAsinMatch } from './queue/next-match.ts'
import { undoAsinMatch } from './queue/undo-asin-match.ts'
import { updateAsinMatch } from './queue/update-asin-match.ts'
import { checkAsinUpload, downloadAsinErrors, getAsinUploadSummary } from './upload/read-upload.ts'
import { uploadAsins } from './upload/upload-asins.ts'

export const asinRoutes = {
  uploadAsins,
  checkAsinUpload,
  getAsinUploadSummary,
  downloadAsinErrors,
  getNextAsinMatch,
  updateAsinMatch,
  undoAsinMatch,
  getAsinQueue,
  weighAsinBatch,
  acceptAsinMatches,
  listAsinBatches,
  undoAsinBatch,
  allowBulkAsins,
} satisfies Partial<Handlers<'products'>>
