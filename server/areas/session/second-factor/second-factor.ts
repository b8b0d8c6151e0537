import { Secret, TOTP } from 'otpauth'
import { recoveryCodes } from '#contract/session/second-factor.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { BackOff } from '#server/platform/back-off.ts'
import type { Services } from '#server/platform/services.ts'
import { admitGuess } from '../limits.ts'

export const period = 30
/** Of a million codes, three are valid at a time. */
export const ofCodes: BackOff = { free: 10, waitSeconds: 60, mostSeconds: 3600, decaySeconds: 360 }

export const newSecret = (): string => new Secret({ size: 20 }).base32
export const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({ issuer: 'Feedstock', label: email, secret: Secret.fromBase32(secret), period })

/** Whether signing in as `login` requires a code. */
export const confirmedFactor = sql<boolean>`exists (
  select
  from second_factor f
  where f.login_id = login.login_id and f.confirmed_tm is not null)`

export async function hasSecondFactor(db: Db, loginId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('login_id')
    .where('login_id', '=', loginId)
    .where('confirmed_tm', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Limits how fast codes can be guessed, even by somebody who knows the password. Their guesses keep the owner out
 * neither of a browser that they use nor of an open session.
 * @param browser the owner's own, or `session`; undefined: any other
 */
export const admitCode = (db: Db, loginId: number, browser: string | undefined) =>
  admitGuess(db, browser === undefined ? `code of ${loginId}` : `code of ${loginId} by ${browser}`, ofCodes)

/**
 * Uses up a code from the app, or a recovery code: each works once, even if two requests come at once
 * (docs/domain/session.md, Two-step sign-in).
 * @returns false: it isn't valid, or was used already
 */
export async function useCode(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  tx: Tx,
  loginId: number,
  code: string,
): Promise<boolean> {
  const typedCode = plain(code)
  return /^\d{6}$/.test(typedCode)
    ? useStep({ secrets, clock }, tx, loginId, typedCode)
    : useRecovery(tx, loginId, typedCode)
}
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** A clock may be off by one step. */
async function useStep(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  tx: Tx,
  loginId: number,
  token: string,
): Promise<boolean> {
  const factor = await tx
    .selectFrom('second_factor')
    .select('secret')
    .where('login_id', '=', loginId)
    .executeTakeFirst()
  const timestamp = clock.now()
  const delta = factor && totpOf(secrets.open(factor.secret)).validate({ token, timestamp, window: 1 })
  if (delta === undefined || delta === null) return false
  const step = Math.floor(timestamp / 1000 / period) + delta
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('login_id', '=', loginId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

async function useRecovery(tx: Tx, loginId: number, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used_tm: sql`now()` })
    .where('login_id', '=', loginId)
    .where('code_hash', '=', sha256(code))
    .where('used_tm', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** 80 bits, so that storing a plain hash is safe. */
const newCode = () => new Secret({ size: 10 }).base32.toLowerCase()

/** New recovery codes, shown once, in place of all earlier ones. */
export async function makeRecoveryCodes(tx: Tx, loginId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await tx.deleteFrom('recovery_code').where('login_id', '=', loginId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ login_id: loginId, code_hash: sha256(code) })))
    .execute()
  return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
}
