import { z } from 'zod'
import { line, text, version } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { account } from '../session/account.ts'
import { timeZone } from '../time-zone.ts'
import { flag } from '../values.ts'

const contact = z.object({
  company: line(200, 'Enter your company name'),
  first_name: line(100).optional(),
  last_name: line(100).optional(),
  phone: line(50),
  daily_update_notifications: flag,
})
const email = z.object({
  email: line(254),
  billing: z.boolean(),
  updates: z.boolean(),
  deleted: z.boolean().default(false),
})
// more than are kept, because deleted ones are sent too
const emails = z.array(email).max(50)

export const accountDetailOperations = {
  getAccountDetails: get('/api/account/details', 'The account with its contact and notification emails', {
    access: 'account',
    answer: account,
  }),
  saveContactDetails: put('/api/account/contact-details', 'Update your contact details', {
    access: 'account',
    record: [{ read: 'getAccountDetails', from: 'contact' }],
    body: contact.extend({ version }),
    answer: account,
    refuses: ['conflict'],
  }),
  saveNotificationEmails: put(
    '/api/account/notifications',
    'Replace the notification emails. Addresses that are deleted or missing from the list are removed',
    { access: 'account', body: emails, answer: account },
  ),
  updateAccount: post('/api/account/update', 'Update contact details and notification emails together', {
    access: 'account',
    record: [{ read: 'getAccountDetails' }],
    body: z.object({ contact, notifications: emails, version }),
    answer: account,
    refuses: ['conflict'],
  }),
  saveTimeZone: put('/api/account/time-zone', 'Choose the time zone in which times are shown', {
    access: 'account',
    body: z.object({ time_zone: timeZone.nullable().describe('null: the browser’s') }),
    answer: account,
  }),
  sendUpdatesAgain: put(
    '/api/account/notifications/again',
    'Resume update emails to addresses that unsubscribed by link',
    { access: 'account', answer: account },
  ),
  getOrderAutomation: get('/api/account/order-automation', 'Whether order automation is available', {
    access: 'account',
    answer: z.object({ available: z.boolean() }),
  }),
  signInToOrders: post(
    '/api/account/order-automation-login',
    'A sign-in URL for order automation, valid once and for one minute; null if not set up',
    { access: 'account', answer: z.object({ url: z.string().nullable() }) },
  ),
  changePassword: put(
    '/api/account/change-password',
    'Change your password and sign out other sessions. A rejected password or code is returned as `error`',
    {
      access: 'account',
      body: z.object({
        change: text(200),
        verify: text(200),
        /** Required, beside what is new: an open screen alone changes no password. */
        current_password: text(200).default(''),
        /** From an authenticator app, or a recovery code, if two-step sign-in is on. */
        code: line(40).default(''),
      }),
      answer: z.object({ error: z.string().optional() }),
      refuses: ['too_many'],
    },
  ),
}
