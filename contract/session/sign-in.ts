import { z } from 'zod'
import { text, line } from '../inputs.ts'
import { post } from '../operation.ts'
import { account } from './account.ts'

const credentials = z.object({
  login: line(254, 'Enter your email address'),
  password: text(200).min(1, 'Enter your password'),
  /** From an authenticator app, or a recovery code, if the account requires one. */
  code: line(40).optional(),
})

export const signInOperations = {
  signIn: post('/api-public/authentication/login', 'Sign in (form-encoded)', {
    access: 'public',
    encoding: 'form',
    body: credentials,
    answer: account,
    refuses: ['login_failed', 'code_needed', 'too_many'],
  }),
  signInJson: post('/api-public/account/login', 'Sign in', {
    access: 'public',
    body: credentials,
    answer: account,
    refuses: ['login_failed', 'code_needed', 'too_many'],
  }),
  signOut: post('/api/authentication/logout', 'Sign out', { access: 'account', before_two_step: true }),
}
