import { hash, verify } from '@node-rs/argon2'
import { invalid, Refusal } from '#server/platform/http/errors.ts'
import { randomToken } from '#server/platform/secrets.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

const common = new Set(commonPasswords)
/** The message for a password that everybody tries first. */
export const isCommon = (password: string): string | undefined =>
  common.has(password.toLowerCase()) ? 'This password is too common. Choose another' : undefined
/** @param field its name in the form */
export function refuseCommon(password: string, field = 'password'): void {
  const fault = isCommon(password)
  if (fault) throw invalid({ [field]: fault })
}

/** An unknown account's password is checked against this, so that both answers take the same time. */
const nobodysHash = await hash(randomToken())

export const hashPassword = (password: string): Promise<string> => hash(password)

export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  verify(passwordHash ?? nobodysHash, password)

export const tooMany = () => new Refusal('too_many', 'Too many attempts. Wait a few minutes, then try again.')
