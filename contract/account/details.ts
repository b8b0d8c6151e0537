import { z } from 'zod'
import { line, text, version } from '../inputs.ts'
import { get, post, put } from '../operation.ts'
import { account } from '../session/account.ts'
import { flag } from '../values.ts'

const contact = z.object({
  company: line(200, 'Enter the name of your company'),
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
  saveContactDetails: put('/api/account/contact-details', 'Save who one is', {
    access: 'account',
    record: [{ read: 'getAccountDetails', from: 'contact' }],
    body: contact.extend({ version }),
    answer: account,
    refuses: ['conflict'],
  }),
  saveNotificationEmails: put(
    '/api/account/notifications',
    'Save the addresses that get notifications; one that is deleted or isn’t named goes',
    { access: 'account', body: emails, answer: account },
  ),
  updateAccount: post('/api/account/update', 'Save both at once, as the screen does', {
    access: 'account',
    record: [{ read: 'getAccountDetails' }],
    body: z.object({ contact, notifications: emails, version }),
    answer: account,
    refuses: ['conflict'],
  }),
  sendUpdatesAgain: put(
    '/api/account/notifications/again',
    'Send updates again to who would get them, but ended them by their link',
    { access: 'account', answer: account },
  ),
  getOrderAutomation: get('/api/account/order-automation', 'Whether an order automation is set up here', {
    access: 'account',
    answer: z.object({ available: z.boolean() }),
  }),
  signInToOrders: post(
    '/api/account/order-automation-login',
    'An address that signs one in to the order automation, once and for a minute; null: none is set up here',
    { access: 'account', answer: z.object({ url: z.string().nullable() }) },
  ),
  changePassword: put(
    '/api/account/change-password',
    'Set a new password, which ends the other sessions; a wrong one is told as `error`',
    {
      access: 'account',
      body: z.object({ change: text(200), verify: text(200) }),
      answer: z.object({ error: z.string().optional() }),
      refuses: ['too_many'],
    },
  ),
}
