import { z } from 'zod'
import { get, post } from '../operation.ts'
import { bigId, fromText, id, line, sortOf, text, version } from '../inputs.ts'
import { messages } from '../messages.ts'
import { moment } from '../values.ts'
import { dropshipper_id, optionValue, variantProduct } from './mapping.ts'

export const parentPageSize = 20
export const descriptionPreview = 200
/** Milliseconds without typing before a parent SKU is checked. */
export const parentCheckPause = 1000

const parentRow = z.object({
  product_variant_parent_id: z.number(),
  parent_sku: z.string(),
  title: z.string(),
  description: z.string(),
  option_names: z.array(z.string()),
  variants: z.number(),
  /** How many of them are missing from the feed. */
  gone_variants: z.number(),
  automatic: z.boolean(),
  updated_tm: moment,
})

export type ParentRow = z.output<typeof parentRow>
const optionName = line(60, messages.optionNameMissing)
/**
 * A parent with its variants, as the editor sends it, checked by the rules of docs/domain/variants.md, Variants and parents,
 * that need no database.
 */
export const parentDraft = z
  .object({
    dropshipper_id,
    version,
    dropshipper_prefix: text(20),
    update_tm_required: z.boolean().default(false),
    parent: z.object({
      product_variant_parent_id: id.nullable().default(null),
      parent_sku: line(200, 'Enter a SKU'),
      title: line(500, 'Enter a title'),
      description: text(50_000).default(''),
    }),
    option_names: z.array(optionName).min(1, 'Add at least one option').max(6),
    variants: z.array(z.object({ product_id: bigId, option_values: z.array(optionValue).max(6) })).max(1000),
    removed_products: z.array(bigId).max(1000).default([]),
  })
  .superRefine((draft, ctx) => {
    const wrong = (path: (string | number)[], message: string) =>
      ctx.addIssue({ code: 'custom', path, message })
    const names = new Set<string>()
    for (const [i, name] of draft.option_names.entries()) {
      const key = name.toLowerCase()
      if (names.has(key)) wrong(['option_names', i], messages.optionNameTwice)
      names.add(key)
    }
    const products = draft.variants.map((v) => v.product_id)
    for (const [i, id] of products.entries())
      if (products.indexOf(id) < i) wrong(['variants', i], 'Duplicate: remove one')
    const sets = new Map<string, number>()
    for (const [i, v] of draft.variants.entries()) {
      if (v.option_values.length !== draft.option_names.length)
        wrong(['variants', i], 'Enter a value for each option')
      const key = JSON.stringify(v.option_values.map((o) => o.toLowerCase()))
      const twin = sets.get(key)
      if (twin === undefined) sets.set(key, i)
      else wrong(['variants', i], `Same options as variant ${twin + 1}`)
    }
    if (draft.parent.product_variant_parent_id === null && draft.variants.length === 0)
      wrong(['variants'], 'Add at least one variant')
  })

export type ParentDraft = z.input<typeof parentDraft>

export const parentSort = sortOf(['sku', 'title', 'options', 'variants', 'by', 'tm'])
export const parentsAsked = z.object({ search: line(200).default(''), sort: parentSort.default('sku') })

export const parentOperations = {
  listParents: get(
    '/api/variant-mapping/parents',
    'List a supplier’s parents, by SKU or sorted, 20 per page',
    {
      query: parentsAsked.extend({ dropshipper_id: fromText.id, page: fromText.page }),
      answer: z.object({ total: z.number(), parents: z.array(parentRow) }),
      refuses: ['not_found'],
    },
  ),
  listAvailableParents: get(
    '/api/variant-mapping/parents/avail',
    'List parents a product can be mapped to, up to 20',
    {
      query: z.object({ dropshipper_id: fromText.id, search: line(200).default('') }),
      answer: z.array(parentRow),
      refuses: ['not_found'],
    },
  ),
  checkParentSku: post(
    '/api/variant-mapping/parents/check',
    'Check whether a parent SKU is available: status_code 200, or 201 if another parent has it',
    {
      reads: true,
      body: z.object({
        dropshipper_id,
        parent_sku: line(200, 'Required'),
        product_variant_parent_id: id.nullable().default(null),
      }),
      answer: z.object({ status_code: z.union([z.literal(200), z.literal(201)]) }),
      refuses: ['not_found'],
    },
  ),
  saveParent: post(
    '/api/variant-mapping/parents',
    'Save a parent and its variants; a parent without variants is deleted. ' +
      'status_code 201: another parent has the SKU',
    {
      record: [
        { read: 'listVariants', keys: { product_variant_parent_id: 'parent.product_variant_parent_id' } },
      ],
      body: parentDraft,
      answer: z.object({
        status_code: z.union([z.literal(200), z.literal(201)]),
        product_variant_parent_id: z.number().nullable(),
        deleted: z.boolean(),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  listVariants: get('/api/variant-mapping/variants', 'List a parent’s variants, up to 1,000', {
    query: z.object({ product_variant_parent_id: fromText.id }),
    answer: z.object({ version: z.number(), parent: parentRow, variants: z.array(variantProduct) }),
    refuses: ['not_found'],
  }),
}
