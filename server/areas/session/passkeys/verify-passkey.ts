import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/network.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { tooMany } from '../passwords/passwords.ts'
import { keepChallenge, relyingParty, useChallenge } from './challenge.ts'

const begunAnHour = 120

/** The same for everybody: the device knows which passkeys it has for this service. */
export async function beginPasskeySignIn({ db, config, req }: Ctx) {
  if (!(await withinLimit(db, `passkey from ${networkOf(req.ip)}`, begunAnHour, 3600))) throw tooMany()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
  })
  await keepChallenge(db, options.challenge, null)
  return { ...options }
}

const assertion = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  response: z.looseObject({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
})

/** JSON of the shape; undefined: it isn't. */
export function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Whose passkey signed a challenge of ours, with a fingerprint, face or PIN; undefined: nobody's. That is
 * possession and knowledge at once, so it counts as two steps.
 */
export async function ownerOfPasskey(
  { config }: Pick<Ctx, 'config'>,
  tx: Tx,
  text: string,
): Promise<number | undefined> {
  const response = parsed(assertion, text)
  if (!response) return undefined
  const passkey = await tx
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', response.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return undefined
  const { id, origin } = relyingParty(config)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => useChallenge(tx, challenge, null),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return undefined
  await tx
    .updateTable('passkey')
    .set({ counter: authenticationInfo.newCounter, used_tm: sql`now()` })
    .where('passkey_id', '=', passkey.passkey_id)
    .execute()
  return passkey.login_id
}
