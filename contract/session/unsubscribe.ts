import { z } from 'zod'
import { get, post } from '../operation.ts'

const unsubscribeAnswer = z.object({
  valid: z.boolean(),
  /** Empty if the link isn't ours. */
  email: z.string(),
  /** The name of this kind of mail. */
  mails: z.string(),
  /** It ended already. */
  ended: z.boolean(),
})
/** The answer to a link that isn't ours. */
export const unknownLink = { valid: false, email: '', mails: '', ended: false }

/** One kind of mail to one address (docs/domain/emails.md, Unsubscribing). */
export const unsubscribeOperations = {
  checkUnsubscribe: get('/api-public/account/unsubscribe/{vid}/{key}', 'Check an unsubscribe link', {
    access: 'public',
    malformed: unknownLink,
    answer: unsubscribeAnswer,
  }),
  unsubscribeAddress: post(
    '/api-public/account/unsubscribe/{vid}/{key}',
    'Unsubscribe an address from a kind of email. Email clients send `List-Unsubscribe=One-Click`',
    { access: 'public', by_address: true, malformed: unknownLink, answer: unsubscribeAnswer },
  ),
}
