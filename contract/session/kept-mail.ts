import { z } from 'zod'
import { get } from '../operation.ts'
import { id } from '../inputs.ts'
import { moment } from '../values.ts'

export const keptMailOperations = {
  listKeptMail: get('/api/dev/mail', 'Mails kept instead of sent (outside production, without SMTP_URL)', {
    answer: z.array(
      z.object({ mail_id: id, tm: moment, recipient: z.string(), subject: z.string(), body: z.string() }),
    ),
    refuses: ['not_found'],
  }),
}
