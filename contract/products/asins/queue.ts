import { z } from 'zod'
import { bigId, fromText, id, line, version } from '../../inputs.ts'
import { get, post } from '../../operation.ts'
import { decimal, moment } from '../../values.ts'
import { heldSupplier } from './holds.ts'
import { matchClasses, reasonCodes } from './match.ts'
import { marketChoice } from './uploads.ts'

/** How long a match that somebody opens is theirs; each act renews it. */
export const holdMinutes = 10
export const mostCandidates = 20
export const undoDays = 30
/** More than this are counted as “10,000+”. */
export const mostLeft = 10_000
/** Bulk acceptance of more than this needs the number typed. */
export const typedAbove = 500
/** One in so many is put into the queue for a person to check. */
export const sampleOf = 50

export const classFilter = z.enum(['green', 'amber', 'grey', 'none'])

const candidate = z.object({
  asin: z.string(),
  title: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  barcodes: z.array(z.string()),
  image: z.string().nullable(),
  price: decimal.nullable(),
  package_quantity: z.number().nullable(),
  score: z.number(),
  class: z.enum(matchClasses),
  refused: z.object({ by: z.string(), tm: moment }).nullable().describe('who refused it before'),
  reasons: z.array(z.object({ code: z.enum(reasonCodes), points: z.number(), text: z.string() })),
  url: z.string(),
})
export type AsinCandidate = z.output<typeof candidate>

const matchProduct = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  manufacturer: z.string().nullable(),
  mpn: z.string().nullable(),
  upc: z.string().nullable(),
  ean: z.string().nullable(),
  images: z.array(z.string()),
  wholesale_price: decimal.nullable(),
  msrp: decimal.nullable(),
  pack: z.number(),
  dropshipper_id: z.number(),
  supplier_name: z.string(),
  stores: z.number().describe('stores that would list it in this market'),
})

/** A product with its candidates; `product_asin_match_id: null`: the queue is empty. */
const asinMatch = z.object({
  product_asin_match_id: z.number().nullable(),
  product_id: z.number().nullable(),
  market_id: z.number(),
  version: z.number(),
  class: z.enum(matchClasses).nullable(),
  product: matchProduct.nullable(),
  asins: z.array(candidate),
  chosen: z
    .object({ asin: z.string(), by: z.string(), tm: moment })
    .nullable()
    .describe('the ASIN that it has'),
  held_by: z.string().nullable(),
  left: z.string().describe('products left in this queue'),
  upcoming_images: z.array(z.string()).describe('images of the next product'),
})
export type AsinMatch = z.output<typeof asinMatch>

const queueAsked = {
  market_id: marketChoice,
  dropshipper_id: fromText.id.optional(),
  class: classFilter.optional(),
  order: z.enum(['best', 'worst']).default('best'),
}
export const queueFilter = z.object(queueAsked)
export type QueueFilter = z.output<typeof queueFilter>

const decided = asinMatch.nullable().describe('the next product')

