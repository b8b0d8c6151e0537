import { z } from 'zod'
import { line } from '../inputs.ts'
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
  searchEverything: get(
    '/api/search',
    'Vendors, suppliers, SKUs and jobs by their first letters or numbers, at most 6 of each',
    {
      query: z.object({ q: line(100, 'This is needed') }),
      answer: z.array(found),
    },
  ),
}
