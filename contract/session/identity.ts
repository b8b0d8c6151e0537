import { z } from 'zod'
import { line, text } from '../inputs.ts'
import { post } from '../operation.ts'

/** The message of what needs a fresh sign-in (docs/domain/session.md, Fresh sign-in). */
export const identityNeeded = 'Enter your password again to continue'
export const proofNeeded = 'Enter your password or a code'

export const identityOperations = {
  confirmIdentity: post(
    '/api/account/confirm-identity',
    'Confirm with your password or a code that it’s you. Acts that need a fresh sign-in work for 10 minutes',
    {
      access: 'account',
      body: z.object({
        password: text(200).default(''),
        /** From an authenticator app, or a recovery code, instead of the password. */
        code: line(40).default(''),
      }),
      refuses: ['too_many'],
    },
  ),
}
