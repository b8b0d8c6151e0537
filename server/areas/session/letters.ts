import type { Content } from '#server/platform/letter.ts'
import { resetHours } from './reset-link.ts'

export const resetLetter = (link: string): Content => ({
  subject: 'Reset your Feedstock password',
  parts: [
    'Somebody, we hope you, asked to reset the password of your Feedstock account.',
    { action: 'Set a new password', url: link },
    `The link works once, for ${resetHours} hours. If you did not ask for it, ignore this mail.`,
  ],
})

/** Each letter as it may read, by its name. */
export const samples = { resetLetter: resetLetter('/password-reset/a-sample-that-opens-nothing') }
