import type { Handlers } from '#server/platform/http/http.ts'
import { listKeptMail, listMailSamples } from './kept-mail.ts'
import { checkRegistration } from './invitation-link.ts'
import { registerUser } from './register-user.ts'
import { reportClientError } from './report-client-error.ts'
import { requestPasswordReset } from './passwords/request-password-reset.ts'
import { checkPasswordReset } from './passwords/reset-link.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { beginPasskeySignIn } from './passkeys/verify-passkey.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { checkUnsubscribe, unsubscribeAddress } from './unsubscribe-address.ts'
import { checkVerification } from './verification-link.ts'
import { verifyLogin } from './verify-login.ts'
import { countUnreadMessages, getAccount } from './who.ts'

export const sessionRoutes: Handlers<'session'> = {
  reportClientError,
  signIn,
  signInJson: signIn,
  signOut,
  beginPasskeySignIn,
  signInWithPasskey,
  requestPasswordReset,
  checkPasswordReset,
  resetPassword,
  checkRegistration,
  registerUser,
  checkVerification,
  verifyLogin,
  checkUnsubscribe,
  unsubscribeAddress,
  getAccount,
  countUnreadMessages,
  listKeptMail,
  listMailSamples,
}
