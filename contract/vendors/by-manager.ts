import { z } from 'zod'
import { id, lines, page } from '../inputs.ts'
import { messages } from '../messages.ts'
import { post } from '../operation.ts'
import { vendorRow, vendorSorts } from './vendors.ts'

/** The most vendors that are reassigned at once. */
export const mostReassigned = 5000
const somebody = id.nullable().describe('null: nobody')

export const byManagerOperations = {
  listVendorsOfManager: post(
    '/api/vendor/get-by-account-manager/{manager_vid}',
    'Vendors by their account manager, 25 a page; 0: those that have none',
    {
      reads: true,
      body: z.object({ sort: z.enum(vendorSorts).default('newest'), page }),
      answer: z.object({ total: z.number(), vendors: z.array(vendorRow) }),
      refuses: ['not_found'],
    },
  ),
  reassignVendors: post(
    '/api/vendor/reassign',
    'Give several vendors of one account manager to another, or to nobody; those that have another are left',
    {
      body: z
        .object({
          from: somebody,
          to: somebody,
          vendor_ids: z
            .array(id)
            .min(1)
            .max(mostReassigned)
            .optional()
            .describe('not given: the first 5,000 that there are'),
          note: lines(4000, messages.noteNeeded),
        })
        .refine(({ from, to }) => from !== to, { path: ['to'], error: messages.managerUnchanged }),
      answer: z.object({
        changed: z.array(z.number()),
        left: z.number().describe('not named, not deleted, still theirs'),
      }),
    },
  ),
}
