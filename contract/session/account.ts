import { z } from 'zod'
import { get } from '../operation.ts'
import { roles } from '../roles.ts'
import { flag, moment } from '../values.ts'

const role = z.enum(roles)
const notificationEmail = z.object({
  email: z.string(),
  billing: z.boolean(),
  updates: z.boolean(),
  deleted: z.boolean(),
})
/** Who views this account as its customer, and how long they may continue. */
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
  time_zone: z.string().nullable().describe('in which times are shown; null: the browser’s'),
  /** Part of the details: recipients of updates who unsubscribed by their link. */
  updates_ended: z.array(z.string()).optional(),
  /** Part of the details: recipients of updates or the daily update whose mail bounced. */
  mails_unreachable: z.array(z.string()).optional(),
  /** Part of the details: the new sign-in address that waits for its confirmation. */
  email_change: z.object({ email: z.string(), expires_tm: moment }).nullable().optional(),
  /** Whether a custom feed of the vendor is active. */
  has_feeds: z.boolean(),
  system_message_unread_count: z.number(),
  /** Part of the details, which a form edits (docs/domain/writes.md, Two people, one record). */
  version: z.number().optional(),
  /** They can only set up or use two-step sign-in before anything else. */
  needs_two_step: z.boolean().optional(),
  /** Only while a staff member views the account as this customer; nobody else is told. */
  viewing: customerView.optional(),
})

export type Account = z.output<typeof account>

export const accountOperations = {
  getAccount: get('/api/account/get', 'Get the signed-in account', {
    access: 'account',
    before_two_step: true,
    answer: account,
  }),
  countUnreadMessages: get(
    '/api/system-messages/unread-count',
    'Count unread notifications. Polled every 5 minutes',
    {
      access: 'account',
      answer: z.object({ unread_count: z.number() }),
    },
  ),
}
