import { z } from 'zod'
import { text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { newPassword } from './password.ts'

// whatever a link was made into on its way is a bad link, and no malformed request
const rep = text(20)
const key = text(200)

/** A rep is who signs in for a vendor, by the number of the login (docs/domain.md, Public links). */
export const verificationOperations = {
  checkVerification: get(
    '/api-public/account/verification',
    'Does this link’s login need its address confirmed?',
    {
      access: 'public',
      query: z.object({ rep, key }),
      answer: z.object({
        needs_verification: z.boolean(),
        /** Empty, where the link is none of ours. */
        email: z.string(),
        expired: z.boolean(),
      }),
    },
  ),
  verifyLogin: post(
    '/api-public/account/verification',
    'Confirm a login’s address by a link, and choose its password',
    {
      access: 'public',
      body: z.object({ rep, key, password: newPassword }),
      /** Whom to sign in; empty, where the link is good no longer. */
      answer: z.object({ login: z.string() }),
      refuses: ['too_many'],
    },
  ),
}
