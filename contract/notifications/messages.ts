import { z } from 'zod'
import { bigId, lines } from '../inputs.ts'
import { post, put } from '../operation.ts'
import { moment } from '../values.ts'

export const messagePageSize = 20
/** The most that are dismissed at once. */
export const mostDismissed = 500

const message = z.object({
  id: z.number(),
  insert_tm: moment,
  category: z.string(),
  message: z.string(),
  link: z.string().nullable().describe('where one sees to it'),
  dropshipper_id: z.number().nullable(),
  vendor_custom_feed_id: z.number().nullable(),
  unread: z.boolean().describe('it came after one has last said that all were read'),
})
export type SystemMessage = z.output<typeof message>

export const messageOperations = {
  listSystemMessages: post('/api/system-messages/', 'Notifications that aren’t dismissed, newest first', {
    reads: true,
    body: z.object({ since_id: bigId.optional().describe('those older than this one') }),
    answer: z.object({
      notifications: z.array(message),
      has_more: z.boolean(),
      last_acknowledge_tm: moment,
    }),
  }),
  acknowledgeSystemMessages: put('/api/system-messages/acknowledge', 'Says that all of them are read', {}),
  dismissSystemMessages: put(
    '/api/system-messages/dismiss',
    'Puts notifications away for all staff, or brings them back',
    {
      body: z.object({
        id: z.union([bigId, z.array(bigId).min(1).max(mostDismissed)]),
        reason: lines(500).default(''),
        undismiss: z.boolean().default(false),
      }),
      answer: z.object({ ids: z.array(z.number()).describe('those that were not so already') }),
      refuses: ['not_found'],
    },
  ),
  dismissReadMessages: put(
    '/api/system-messages/dismiss-read',
    'Puts the notifications away that one has read, for all staff; 500 at once, the newest first',
    { answer: z.object({ ids: z.array(z.number()) }) },
  ),
}
