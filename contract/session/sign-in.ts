import { z } from 'zod'
import { post } from '../operation.ts'
import { account } from './account.ts'

const credentials = z.object({
  login: z.string().trim().min(1, 'Enter your email address').max(254),
  password: z.string().min(1, 'Enter your password').max(200),
})

export const signInOperations = {
  signIn: post('/api-public/authentication/login', 'Sign in (form-encoded)', { access: 'public', encoding: 'form', body: credentials, answer: account }),
  signInJson: post('/api-public/account/login', 'Sign in', { access: 'public', body: credentials, answer: account }),
  signOut: post('/api/authentication/logout', 'Sign out', { access: 'account' }),
}
