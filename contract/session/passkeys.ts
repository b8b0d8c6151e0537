import { z } from 'zod'
import { line, text } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'
import { moment } from '../values.ts'
import { account } from './account.ts'

export const mostPasskeys = 10
export const passkeyWrong = 'This passkey doesn’t work here. Sign in another way'
/** What the browser's WebAuthn call is started with. */
const options = z.record(z.string(), z.unknown())
/** What the browser's WebAuthn call returned, as JSON. */
export const passkeyResponse = text(20_000).min(1, 'Use a passkey')
const name = line(60, 'Enter a name')
const passkey = z.object({
  passkey_id: z.number(),
  name: z.string(),
  insert_tm: moment,
  used_tm: moment.nullable(),
})
export type Passkey = z.output<typeof passkey>

export const passkeyOperations = {
  listPasskeys: get('/api/account/passkeys', 'List your passkeys', {
    access: 'account',
    before_two_step: true,
    answer: z.array(passkey),
  }),
  beginPasskey: post('/api/account/passkeys/begin', 'Start adding a passkey in this browser', {
    access: 'account',
    fresh: true,
    before_two_step: true,
    answer: options,
    refuses: ['conflict', 'too_many'],
  }),
  addPasskey: post('/api/account/passkeys', 'Add the passkey that the browser made', {
    access: 'account',
    fresh: true,
    before_two_step: true,
    body: z.object({ name, response: passkeyResponse }),
    refuses: ['conflict'],
  }),
  renamePasskey: put('/api/account/passkeys/{id}', 'Rename a passkey', {
    access: 'account',
    body: z.object({ name }),
    refuses: ['not_found'],
  }),
  removePasskey: remove('/api/account/passkeys/{id}', 'Remove a passkey and sign out other sessions', {
    access: 'account',
    fresh: true,
    refuses: ['not_found', 'conflict'],
  }),
}

export const passkeySignInOperations = {
  beginPasskeySignIn: post('/api-public/account/passkey/begin', 'Start signing in with a passkey', {
    access: 'public',
    answer: options,
    refuses: ['too_many'],
  }),
  signInWithPasskey: post(
    '/api-public/account/passkey',
    'Sign in with a passkey, instead of password and code',
    {
      access: 'public',
      body: z.object({ response: passkeyResponse }),
      answer: account,
      refuses: ['login_failed', 'too_many'],
    },
  ),
}
