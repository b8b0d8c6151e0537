import { z } from 'zod'
import { line, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { codeNeeded } from './code-needed.ts'

export const recoveryCodes = 10
export const codeWrong = 'This code is wrong or was already used. Wait for the next code, then try again'
const code = line(40, codeNeeded)
const password = text(200).min(1, 'Enter your password')

export const secondFactorOperations = {
  getSecondFactor: get('/api/account/second-factor', 'Get the two-step sign-in status', {
    access: 'account',
    before_two_step: true,
    answer: z.object({
      on: z.boolean(),
      since: z.string().nullable(),
      recovery_codes_left: z.number(),
      required: z.boolean().describe('the role requires two-step sign-in, by an app or a passkey'),
    }),
  }),
  beginSecondFactor: post(
    '/api/account/second-factor/begin',
    'Create a secret for an authenticator app. Shown once; takes effect when confirmed',
    {
      access: 'account',
      before_two_step: true,
      body: z.object({ password }),
      answer: z.object({ secret: z.string(), uri: z.string() }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  confirmSecondFactor: post(
    '/api/account/second-factor/confirm',
    'Turn on two-step sign-in. Recovery codes are shown once; other sessions are signed out',
    {
      access: 'account',
      before_two_step: true,
      body: z.object({ code }),
      answer: z.object({ recovery_codes: z.array(z.string()) }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  renewRecoveryCodes: post(
    '/api/account/second-factor/recovery-codes',
    'Replace your recovery codes. The new ones are shown once; other sessions are signed out',
    {
      access: 'account',
      body: z.object({ password }),
      answer: z.object({ recovery_codes: z.array(z.string()) }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  endSecondFactor: post('/api/account/second-factor/end', 'Turn off two-step sign-in', {
    access: 'account',
    body: z.object({ password, code }),
    refuses: ['conflict', 'too_many'],
  }),
}
