import { text } from '../inputs.ts'

/** At least 10 characters; the server also refuses the common ones. */
export const newPassword = text(200).min(10, 'Use at least 10 characters')

export const passwordWrong = 'Wrong password'
export const currentPasswordNeeded = 'Enter your current password'
