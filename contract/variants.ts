import { z } from 'zod'
import { messages } from './messages.ts'
import { operation } from './operation.ts'
import { decimal, id, moment } from './shared.ts'

/** Sizes of a page, and of a parent's description in a list (document 2, section 9). */
export const variantPageSize = 50
export const parentPageSize = 20
export const descriptionPreview = 200
/** Milliseconds of stillness before a parent SKU is checked (document 2, section 5, Variant parents). */
export const parentCheckPause = 1000
/** Filters of the products; queue is the one a screen begins with (document 2, section 4, Product mapping status). */
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
const variantProduct = z.object({
  product_id: z.number(),
  sku: z.string(),
  title: z.string().nullable(),
  manufacturer: z.string().nullable(),
  wholesale_price: decimal.nullable(),
  quantity: z.number(),
  parent_sku: z.string().nullable(),
  options: z.string().nullable(),
  mapping_status: z.enum(mappingStatuses),
  product_variant_parent_id: z.number().nullable(),
  mapped_parent_sku: z.string().nullable(),
  option_names: z.array(z.string()),
  option_values: z.array(z.string()),
  suggestion: suggestion.nullable(),
})
export type VariantProduct = z.output<typeof variantProduct>

const parentRow = z.object({
  product_variant_parent_id: z.number(),
  parent_sku: z.string(),
  title: z.string(),
  description: z.string(),
  option_names: z.array(z.string()),
  variants: z.number(),
  automatic: z.boolean(),
  updated_tm: moment,
})
export type ParentRow = z.output<typeof parentRow>
const dropshipper_id = z.number().int().positive()
const productIds = z.array(z.number().int().positive()).min(1, 'Select a product first').max(500)
const optionName = z.string().trim().min(1, messages.optionNameMissing).max(60)
const optionValue = z.string().trim().min(1, 'Every option needs a value').max(200)

/** A parent with its variants, as the editor sends it; the rules that need no database. */
export const parentDraft = z
  .object({
    dropshipper_id,
    dropshipper_prefix: z.string().max(20),
    update_tm_required: z.boolean().default(false),
    parent: z.object({
      product_variant_parent_id: z.number().int().positive().nullable(),
      parent_sku: z.string().trim().min(1, 'A parent needs a SKU').max(200),
      title: z.string().trim().min(1, 'A parent needs a title').max(500),
      description: z.string().max(50_000).default(''),
    }),
    option_names: z.array(optionName).min(1, 'A parent needs at least one option name').max(6),
    variants: z.array(z.object({ product_id: z.number().int().positive(), option_values: z.array(optionValue).max(6) })).max(1000),
    removed_products: z.array(z.number().int().positive()).max(1000).default([]),
  })
  .superRefine((draft, ctx) => {
    const wrong = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message })
    const names = new Set<string>()
    for (const [i, name] of draft.option_names.entries()) {
      const key = name.toLowerCase()
      if (names.has(key)) wrong(['option_names', i], messages.optionNameTwice)
      names.add(key)
    }
    const sets = new Map<string, number>()
    for (const [i, v] of draft.variants.entries()) {
      if (v.option_values.length !== draft.option_names.length) wrong(['variants', i], 'Every option needs a value')
      const key = JSON.stringify(v.option_values.map((o) => o.toLowerCase()))
      const twin = sets.get(key)
      if (twin === undefined) sets.set(key, i)
      else wrong(['variants', i], `The same options as variant ${twin + 1}`)
    }
    if (draft.parent.product_variant_parent_id === null && draft.variants.length === 0) wrong(['variants'], 'A new parent needs at least one variant')
  })
export type ParentDraft = z.input<typeof parentDraft>

