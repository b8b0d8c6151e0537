import { z } from 'zod'
import { line, text } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { codeNeeded } from './code-needed.ts'

export const recoveryCodes = 10
export const codeWrong = 'This code is not right, or was used already. Wait for the next one, and try again'
const code = line(40, codeNeeded)
const password = text(200).min(1, 'Enter your password')

export const secondFactorOperations = {
  getSecondFactor: get('/api/account/second-factor', 'Whether signing in asks for a code, too', {
    access: 'account',
    answer: z.object({ on: z.boolean(), since: z.string().nullable(), recovery_codes_left: z.number() }),
  }),
  beginSecondFactor: post(
    '/api/account/second-factor/begin',
    'A new secret for an authenticator app, answered once; it is asked for once it is confirmed',
    {
      access: 'account',
      body: z.object({ password }),
      answer: z.object({ secret: z.string(), uri: z.string() }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  confirmSecondFactor: post(
    '/api/account/second-factor/confirm',
    'Ask for codes from now on; the recovery codes are answered once, and other sessions end',
    {
      access: 'account',
      body: z.object({ code }),
      answer: z.object({ recovery_codes: z.array(z.string()) }),
      refuses: ['conflict', 'too_many'],
    },
  ),
  endSecondFactor: post('/api/account/second-factor/end', 'Ask for no codes any more', {
    access: 'account',
    body: z.object({ password, code }),
    refuses: ['conflict', 'too_many'],
  }),
}
