import { z } from 'zod'
import { get } from '../operation.ts'

const found = z.object({
  kind: z.enum(['vendor', 'supplier', 'product', 'job']),
  id: z.number(),
  label: z.string(),
  detail: z.string(),
  parent_id: z.number().nullable(),
})

export type Found = z.output<typeof found>

export const paletteOperations = {
  searchEverything: get('/api/search', 'Vendors, suppliers, SKUs and jobs by their first letters or numbers, at most 6 of each', {
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    answer: z.array(found),
  }),
}
