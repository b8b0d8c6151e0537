import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#server/platform/errors.ts'
import { randomToken } from '#server/platform/secrets.ts'

/** What an unknown account's password is checked against, so that both answers take the same time. */
const nobodysHash = await hash(randomToken())

export const hashPassword = (password: string): Promise<string> => hash(password)

export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  verify(passwordHash ?? nobodysHash, password)

export const tooMany = () =>
  new Refusal('too_many', 'Too many tries. Please wait a few minutes and try again.')
