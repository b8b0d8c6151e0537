import { z } from 'zod'
import { fromText } from '../inputs.ts'
import { get } from '../operation.ts'

export const changeKinds = ['Created', 'Updated', 'Deleted'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const comparedProduct = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  change: z.enum(changeKinds),
  currency: z.string().optional().describe('currency of its amounts, if the product has one'),
  fields: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
})

export type ComparedProduct = z.output<typeof comparedProduct>

export const comparisonOperations = {
  compareRuns: get(
    '/api/feed-runs/{stat1}/compare/{stat2}',
    'Compare two runs product by product, up to 50 per page',
    {
      query: z.object({
        after: fromText.bigId.optional(),
        change: z.enum(changeKinds).optional(),
      }),
      answer: z.object({
        products: z.array(comparedProduct),
        next: z.number().nullable(),
        currency: z
          .string()
          .nullable()
          .describe('default for products without one; null if the feed has several'),
      }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  countRunDifferences: get(
    '/api/feed-runs/{stat1}/compare/{stat2}/counts',
    'Count the products that differ between two runs',
    {
      answer: z.object({ Created: z.number(), Updated: z.number(), Deleted: z.number() }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
