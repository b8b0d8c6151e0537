import { z } from 'zod'
import { bigId, id, line, page, sortOf } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

/** Sizes of a page, and of a parent's description in a list. */
export const variantPageSize = 50

/** Filters of the products; a screen begins with the queue. */
export const mappingFilters = ['queue', 'mapped', 'unmapped', 'all'] as const

const mappingStatuses = ['Queued', 'Mapped', 'Unmapped'] as const
const suggestion = z.object({
  product_variant_parent_id: z.number().nullable(),
  parent_sku: z.string(),
  title: z.string(),
  option_names: z.array(z.string()),
  option_values: z.array(z.string()),
  /** 0 to 1 */
  confidence: z.number(),
  why: z.string(),
})

export const variantProduct = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  manufacturer: z.string().nullable(),
  wholesale_price: decimal.nullable(),
  quantity: z.number(),
  parent_sku: z.string().nullable(),
  options: z.string().nullable(),
  /** Whether it is missing from the feed. */
  gone: z.boolean(),
  mapping_status: z.enum(mappingStatuses),
  product_variant_parent_id: z.number().nullable(),
  mapped_parent_sku: z.string().nullable(),
  option_names: z.array(z.string()),
  option_values: z.array(z.string()),
  suggestion: suggestion.nullable(),
})

export type VariantProduct = z.output<typeof variantProduct>
export const dropshipper_id = id
const productIds = z.array(bigId).min(1, 'Select a product first').max(500)
export const optionValue = line(200, 'Enter a value for each option')

export const mappableSort = sortOf(['sku', 'title', 'price', 'status', 'parent'])

export const mappingOperations = {
  listMappableProducts: post(
    '/api/variant-mapping/products',
    'List a supplier’s products by mapping status, 50 per page, with suggested parents if queued',
    {
      reads: true,
      body: z.object({
        dropshipper_id,
        filter: z.enum(mappingFilters).default('queue'),
        search: line(200).default(''),
        sort: mappableSort.optional(),
        page,
      }),
      answer: z.object({
        total: z.number(),
        counts: z.object({ queue: z.number(), mapped: z.number(), unmapped: z.number(), all: z.number() }),
        /** Products that no mapping job has processed yet, and the job that will. */
        unsorted: z.number(),
        mapping_job_id: z.number().nullable(),
        products: z.array(variantProduct),
      }),
      refuses: ['not_found'],
    },
  ),
  mapVariants: post('/api/variant-mapping/variants', 'Map products to a parent, with option values', {
    body: z.object({
      dropshipper_id,
      product_variant_parent_id: id,
      variants: z
        .array(z.object({ product_id: bigId, option_values: z.array(optionValue).min(1).max(6) }))
        .min(1)
        .max(500),
    }),
    answer: z.object({ mapped: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  unmapVariants: post(
    '/api/variant-mapping/variants/unmap',
    'Unmap products from their parents; parents without variants are deleted',
    {
      body: z.object({ dropshipper_id, product_ids: productIds }),
      answer: z.object({ unmapped: z.number(), parents_deleted: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  unqueueVariants: post(
    '/api/variant-mapping/variants/unqueue',
    'Remove products from the queue because they aren’t variants',
    {
      body: z.object({ dropshipper_id, product_ids: productIds }),
      answer: z.object({ unqueued: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  queueVariants: post('/api/variant-mapping/variants/queue', 'Queue unmapped products', {
    body: z.object({ dropshipper_id, product_ids: productIds }),
    answer: z.object({ queued: z.number() }),
    refuses: ['not_found', 'conflict'],
  }),
  acceptSuggestions: post(
    '/api/variant-mapping/suggestions/accept',
    'Accept suggestions for queued products, creating missing parents',
    {
      body: z.object({ dropshipper_id, product_ids: productIds }),
      answer: z.object({
        mapped: z.number(),
        parents_created: z.number(),
        skipped: z.array(z.object({ product_id: z.number(), reason: z.string() })),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  listManualMapping: get(
    '/api/suppliers/manual-variant-mapping',
    'Count products queued for manual mapping by supplier, most first',
    {
      answer: z.array(
        z.object({
          dropshipper_id: z.number(),
          supplier_name: z.string(),
          automated_variant_mapping: z.boolean(),
          variant_mapping_update_tm: moment.nullable(),
          queued: z.number(),
          mapped: z.number(),
          unmapped: z.number(),
          parents: z.number(),
          oldest_queued_tm: moment.nullable(),
        }),
      ),
    },
  ),
}
