import { z } from 'zod'
import { line, text } from '../inputs.ts'
import { post } from '../operation.ts'

/** The message of what needs a fresh sign-in (docs/domain/session.md, Fresh sign-in). */
export const identityNeeded = 'Enter your password again to continue'
export const proofNeeded = 'Enter your password or a code, or use a passkey'
/** Why no other step is added while the account’s own one wasn’t used. */
export const ownStepNeeded =
  'Use the passkey or app that you already set up. If you lost it, another admin can give you a new login'
/** Why the only second step stays while the role requires one. */
export const lastStepNeeded =
  'Your role requires two-step sign-in, and this is your only second step. Add another one first'
/** The message while two-step sign-in is required and not used yet. */
export const twoStepNeeded = 'Set up two-step sign-in to continue'

export const identityOperations = {
  confirmIdentity: post(
    '/api/account/confirm-identity',
    'Confirm that it’s you with your password, a code or a passkey. Acts that need a fresh sign-in work for 10 minutes',
    {
      access: 'account',
      before_two_step: true,
      body: z.object({
        password: text(200).default(''),
        /** From an authenticator app, or a recovery code, instead of the password. */
        code: line(40).default(''),
        /** Or a passkey. */
        passkey: text(20_000).default(''),
      }),
      refuses: ['too_many'],
    },
  ),
}
