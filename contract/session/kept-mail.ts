import { z } from 'zod'
import { get } from '../operation.ts'
import { id } from '../inputs.ts'
import { moment } from '../values.ts'

/** A mail as HTML and as plain text. */
const mailContent = { subject: z.string(), text: z.string(), html: z.string() }

export const keptMailOperations = {
  listKeptMail: get(
    '/api/dev/mail',
    'List emails stored instead of sent (outside production, without SMTP_URL)',
    {
      answer: z.array(z.object({ mail_id: id, tm: moment, recipient: z.string(), ...mailContent })),
      refuses: ['not_found'],
    },
  ),
  listMailSamples: get('/api/mail-samples', 'List a sample of each kind of email', {
    answer: z.array(z.object({ name: z.string(), ...mailContent })),
  }),
}
