import { z } from 'zod'
import { text } from '../inputs.ts'
import { get, post, remove } from '../operation.ts'
import { moment } from '../values.ts'

/** A deleted account can be restored for this long; then it is permanently erased. */
export const keptDays = 30
export const companyNeeded = 'Enter the company name'
/** Statuses in which an account may be deleted: Free and Canceled. */
export const deletable: readonly number[] = [0, 4]

/** The state of a deleted account. */
export const deletion = z.object({ tm: moment, by: z.string(), erased_from: moment, erased: z.boolean() })
export type Deletion = z.output<typeof deletion>

export const deletionOperations = {
  checkDeletion: get('/api/vendor/{vendor_id}/deletion', 'Reasons why an account can’t be deleted', {
    access: 'admin',
    answer: z.object({
      /** Empty: it may be deleted. */
      reasons: z.array(z.string()),
      offered: z.boolean().describe('Free or Canceled, and its login doesn’t contain “deleted”'),
      contact_id: z.number().describe('the primary contact, or the oldest one; 0: none'),
      email: z.string().describe('this contact’s email; - if it has none'),
    }),
    refuses: ['not_found'],
  }),
  deleteAccount: remove(
    '/api/vendor/{id}/{contact_id}/{email}/delete',
    'Delete a vendor’s account, identified by company, primary contact and email',
    {
      fresh: true,
      access: 'admin',
      query: z.object({
        company: text(1000).optional().describe('typed to confirm; if given, it must be the vendor’s'),
      }),
      refuses: ['not_found'],
    },
  ),
  restoreAccount: post('/api/vendor/{vendor_id}/restore', 'Restore a deleted account', {
    fresh: true,
    access: 'admin',
    refuses: ['not_found'],
  }),
}
