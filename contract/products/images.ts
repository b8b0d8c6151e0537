import { z } from 'zod'
import { get, post } from '../operation.ts'
import { fromText, line, sortOf, text } from '../inputs.ts'
import { supplierJob } from './supplier-jobs.ts'
import { moment } from '../values.ts'

const imageRow = z.object({
  product_image_id: z.number(),
  sku: z.string(),
  url: z.string(),
  host: z.string(),
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  attempts: z.number(),
  checked_tm: moment.nullable(),
  next_check_tm: moment,
})

export type ImageRow = z.output<typeof imageRow>

export const failureSort = sortOf(['sku', 'url', 'reason', 'tries', 'last'])
export const failuresAsked = z.object({
  host: text(300).optional(),
  reason_code: text(50).optional(),
  sort: failureSort.optional(),
})

export const imageOperations = {
  listImageChecks: get('/api/suppliers/{id}/image/history', 'The last 50 checks of the images', {
    answer: z.array(supplierJob),
    refuses: ['not_found'],
  }),
  getImageSummary: get(
    '/api/suppliers/{id}/image/current',
    "How a supplier's images stand, by host and by reason",
    {
      answer: z.object({
        good: z.number(),
        waiting: z.number(),
        failed: z.number(),
        bytes: z.number(),
        hosts: z.array(
          z.object({ host: z.string(), good: z.number(), waiting: z.number(), failed: z.number() }),
        ),
        reasons: z.array(z.object({ reason_code: z.string(), reason: z.string(), images: z.number() })),
        samples: z.array(z.object({ product_image_id: z.number(), sku: z.string() })),
        current: supplierJob.nullable(),
      }),
      refuses: ['not_found'],
    },
  ),
  listFailedImages: get(
    '/api/suppliers/{id}/image/failures',
    'Images that failed, with the reason of each, by id or sorted, 50 a page by keyset',
    {
      query: failuresAsked.extend({
        after: fromText.bigId.optional().describe('keyset: only images that follow this one in the order'),
      }),
      answer: z.array(imageRow),
      refuses: ['not_found'],
    },
  ),
  retryImages: post('/api/suppliers/{id}/image/retry', "Fetch a host's failed images again", {
    body: z.object({ host: line(300, 'Required').nullable() }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
    refuses: ['not_found'],
  }),
  getImage: get('/api/suppliers/{id}/image/{product_image_id}', 'The kept, reduced copy of an image', {
    answer: 'file',
    refuses: ['not_found'],
  }),
}