export const asinQueueOperations = {
  getNextAsinMatch: get(
    '/api/products/get-next-asin-match',
    'Get the next product to match, held for you for 10 minutes; product_asin_match_id is null when none is left',
    {
      query: queueFilter.extend({
        after: fromText.bigId.optional().describe('the match just seen'),
        product_asin_match_id: fromText.bigId.optional().describe('this match, reviewed or not'),
      }),
      answer: asinMatch,
      refuses: ['not_found'],
    },
  ),
  updateAsinMatch: post(
    '/api/products/update-asin-match',
    'Choose an ASIN for a product, none of them, or skip it; the answer has the next product',
    {
      body: z.object({
        product_asin_match_id: bigId,
        product_id: bigId,
        selected_asin: line(300)
          .nullable()
          .default(null)
          .describe('an ASIN or a link to its page; null or blank: none of these'),
        skip: z.boolean().default(false),
        version,
        queue: z
          .object({
            market_id: id,
            dropshipper_id: id.optional(),
            class: classFilter.optional(),
            order: z.enum(['best', 'worst']).default('best'),
          })
          .optional()
          .describe('the queue whose next product is answered'),
      }),
      answer: z.object({ next: decided, undo_until: moment.nullable() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  undoAsinMatch: post(
    '/api/products/undo-asin-match',
    'Undo the last decision about a match, within 30 days; the answer is the product again',
    {
      body: z.object({ product_asin_match_id: bigId, version }),
      answer: asinMatch,
      refuses: ['not_found', 'conflict'],
    },
  ),
  getAsinQueue: get('/api/products/asin-queue', 'Count the products left to match, and your decisions', {
    query: z.object({ market_id: marketChoice, dropshipper_id: fromText.id.optional() }),
    answer: z.object({
      classes: z.object({ green: z.number(), amber: z.number(), grey: z.number(), none: z.number() }),
      skipped: z.number(),
      decided_today: z.number().describe('by you'),
      decided: z.number().describe('by you, in 30 days'),
      changed_later: z.number().describe('of those, how many someone else changed'),
      samples: z.object({ checked: z.number(), wrong: z.number(), waiting: z.number() }),
      markets: z.array(z.object({ market_id: z.number(), market_name: z.string() })),
      suppliers: z.array(
        z.object({ dropshipper_id: z.number(), supplier_name: z.string(), open: z.number() }),
      ),
      held: z.array(heldSupplier),
    }),
  }),
}

const example = z.object({
  product_asin_match_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  image: z.string().nullable(),
  asin: z.string(),
  asin_title: z.string().nullable(),
  asin_image: z.string().nullable(),
  score: z.number(),
  reasons: z.array(z.object({ code: z.enum(reasonCodes), points: z.number(), text: z.string() })),
})

const batch = z.object({
  asin_batch_id: z.number(),
  kind: z.enum(['bulk', 'file']),
  market_id: z.number(),
  supplier_name: z.string().nullable(),
  accepted: z.number(),
  sampled: z.number(),
  requested_by: z.string(),
  insert_tm: moment,
  done_tm: moment.nullable(),
  undo_until: moment.nullable(),
  undone_by: z.string().nullable(),
  undone_tm: moment.nullable(),
  undo_done_tm: moment.nullable(),
  restored: z.number(),
  kept: z.number(),
  job_id: z.number().nullable(),
})
export type AsinBatch = z.output<typeof batch>

export const asinBatchOperations = {
  weighAsinBatch: get(
    '/api/products/asin-batch-preview',
    'Preview the acceptance of all green matches: how many, why, ten examples, and the stores it changes',
    {
      query: z.object({ market_id: marketChoice, dropshipper_id: fromText.id.optional() }),
      answer: z.object({
        count: z.number(),
        upto_id: z.number().nullable().describe('the last of these matches'),
        stores: z.number(),
        suppliers: z.array(
          z.object({ dropshipper_id: z.number(), supplier_name: z.string(), count: z.number() }),
        ),
        reasons: z.array(z.object({ code: z.enum(reasonCodes), count: z.number() })),
        examples: z.array(example),
      }),
    },
  ),
  acceptAsinMatches: post(
    '/api/products/asin-batches',
    'Accept all green matches of a market, or of one supplier in it, by a job',
    {
      body: z.object({
        market_id: id,
        dropshipper_id: id.nullable().default(null),
        upto_id: bigId.describe('the last match of the preview'),
        count: bigId.describe('how many the preview showed; typed by the person above 500'),
      }),
      answer: z.object({ asin_batch_id: z.number(), job_id: z.number() }),
      refuses: ['conflict'],
    },
  ),
  listAsinBatches: get('/api/products/asin-batches', 'List the last 20 bulk acceptances of a market', {
    query: z.object({ market_id: marketChoice }),
    answer: z.array(batch),
  }),
  undoAsinBatch: post(
    '/api/products/asin-batches/{asin_batch_id}/undo',
    'Undo a bulk acceptance, within 30 days; later choices by people stay',
    {
      answer: z.object({ job_id: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