export const variants = {
  products: operation({
    method: 'POST',
    path: '/api/variant-mapping/products',
    access: 'staff',
    summary: "A supplier's products by mapping status, 50 a page, with a suggested parent for each queued one",
    body: z.object({
      dropshipper_id,
      filter: z.enum(mappingFilters).default('queue'),
      search: z.string().trim().max(200).default(''),
      page: z.number().int().min(1).max(2000).default(1),
    }),
    answer: z.object({
      total: z.number(),
      counts: z.object({ queue: z.number(), mapped: z.number(), unmapped: z.number(), all: z.number() }),
      products: z.array(variantProduct),
    }),
  }),
  parents: operation({
    method: 'GET',
    path: '/api/variant-mapping/parents',
    access: 'staff',
    summary: "A supplier's parents, 20 a page",
    query: z.object({
      dropshipper_id: id,
      search: z.string().trim().max(200).default(''),
      page: z.coerce.number<number>().int().min(1).max(5000).default(1),
    }),
    answer: z.object({ total: z.number(), parents: z.array(parentRow) }),
  }),
  parentsAvailable: operation({
    method: 'GET',
    path: '/api/variant-mapping/parents/avail',
    access: 'staff',
    summary: 'Parents that a product may be mapped into, at most 20',
    query: z.object({ dropshipper_id: id, search: z.string().trim().max(200).default('') }),
    answer: z.array(parentRow),
  }),
  checkParent: operation({
    method: 'POST',
    path: '/api/variant-mapping/parents/check',
    access: 'staff',
    summary: 'Whether a parent SKU is free: status_code 200, or 201 where another parent has it',
    body: z.object({
      dropshipper_id,
      parent_sku: z.string().trim().min(1).max(200),
      product_variant_parent_id: z.number().int().positive().nullable().default(null),
    }),
    answer: z.object({ status_code: z.union([z.literal(200), z.literal(201)]) }),
  }),
  saveParent: operation({
    method: 'POST',
    path: '/api/variant-mapping/parents',
    access: 'staff',
    summary: 'Save a parent and its variants; without variants the parent is deleted. status_code 201: another parent has the SKU',
    body: parentDraft,
    answer: z.object({ status_code: z.union([z.literal(200), z.literal(201)]), product_variant_parent_id: z.number().nullable(), deleted: z.boolean() }),
  }),
  variants: operation({
    method: 'GET',
    path: '/api/variant-mapping/variants',
    access: 'staff',
    summary: "A parent's variants, at most 1,000",
    query: z.object({ product_variant_parent_id: id }),
    answer: z.object({ parent: parentRow, variants: z.array(variantProduct) }),
  }),
  map: operation({
    method: 'POST',
    path: '/api/variant-mapping/variants',
    access: 'staff',
    summary: 'Map products into a parent, each with its option values',
    body: z.object({
      dropshipper_id,
      product_variant_parent_id: z.number().int().positive(),
      variants: z
        .array(z.object({ product_id: z.number().int().positive(), option_values: z.array(optionValue).min(1).max(6) }))
        .min(1)
        .max(500),
    }),
    answer: z.object({ mapped: z.number() }),
  }),
  unmap: operation({
    method: 'POST',
    path: '/api/variant-mapping/variants/unmap',
    access: 'staff',
    summary: 'Take products out of their parents; a parent left without variants is deleted',
    body: z.object({ dropshipper_id, product_ids: productIds }),
    answer: z.object({ unmapped: z.number(), parents_deleted: z.number() }),
  }),
  unqueue: operation({
    method: 'POST',
    path: '/api/variant-mapping/variants/unqueue',
    access: 'staff',
    summary: 'Take products out of the queue: they are no variants',
    body: z.object({ dropshipper_id, product_ids: productIds }),
    answer: z.object({ unqueued: z.number() }),
  }),
  queue: operation({
    method: 'POST',
    path: '/api/variant-mapping/variants/queue',
    access: 'staff',
    summary: 'Put unmapped products into the queue',
    body: z.object({ dropshipper_id, product_ids: productIds }),
    answer: z.object({ queued: z.number() }),
  }),
  acceptSuggestions: operation({
    method: 'POST',
    path: '/api/variant-mapping/suggestions/accept',
    access: 'staff',
    summary: 'Map queued products as suggested; parents that are not there yet are made',
    body: z.object({ dropshipper_id, product_ids: productIds }),
    answer: z.object({ mapped: z.number(), parents_created: z.number(), skipped: z.array(z.object({ product_id: z.number(), reason: z.string() })) }),
  }),
}
