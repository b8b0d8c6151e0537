import { z } from 'zod'
import { email, line, text } from '../inputs.ts'
import { registrationTags } from '../marketing/tags.ts'
import { get, post } from '../operation.ts'
import { orderVolumes } from '../vendors/basics.ts'
import { newPassword } from './password.ts'

// a mangled link is an invalid link, not a malformed request
const repId = text(200)

/** What an invitation leads to (docs/domain/public-links.md, Public links). */
export const registrationOperations = {
  checkRegistration: get('/api-public/account/register', 'Check an invitation', {
    access: 'public',
    query: z.object({ email: text(300), repId }),
    answer: z.object({ valid: z.boolean(), expired: z.boolean(), company: z.string() }),
  }),
  registerUser: post(
    '/api-public/account/register',
    'Register with an invitation: creates the account’s contact and login',
    {
      access: 'public',
      body: z.object({
        contact: z.object({ primaryPhone: line(50, 'Enter a phone number') }),
        rep: z.object({
          login: email,
          password: newPassword,
          currentlySellingOnline: z.boolean(),
          /** Orders per month. */
          orderNumber: z.enum(orderVolumes).default('Unknown'),
          repId,
        }),
        source: registrationTags.optional().describe('how the link was tagged'),
      }),
      answer: z.object({ success: z.boolean() }),
      refuses: ['too_many'],
    },
  ),
}
