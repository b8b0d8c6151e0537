import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Parsed } from '#contract/index.ts'
import { mostPasskeys } from '#contract/session/passkeys.ts'
import { conflict, invalid, notFound } from '#server/platform/http/errors.ts'
import { withinLimit, write, type Ctx } from '#server/platform/services.ts'
import { passkeyLetter } from '../letters.ts'
import { tooMany } from '../passwords/passwords.ts'
import { holdSteps, refuseLosingStep, refuseUnprovedStep } from '../second-factor/own-step.ts'
import { endOthers, requireSession, setTwoStep } from '../sessions.ts'
import { algorithms, keepChallenge, relyingParty, useChallenge } from './challenge.ts'
import { parsed } from './verify-passkey.ts'

const begunAnHour = 30

export const listPasskeys = ({ db, who }: Ctx) =>
  db
    .selectFrom('passkey')
    .select(['passkey_id', 'name', 'insert_tm', 'used_tm'])
    .where('login_id', '=', who.login_id)
    .orderBy('passkey_id')
    .limit(mostPasskeys)
    .execute()

export async function beginPasskey({ db, config, who }: Ctx) {
  await refuseUnprovedStep(db, who)
  if (!(await withinLimit(db, `passkey of ${who.login_id}`, begunAnHour, 3600))) throw tooMany()
  const own = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('login_id', '=', who.login_id)
    .limit(mostPasskeys)
    .execute()
  const options = await generateRegistrationOptions({
    rpName: 'Feedstock',
    supportedAlgorithmIDs: algorithms,
    rpID: relyingParty(config).id,
    userName: who.email,
    userDisplayName: who.name,
    userID: new TextEncoder().encode(`login ${who.login_id}`),
    // a device keeps one passkey for an account
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(db, options.challenge, who.login_id)
  return { ...options }
}

const attestation = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
})
const notMade = 'The passkey couldn’t be added. Try again'

export async function addPasskey(ctx: Ctx, { body }: Parsed<'addPasskey'>): Promise<void> {
  const { login_id, vendor_id, email } = ctx.who
  const response = parsed(attestation, body.response)
  if (!response) throw invalid({ response: notMade }, notMade)
  const { id, origin } = relyingParty(ctx.config)
  await write(ctx, async (tx, logActivity) => {
    await requireSession(ctx, tx)
    const made = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => useChallenge(tx, challenge, login_id),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(() => undefined)
    if (!made?.verified) throw invalid({ response: notMade }, notMade)
    const { credential } = made.registrationInfo
    const own = await tx
      .selectFrom('passkey')
      .select('passkey_id')
      .where('login_id', '=', login_id)
      .forUpdate()
      .execute()
    await refuseUnprovedStep(tx, ctx.who)
    if (own.length >= mostPasskeys) throw conflict(`You can have up to ${mostPasskeys} passkeys`)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkey')
      .values({
        login_id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name: body.name,
      })
      .onConflict((oc) => oc.column('credential_id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw conflict('This passkey was already added')
    // whoever made it has just shown a fingerprint, face or PIN
    await setTwoStep(ctx, tx)
    await ctx.mail.write(tx, { recipient: email, ...passkeyLetter(body.name, 'added') })
    await logActivity({
      type: 'session.passkey',
      vendor_id,
      message: `${email} added the passkey ${body.name}`,
    })
  })
}

export async function renamePasskey(ctx: Ctx, { params, body }: Parsed<'renamePasskey'>): Promise<void> {
  const { login_id, vendor_id, email } = ctx.who
  await write(ctx, async (tx, logActivity) => {
    const renamed = await tx
      .updateTable('passkey')
      .set({ name: body.name })
      .where('passkey_id', '=', params.id)
      .where('login_id', '=', login_id)
      .returning('passkey_id')
      .executeTakeFirst()
    if (!renamed) throw notFound('passkey')
    await logActivity({
      type: 'session.passkey',
      vendor_id,
      message: `${email} renamed a passkey to ${body.name}`,
    })
  })
}

export async function removePasskey(ctx: Ctx, { params }: Parsed<'removePasskey'>): Promise<void> {
  const { login_id, vendor_id, email } = ctx.who
  await write(ctx, async (tx, logActivity) => {
    await requireSession(ctx, tx)
    await holdSteps(tx, ctx.who)
    const removed = await tx
      .deleteFrom('passkey')
      .where('passkey_id', '=', params.id)
      .where('login_id', '=', login_id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('passkey')
    await refuseLosingStep(tx, ctx.who)
    await endOthers(ctx, tx)
    await ctx.mail.write(tx, { recipient: email, ...passkeyLetter(removed.name, 'removed') })
    await logActivity({
      type: 'session.passkey',
      vendor_id,
      message: `${email} removed the passkey ${removed.name}`,
    })
  })
}
