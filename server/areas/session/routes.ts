import type { session } from '#contract/session.ts'
import type { Handlers } from '#server/platform/http.ts'
import { notFound } from '#server/platform/errors.ts'
import { checkReset, forgotPassword, logClientError, resetPassword, signIn, signOut } from './sign-in.ts'
import { readAccount } from './who.ts'

export const sessionRoutes: Handlers<typeof session> = {
  log: logClientError,
  signIn,
  signInJson: signIn,
  signOut,
  forgotPassword,
  checkReset,
  resetPassword,
  getAccount: (ctx) => readAccount(ctx.db, ctx.who.login_id),
  getDetails: (ctx) => readAccount(ctx.db, ctx.who.login_id),
  unreadCount: async (ctx) => ({ unread_count: (await readAccount(ctx.db, ctx.who.login_id)).system_message_unread_count }),
  listMail: (ctx) => {
    if (ctx.config.production || ctx.config.smtpUrl) throw notFound('page')
    return ctx.mail.kept()
  },
}
