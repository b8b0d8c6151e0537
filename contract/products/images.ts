import { z } from 'zod'
import { get, post } from '../operation.ts'
import { id } from '../inputs.ts'
import { turn } from './turns.ts'
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

export const imageOperations = {
  listImageChecks: get('/api/suppliers/{id}/image/history', 'The last 50 checks of the images', { answer: z.array(turn) }),
  getImageSummary: get('/api/suppliers/{id}/image/current', "How a supplier's images stand, by host and by reason", {
    answer: z.object({
      good: z.number(),
      waiting: z.number(),
      failed: z.number(),
      bytes: z.number(),
      hosts: z.array(z.object({ host: z.string(), good: z.number(), waiting: z.number(), failed: z.number() })),
      reasons: z.array(z.object({ reason_code: z.string(), reason: z.string(), images: z.number() })),
      samples: z.array(z.object({ product_image_id: z.number(), sku: z.string() })),
      current: turn.nullable(),
    }),
  }),
  listFailedImages: get('/api/suppliers/{id}/image/failures', 'Images that failed, with the reason of each, 50 a page by keyset', {
    query: z.object({ host: z.string().max(300).optional(), reason_code: z.string().max(50).optional(), after: id.optional() }),
    answer: z.array(imageRow),
  }),
  retryImages: post('/api/suppliers/{id}/image/retry', "Fetch a host's failed images again", {
    body: z.object({ host: z.string().trim().min(1).max(300).nullable() }),
    answer: z.object({ status: z.string(), job_id: z.number().nullable() }),
  }),
  getImage: get('/api/suppliers/{id}/image/{product_image_id}', 'The kept, reduced copy of an image', { answer: 'file' }),
}
