import { z } from 'zod'
import { line } from '../inputs.ts'
import { get } from '../operation.ts'
import { moment } from '../values.ts'
import { match } from './matched.ts'

const paletteHit = z.object({
  kind: z.enum([
    'vendor',
    'supplier',
    'product',
    'job',
    'run',
    'invoice',
    'charge',
    'promo_code',
    'platform',
    'custom_feed',
  ]),
  id: z.number(),
  label: z.string(),
  detail: z.string(),
  /** Facts that tell it from others: a vendor's status and plan, a supplier's products and subscribers. */
  facts: z.string(),
  /** The supplier's run that awaits a decision. */
  held_run: z.object({ feed_run_id: z.number(), end_tm: moment.nullable() }).nullable(),
  parent_id: z.number().nullable().describe('the vendor or supplier it belongs to'),
  /** It has exactly this id, name, prefix, email, phone or SKU, or is the nearest of the similar ones. */
  best: z.boolean(),
  /** Why it was found, if label and detail don't show it. */
  matched: match.nullable(),
})

export type PaletteHit = z.output<typeof paletteHit>

export const paletteOperations = {
  searchEverything: get(
    '/api/search',
    'Search vendors, suppliers, SKUs, jobs, runs, invoices, charges, promo codes, platforms and custom feeds. Tolerates typos; up to 6 of each',
    {
      query: z.object({ q: line(100, 'Required') }),
      answer: z.array(paletteHit),
    },
  ),
}
