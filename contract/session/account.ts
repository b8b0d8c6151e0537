import { z } from 'zod'
import { get } from '../operation.ts'
import { roles } from '../roles.ts'
import { flag } from '../values.ts'

const role = z.enum(roles)
const notificationEmail = z.object({
  email: z.string(),
  billing: z.boolean(),
  updates: z.boolean(),
  deleted: z.boolean(),
})
/** Who looks at this account as its customer, and how long they still may. */
const customerView = z.object({
  customer_view_id: z.number(),
  customer: z.string(),
  viewer: z.string(),
  seconds_left: z.number(),
})
export type CustomerView = z.output<typeof customerView>
export const account = z.object({
  vendor_id: z.number().nullable(),
  company: z.string(),
  email: z.string(),
  role,
  contact: z.object({
    company: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    daily_update_notifications: flag,
    phone: z.string(),
  }),
  notifications: z.array(notificationEmail),
  /** Of the details: who would get updates, but ended them by their link. */
  updates_ended: z.array(z.string()).optional(),
  /** Of the details: who would get updates or the daily update, but mails to them came back. */
  mails_unreachable: z.array(z.string()).optional(),
  has_feeds: z.boolean(),
  system_message_unread_count: z.number(),
  /** Of the details, which a form edits (docs/domain.md, Two people, one record). */
  version: z.number().optional(),
  /** Only where one of staff looks as this customer; nobody else learns of it. */
  viewing: customerView.optional(),
})

export type Account = z.output<typeof account>

export const accountOperations = {
  getAccount: get('/api/account/get', 'The signed-in account; the authenticated check', {
    access: 'account',
    answer: account,
  }),
  countUnreadMessages: get(
    '/api/system-messages/unread-count',
    'Unread notifications; polled every 300000 ms',
    {
      access: 'account',
      answer: z.object({ unread_count: z.number() }),
    },
  ),
}
