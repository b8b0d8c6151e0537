import { z } from 'zod'
import { id, lines } from '../inputs.ts'
import { post, remove } from '../operation.ts'
import { heldLock } from '../refusals.ts'
import { moment } from '../values.ts'

/** A lock ends when its holder has done nothing on the vendor for this long. */
export const lockLastsMs = 3_600_000
/** An open vendor page reports itself at this interval, and counts as closed after a longer silence. */
export const viewerBeatMs = 20_000
export const viewerGoneMs = 45_000
const leastReason = 3
const reason = lines(1000, 'Enter a reason').min(
  leastReason,
  `Enter a reason of at least ${leastReason} characters`,
)

export const vendorLockOperations = {
  beginVendorLock: post(
    '/api/vendor/lock',
    'Lock a vendor; the lock ends after an hour without activity, and an admin can take over another’s lock',
    {
      body: z.object({
        vendor_id: id,
        locked_by_vendor_id: id.optional().describe('the caller; a lock is never another’s'),
        reason,
        replaces: id
          .optional()
          .describe('the lock an admin takes over; omitted: refused if someone else holds one'),
      }),
      answer: heldLock,
      refuses: ['not_found'],
    },
  ),
  endVendorLock: remove('/api/vendor/lock/{id}', 'End your own lock, or any lock as an admin', {
    refuses: ['not_found'],
  }),
  accessLockedVendor: post(
    '/api/vendor/lock/{id}/access',
    'Get access to a vendor locked by someone else until that lock ends, with a reason',
    { body: z.object({ reason }), refuses: ['not_found'] },
  ),
  noteViewer: post(
    '/api/vendor/{vendor_id}/viewers',
    'Report that you have a vendor’s page open, and see who else does',
    {
      answer: z.object({ viewers: z.array(z.object({ name: z.string(), since: moment })) }),
      refuses: ['not_found'],
    },
  ),
}
