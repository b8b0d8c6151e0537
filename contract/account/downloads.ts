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
  until_tm: moment.describe('it is kept until then'),
})
export type CatalogueFile = z.output<typeof file>
const supplier = z.object({
  dropshipper_id: z.number(),
  dropshipper_name: z.string(),
  active_products: z.number().describe('that the customer is sold of it'),
  has_products: z.boolean().describe('there is anything to be sold of it now'),
  files: z.array(file).describe('the newest of each format'),
})
export type DownloadableSupplier = z.output<typeof supplier>

/** Shown instead of an empty file. */
export const noProductsNow = 'It has no products now, so there is no catalogue to make'

export const downloadOperations = {
  listDownloadableSuppliers: get(
    '/api/account/downloadable-dropshippers',
    'Suppliers whose catalogue can be downloaded with the own prices, with the files that there are',
    { access: 'account', answer: z.array(supplier), refuses: ['conflict'] },
  ),
  startCatalogueFile: post(
    '/api/account/downloadable-dropshippers/{did}',
    'Have the file of a supplier’s catalogue made; one that is being made already is answered',
    {
      access: 'account',
      body: z.object({ format: z.enum(exportFormats) }),
      answer: z.object({ list_export_id: z.number() }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  downloadCatalogueFile: get(
    '/api/account/catalogue-files/{id}',
    'The file of a catalogue; a part of it with Range, so that a download goes on where it broke off',
    { access: 'account', answer: 'file', resumable: true, refuses: ['not_found', 'conflict', 'bad_range'] },
  ),
}
