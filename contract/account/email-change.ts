import { z } from 'zod'
import { emailOr } from '../inputs.ts'
import { messages } from '../messages.ts'
import { get, post } from '../operation.ts'

export const sameEmail = 'This is already your sign-in email'

export const emailChangeOperations = {
  requestEmailChange: post(
    '/api/account/email-change',
    'Email a link to a new sign-in address. The current one works until the link is used. The response never reveals whether the address is taken',
    {
      access: 'account',
      fresh: true,
      body: z.object({ email: emailOr(messages.notificationEmailWrong) }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  withdrawEmailChange: post('/api/account/email-change/withdraw', 'End the link to a new sign-in address', {
    access: 'account',
    refuses: ['not_found', 'conflict'],
  }),
  checkEmailChange: get('/api-public/account/email-change/{token}', 'Check a link to a new sign-in address', {
    access: 'public',
    malformed: { valid: false, expired: false, email: '' },
    answer: z.object({
      valid: z.boolean(),
      expired: z.boolean(),
      /** The new address; empty if the link isn't valid. */
      email: z.string(),
    }),
  }),
  confirmEmailChange: post(
    '/api-public/account/email-change/{token}',
    'Change the sign-in address by its link. False if the link is no longer valid',
    {
      access: 'public',
      malformed: { success: false },
      answer: z.object({ success: z.boolean() }),
      refuses: ['too_many'],
    },
  ),
}
