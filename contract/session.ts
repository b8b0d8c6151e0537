import { z } from 'zod'
import { isEmail } from './formats.ts'
import { messages } from './messages.ts'
import { operation } from './operation.ts'
import { roles } from './roles.ts'
import { flag, id, moment } from './shared.ts'

const role = z.enum(roles)

/** At least 10 characters; the server also refuses the common ones. */
const newPassword = z.string().min(10, 'A password needs at least 10 characters').max(200)

const notificationEmail = z.object({ email: z.string(), billing: z.boolean(), updates: z.boolean(), deleted: z.boolean() })
const account = z.object({
  vendor_id: z.number().nullable(),
  company: z.string(),
  email: z.string(),
  role,
  contact: z.object({ company: z.string(), daily_update_notifications: flag, phone: z.string() }),
  notifications: z.array(notificationEmail),
  has_feeds: z.boolean(),
  system_message_unread_count: z.number(),
})
export type Account = z.output<typeof account>

const credentials = z.object({
  login: z.string().trim().min(1, 'Enter your email address').max(254),
  password: z.string().min(1, 'Enter your password').max(200),
})
const token = z.object({ token: z.string().min(10).max(200) })

export const session = {
  log: operation({
    method: 'POST',
    path: '/api-public/log',
    access: 'public',
    summary: "Report a browser's error",
    body: z.object({
      uri: z.string().max(2000),
      message: z.string().max(2000),
      stack_trace: z.string().max(20_000).default(''),
      cause: z.string().max(2000).default(''),
    }),
    answer: 'empty',
  }),
  signIn: operation({
    method: 'POST',
    path: '/api-public/authentication/login',
    access: 'public',
    summary: 'Sign in (form-encoded)',
    encoding: 'form',
    body: credentials,
    answer: account,
  }),
  signInJson: operation({ method: 'POST', path: '/api-public/account/login', access: 'public', summary: 'Sign in', body: credentials, answer: account }),
  signOut: operation({ method: 'POST', path: '/api/authentication/logout', access: 'account', summary: 'Sign out', answer: 'empty' }),
  forgotPassword: operation({
    method: 'POST',
    path: '/api-public/account/forgot-password',
    access: 'public',
    summary: 'Ask for a reset link by mail; the answer never says whether the account exists',
    body: z.object({ email: z.string(messages.emailNeeded).trim().max(254).refine(isEmail) }),
    answer: 'empty',
  }),
  checkReset: operation({
    method: 'GET',
    path: '/api-public/account/password-reset/{token}',
    access: 'public',
    summary: 'Is this reset link good?',
    params: token,
    answer: z.object({ valid: z.boolean(), expired: z.boolean() }),
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/api-public/account/password-reset/{token}',
    access: 'public',
    summary: 'Set a new password by a reset link',
    params: token,
    body: z.object({ password: newPassword }),
    answer: z.object({ success: z.boolean() }),
  }),
  getAccount: operation({
    method: 'GET',
    path: '/api/account/get',
    access: 'account',
    summary: 'The signed-in account; the authenticated check',
    answer: account,
  }),
  getDetails: operation({
    method: 'GET',
    path: '/api/account/details',
    access: 'account',
    summary: 'The account with its contact and notification emails',
    answer: account,
  }),
  unreadCount: operation({
    method: 'GET',
    path: '/api/system-messages/unread-count',
    access: 'account',
    summary: 'Unread notifications; polled every 300000 ms',
    answer: z.object({ unread_count: z.number() }),
  }),
  listMail: operation({
    method: 'GET',
    path: '/api/dev/mail',
    access: 'staff',
    summary: 'Mails kept instead of sent (outside production, without SMTP_URL)',
    answer: z.array(z.object({ mail_id: id, tm: moment, recipient: z.string(), subject: z.string(), body: z.string() })),
  }),
}
