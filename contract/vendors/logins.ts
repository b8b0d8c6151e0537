import { z } from 'zod'
import { email, id, line } from '../inputs.ts'
import { post } from '../operation.ts'

export const loginTaken = 'This email already has a login'

export const loginOperations = {
  inviteUser: post('/api/invitations', 'Email an invitation to register', {
    body: z.object({
      email,
      company: line(200, 'Enter a company name'),
      campaign_id: id.nullable().default(null).describe('where the registration comes from; null: direct'),
    }),
    answer: z.object({ expires_tm: z.string() }),
    refuses: ['too_many'],
  }),
  giveLogin: post(
    '/api/vendor/{vendor_id}/login',
    'Email a contact a link to confirm the address and set a password; can be repeated ' +
      'until the link is used',
    {
      fresh: true,
      body: z.object({ contact_id: id }),
      answer: z.object({ email: z.string(), expires_tm: z.string() }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  sendMailAgain: post(
    '/api/vendor/{vendor_id}/mail-again',
    'Resume emails to a contact after a bounce or complaint',
    {
      body: z.object({ contact_id: id, reason: line(500, 'Enter a reason') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
