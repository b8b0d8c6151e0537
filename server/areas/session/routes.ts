import type { Handlers } from '#server/platform/http.ts'
import { listKeptMail } from './kept-mail.ts'
import { checkPasswordReset, reportClientError, requestPasswordReset, resetPassword, signIn, signOut } from './sign-in.ts'
import { countUnreadMessages, getAccount, getAccountDetails } from './who.ts'

export const sessionRoutes: Handlers<'session'> = {
  reportClientError,
  signIn,
  signInJson: signIn,
  signOut,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  getAccount,
  getAccountDetails,
  countUnreadMessages,
  listKeptMail,
}
