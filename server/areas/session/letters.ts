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

/** What was done to how one signs in: whoever didn't do it should know at once. */
const changed = (subject: string, what: string): Content => ({
  subject,
  parts: [
    what,
    'If it wasn’t you, set a new password at once: it ends every session.',
    { action: 'Set a new password', url: '/login' },
  ],
})
export const passwordLetter = () =>
  changed(
    'Your Feedstock password was changed',
    'The password of your Feedstock account was changed. You are signed out everywhere but where you did it.',
  )
export const secondFactorLetter = (on: boolean) =>
  changed(
    `Two-step sign-in is ${on ? 'on' : 'off'}`,
    on
      ? 'Signing in to your Feedstock account asks for a code of your authenticator app from now on.'
      : 'Signing in to your Feedstock account asks for your password alone from now on.',
  )

/** Each letter as it may read, by its name. */
export const samples = {
  resetLetter: resetLetter('/password-reset/a-sample-that-opens-nothing'),
  passwordLetter: passwordLetter(),
  secondFactorLetter: secondFactorLetter(true),
}
