import { z } from 'zod'
import { exportFormats } from '../lists/formats.ts'
import { get, post } from '../operation.ts'
import { moment } from '../values.ts'

const file = z.object({
  list_export_id: z.number(),
  format: z.enum(exportFormats),
  file_name: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  progress: z.number().nullable(),
  rows_written: z.number().nullable(),
  bytes: z.number().nullable(),
  insert_tm: moment,
  until_tm: moment.describe('when the file is deleted'),
})
export type CatalogueFile = z.output<typeof file>
const supplier = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  active_products: z.number().describe('products available to the customer'),
  has_products: z.boolean().describe('whether any products are available now'),
  files: z.array(file).describe('the latest file in each format'),
})
export type DownloadableSupplier = z.output<typeof supplier>

/** Shown instead of an empty file. */
export const noProductsNow = 'No products right now'

export const downloadOperations = {
  listDownloadableSuppliers: get(
    '/api/account/downloadable-dropshippers',
    'List suppliers whose catalog you can download with your prices, and the available files',
    { access: 'account', answer: z.array(supplier), refuses: ['conflict'] },
  ),
  startCatalogueFile: post(
    '/api/account/downloadable-dropshippers/{did}',
    'Create a supplier’s catalog file. Returns the file in progress if there is one',
    {
      access: 'account',
      body: z.object({ format: z.enum(exportFormats) }),
      answer: z.object({ list_export_id: z.number() }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  downloadCatalogueFile: get(
    '/api/account/catalogue-files/{id}',
    'Download a catalog file. Supports Range, so that interrupted downloads can resume',
    { access: 'account', answer: 'file', resumable: true, refuses: ['not_found', 'conflict', 'bad_range'] },
  ),
}
