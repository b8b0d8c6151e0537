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
  link: z.string().nullable().describe('the page about it'),
  dropshipper_id: z.number().nullable(),
  vendor_custom_feed_id: z.number().nullable(),
  unread: z.boolean().describe('sent after you last marked all as read'),
})
export type SystemMessage = z.output<typeof message>

export const messageOperations = {
  listSystemMessages: post(
    '/api/system-messages/',
    'List notifications that aren’t dismissed, newest first',
    {
      reads: true,
      body: z.object({ since_id: bigId.optional().describe('only notifications older than this one') }),
      answer: z.object({
        notifications: z.array(message),
        has_more: z.boolean(),
        last_acknowledge_tm: moment,
      }),
    },
  ),
  acknowledgeSystemMessages: put('/api/system-messages/acknowledge', 'Mark all notifications as read', {}),
  dismissSystemMessages: put(
    '/api/system-messages/dismiss',
    'Dismiss notifications for all staff, or restore them',
    {
      body: z.object({
        id: z.union([bigId, z.array(bigId).min(1).max(mostDismissed)]),
        reason: lines(500).default(''),
        undismiss: z.boolean().default(false),
      }),
      answer: z.object({ ids: z.array(z.number()).describe('the notifications that changed') }),
      refuses: ['not_found'],
    },
  ),
  dismissReadMessages: put(
    '/api/system-messages/dismiss-read',
    'Dismiss notifications you’ve read, for all staff. Up to 500, newest first',
    { answer: z.object({ ids: z.array(z.number()) }) },
  ),
}
