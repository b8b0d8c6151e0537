import { z } from 'zod'
import { email, id, line } from '../inputs.ts'
import { post } from '../operation.ts'

export const loginTaken = 'Somebody signs in with this address already'

export const loginOperations = {
  inviteUser: post('/api/invitations', 'Invite somebody to register, by mail', {
    body: z.object({ email, company: line(200, 'Enter the company’s name') }),
    answer: z.object({ expires_tm: z.string() }),
    refuses: ['too_many'],
  }),
  giveLogin: post(
    '/api/vendor/{vendor_id}/login',
    'Let a contact sign in: it confirms its address and chooses a password by a link that it is sent; again, ' +
      'as long as it hasn’t',
    {
      body: z.object({ contact_id: id }),
      answer: z.object({ email: z.string(), expires_tm: z.string() }),
      refuses: ['not_found', 'conflict', 'too_many'],
    },
  ),
  sendMailAgain: post(
    '/api/vendor/{vendor_id}/mail-again',
    'Send mails again to a contact’s address that bounced or complained',
    {
      body: z.object({ contact_id: id, reason: line(500, 'Say why') }),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
