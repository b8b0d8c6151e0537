import { z } from 'zod'
import { fromText } from '../../inputs.ts'
import { get, post } from '../../operation.ts'
import { moment } from '../../values.ts'
import { amazonMarkets, defaultMarket } from './markets.ts'

export const asinUploadLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 200_000,
  columns: 50,
  issues: 100_000,
  issueDays: 7,
} as const
/** How often the status of an upload is asked for. */
export const asinStatusSeconds = 15

/** What a file's columns are called, in lower case without spaces and underscores. */
export const asinColumns = {
  asin: ['asin', 'amazonasin', 'asin1', 'amazonid'],
  sku: ['sku', 'suppliersku', 'itemsku', 'productsku', 'sellersku'],
  product_id: ['productid', 'feedstockid'],
  prefix: ['prefix', 'supplierprefix'],
  gtin: ['upc', 'ean', 'gtin', 'barcode', 'upccode', 'isbn'],
  title: ['title', 'name', 'itemname', 'producttitle', 'productname'],
  brand: ['brand', 'manufacturer', 'brandname'],
  model: ['mpn', 'model', 'modelnumber', 'partnumber', 'manufacturersku'],
  price: ['price', 'amazonprice', 'listprice'],
  pack: ['packagequantity', 'packquantity', 'packsize', 'pack', 'itempackagequantity'],
  image: ['imageurl', 'image', 'mainimage', 'picture'],
  decision: ['decision'],
} as const
export type AsinColumn = keyof typeof asinColumns

/** Which column of a file holds what; undefined: none does. */
export function columnsOfFile(header: readonly string[]): Map<AsinColumn, number> {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const found = new Map<AsinColumn, number>()
  for (const [column, known] of Object.entries(asinColumns) as [AsinColumn, readonly string[]][]) {
    const position = names.findIndex((name) => known.includes(name))
    if (position >= 0) found.set(column, position)
  }
  return found
}

/** Why a header can't be an ASIN file's; undefined: it can. */
export function headerFault(header: readonly string[]): string | undefined {
  const columns = columnsOfFile(header)
  if (header.length > asinUploadLimits.columns) return `it has more than ${asinUploadLimits.columns} columns`
  if (!columns.has('asin')) return 'it has no ASIN column'
  const identifies = (['sku', 'gtin', 'product_id'] as const).some((column) => columns.has(column))
  return identifies ? undefined : 'it has no SKU, UPC, EAN or product ID column'
}

export const marketChoice = fromText.id
  .default(defaultMarket)
  .refine((id) => (amazonMarkets as readonly number[]).includes(id), 'Choose an Amazon market')

const jobAsked = z.object({ job_id: fromText.bigId.describe('the job of the upload') })

export const asinUploadOperations = {
  uploadAsins: post(
    '/api/products/upload-asins',
    'Upload a CSV, TSV or XLSX file of ASINs (field asinFile), up to 10 MB and 200,000 lines; the answer is the job’s id',
    {
      encoding: 'multipart',
      file: 'asinFile',
      query: z.object({
        dropshipper_id: fromText.id.optional().describe('the supplier whose SKUs the file has'),
        market_id: marketChoice,
      }),
      answer: z.number(),
      refuses: ['not_found', 'too_large'],
    },
  ),
  checkAsinUpload: get('/api/products/check-upload-asin-status', 'Check an ASIN upload, or your newest one', {
    query: z.object({ job_id: fromText.bigId.optional() }),
    answer: z
      .object({
        job_id: z.number(),
        job_status: z.number(),
        job_state: z.string(),
        progress: z.number().describe('0 to 100'),
        progress_text: z.string().nullable(),
        rows_read: z.number(),
        file_name: z.string(),
        reason: z.string().nullable(),
      })
      .nullable()
      .describe('null if you uploaded none'),
    refuses: ['not_found'],
  }),
  getAsinUploadSummary: get(
    '/api/products/get-asin-upload-summary',
    'Summarize an ASIN upload; until it is done, added_asins is missing',
    {
      query: jobAsked,
      answer: z.object({
        added_asins: z.number().optional(),
        unchanged: z.number().optional(),
        conflicts: z.number().optional(),
        refused_before: z.number().optional(),
        errors: z.number().optional(),
        repeated: z.number().optional(),
        read: z.number().optional(),
        green: z.number().optional(),
        amber: z.number().optional(),
        grey: z.number().optional(),
        unmatched: z.number().optional(),
        file_name: z.string().optional(),
        errors_file: z
          .string()
          .nullable()
          .optional()
          .describe('where the lines with errors can be downloaded'),
        took_seconds: z.number().optional(),
        end_tm: moment.optional(),
      }),
      refuses: ['not_found'],
    },
  ),
  downloadAsinErrors: get(
    '/api/products/asin-upload-errors',
    'Download an upload’s lines with errors as CSV, to be corrected and uploaded again',
    { query: jobAsked, answer: 'file', refuses: ['not_found'] },
  ),
}
