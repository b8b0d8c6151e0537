import { z } from 'zod'
import { id, lines, page } from '../inputs.ts'
import { messages } from '../messages.ts'
import { post } from '../operation.ts'
import { vendorFilters, vendorRow, vendorSorts } from './vendors.ts'

/** The most vendors that are reassigned at once. */
export const mostReassigned = 5000
const accountManager = id.nullable().describe('null: none')

export const byManagerOperations = {
  listVendorsOfManager: post(
    '/api/vendor/get-by-account-manager/{manager_vid}',
    'Vendors of an account manager (0: none) that match the filters, 25 a page',
    {
      reads: true,
      body: z
        .object({ sort: z.enum(vendorSorts).default('newest'), page, ...vendorFilters })
        .omit({ manager: true }),
      answer: z.object({ total: z.number(), vendors: z.array(vendorRow) }),
      refuses: ['not_found'],
    },
  ),
  reassignVendors: post(
    '/api/vendor/reassign',
    'Reassign vendors from one account manager, or any, to another or to none; vendors of others are skipped',
    {
      body: z
        .object({
          from: accountManager.optional().describe('omitted: any, and vendor_ids are required'),
          to: accountManager,
          vendor_ids: z.array(id).min(1).max(mostReassigned).optional().describe('omitted: the first 5,000'),
          note: lines(4000, messages.noteNeeded),
        })
        .refine(({ from, to }) => from !== to, { path: ['to'], error: messages.managerUnchanged })
        .refine(({ from, vendor_ids }) => from !== undefined || vendor_ids !== undefined, {
          path: ['vendor_ids'],
          error: 'Select vendors',
        }),
      answer: z.object({
        changed: z.array(z.number()),
        before: z
          .array(z.object({ from: z.number().nullable(), vendor_ids: z.array(z.number()) }))
          .describe('their previous managers, to undo it'),
        left: z.number().describe('not selected, not deleted, still with this manager'),
      }),
    },
  ),
}
