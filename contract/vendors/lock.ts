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
const reason = lines(1000, 'Give a reason')

export const vendorLockOperations = {
  beginVendorLock: post(
    '/api/vendor/lock',
    'Keep a vendor for oneself until an hour without work; an admin takes over another’s lock',
    {
      body: z.object({
        vendor_id: id,
        locked_by_vendor_id: id.optional().describe('the caller; a lock is never another’s'),
        reason,
        replaces: id.optional().describe('the lock that an admin takes over; none: another’s lock refuses'),
      }),
      answer: heldLock,
      refuses: ['not_found'],
    },
  ),
  endVendorLock: remove('/api/vendor/lock/{id}', 'End one’s own lock, or as an admin anybody’s', {
    refuses: ['not_found'],
  }),
  accessLockedVendor: post(
    '/api/vendor/lock/{id}/access',
    'Give a reason to work on a vendor that another has locked, until that lock ends',
    { body: z.object({ reason }), refuses: ['not_found'] },
  ),
  noteViewer: post(
    '/api/vendor/{vendor_id}/viewers',
    'Say that one has a vendor’s page open, and learn who else has',
    {
      answer: z.object({ viewers: z.array(z.object({ name: z.string(), since: moment })) }),
      refuses: ['not_found'],
    },
  ),
}
