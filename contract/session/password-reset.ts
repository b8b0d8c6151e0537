import { z } from 'zod'
import { get, post } from '../operation.ts'
import { emailOr } from '../inputs.ts'
import { messages } from '../messages.ts'
import { newPassword } from './password.ts'

export const passwordResetOperations = {
  requestPasswordReset: post(
    '/api-public/account/forgot-password',
    'Request a password reset email. The response never reveals whether the account exists',
    {
      access: 'public',
      body: z.object({ email: emailOr(messages.emailNeeded) }),
      refuses: ['too_many'],
    },
  ),
  checkPasswordReset: get('/api-public/account/password-reset/{token}', 'Check a password reset link', {
    access: 'public',
    malformed: { valid: false, expired: false, email: '' },
    answer: z.object({
      valid: z.boolean(),
      expired: z.boolean(),
      /** Whose password it sets; empty if the link isn't valid. */
      email: z.string(),
    }),
  }),
  resetPassword: post('/api-public/account/password-reset/{token}', 'Set a new password with a reset link', {
    access: 'public',
    malformed: { success: false },
    body: z.object({ password: newPassword }),
    answer: z.object({ success: z.boolean() }),
    refuses: ['too_many'],
  }),
}
