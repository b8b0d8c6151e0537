import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { visible } from '#contract/inputs.ts'
import { isStaff, roles, type Role } from '#contract/roles.ts'
import { staffPasswordShort } from '#contract/session/password.ts'
import { invalid, Refusal } from '#server/platform/http/errors.ts'
import { randomToken } from '#server/platform/secrets.ts'

/** 49,000 passwords that are tried first. */
const common = new Set(dictionary['passwords-common'])
const isStaffLength = (password: string) => password.length >= 12

/** Whether it is one of the common passwords, alone, repeated, or with a few digits or marks around it. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  if (common.has(lower) || new Set(lower).size < 5) return true
  const half = lower.slice(0, lower.length / 2)
  if (half + half === lower && common.has(half)) return true
  const word = /^[^a-z]{0,4}([a-z]{4,}?)[^a-z]{0,6}$/.exec(lower)?.[1]
  return word !== undefined && common.has(word)
}

/** What is wrong with a new password; its length for customers is the contract's. */
export function faultOfPassword(password: string, owner: Owner): string | undefined {
  const lower = password.toLowerCase().trim()
  const email = owner.email.toLowerCase()
  if (!visible(password)) return 'Use more than spaces'
  if (isStaff(owner.role) && !isStaffLength(password)) return staffPasswordShort
  if (lower === email || lower === email.split('@')[0]) return 'Don’t use your email address as the password'
  return isCommon(lower) ? 'This password is too common. Choose another' : undefined
}
interface Owner {
  email: string
  role: Role
}
/** Of a link that isn't valid, the password is checked all the same. */
export const ownerOf = (login: { email: string; role: string } | undefined): Owner => ({
  email: login?.email ?? '',
  role: roles.find((role) => role === login?.role) ?? 'customer',
})

/** @param field its name in the form */
export function refuseWeak(password: string, owner: Owner, field = 'password'): void {
  const fault = faultOfPassword(password, owner)
  if (fault) throw invalid({ [field]: fault })
}

/** An unknown account's password is checked against this, so that both answers take the same time. */
const nobodysHash = await hash(randomToken())

export const hashPassword = (password: string): Promise<string> => hash(password)

export const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  verify(passwordHash ?? nobodysHash, password)

export const tooMany = () => new Refusal('too_many', 'Too many attempts. Wait a few minutes, then try again.')
