import { z } from 'zod'
import { text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { newPassword } from './password.ts'

// a mangled link is an invalid link, not a malformed request
const rep = text(20)
const key = text(200)

/** `rep` is the login, by its id, that signs in for a vendor (docs/domain/public-links.md, Public links). */
export const verificationOperations = {
  checkVerification: get('/api-public/account/verification', 'Check an email confirmation link', {
    access: 'public',
    query: z.object({ rep, key }),
    answer: z.object({
      needs_verification: z.boolean(),
      /** Empty if the link isn't ours. */
      email: z.string(),
      expired: z.boolean(),
    }),
  }),
  verifyLogin: post(
    '/api-public/account/verification',
    'Confirm an email address with a link and set the password',
    {
      access: 'public',
      body: z.object({ rep, key, password: newPassword }),
      /** Whom to sign in; empty if the link isn't valid any more. */
      answer: z.object({ login: z.string() }),
      refuses: ['too_many'],
    },
  ),
}
