import { text } from '../inputs.ts'

/** At least 10 characters, 12 for staff; the server also refuses weak ones. */
export const newPassword = text(200).min(10, 'Use at least 10 characters')

export const staffPasswordShort = 'Use at least 12 characters'
export const passwordWrong = 'Wrong password'
export const currentPasswordNeeded = 'Enter your current password'
