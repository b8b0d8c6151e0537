import type { Content } from '#server/platform/mail/letter.ts'
import { invitationDays } from './invitation-link.ts'
import { resetHours } from './reset-link.ts'
import { verificationDays } from './verification-link.ts'

export const resetLetter = (link: string): Content => ({
  subject: 'Reset your Feedstock password',
  parts: [
    'Somebody, we hope you, asked to reset the password of your Feedstock account.',
    { action: 'Set a new password', url: link },
    `The link works once, for ${resetHours} hours. If you did not ask for it, ignore this mail.`,
  ],
})

export const verificationLetter = (company: string, link: string): Content => ({
  subject: 'Confirm your email address for Feedstock',
  parts: [
    `You can sign in to the Feedstock account of ${company} from now on. Confirm that this address is yours, and choose your password.`,
    { action: 'Confirm and choose a password', url: link },
    `The link works once, for ${verificationDays} days. If you don’t know ${company}, ignore this mail: nothing happens.`,
  ],
})

export const invitationLetter = (company: string, link: string): Content => ({
  subject: 'Open your Feedstock account',
  parts: [
    `You are invited to open a Feedstock account for ${company}. It takes a password, a phone number and a minute.`,
    { action: 'Open the account', url: link },
    `The link works once, for ${invitationDays} days. If you did not ask for it, ignore this mail: no account is opened.`,
  ],
})
/** What changed about how the account is signed in to: whoever didn't do it should know at once. */
const changeLetter = (subject: string, change: string): Content => ({
  subject,
  parts: [
    change,
    'If it wasn’t you, set a new password at once, which ends every other session: by “Change password…” in your account, or, where you can’t sign in any more, by “Forgot your password?” at the sign-in.',
    // leads to the sign-in first if the reader isn't signed in
    { action: 'Set a new password', url: '/account/details' },
  ],
})
export const passwordLetter = () =>
  changeLetter(
    'Your Feedstock password was changed',
    'The password of your Feedstock account was changed. You are signed out everywhere but where you did it.',
  )
export const resetDoneLetter = () =>
  changeLetter(
    'Your Feedstock password was changed',
    'The password of your Feedstock account was set anew by a link that was mailed to this address. You are signed out everywhere.',
  )
export const secondFactorLetter = (isOn: boolean) =>
  changeLetter(
    `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    isOn
      ? 'Signing in to your Feedstock account asks for a code of your authenticator app from now on.'
      : 'Signing in to your Feedstock account asks for your password alone from now on.',
  )
/** Support switched it off for somebody who lost the app: whoever didn't ask for that should say so. */
export const secondFactorEndedLetter = (): Content => ({
  subject: 'Two-step sign-in is off',
  parts: [
    'Our support switched off two-step sign-in of your Feedstock account, because we were told that its app and recovery codes are lost. Signing in asks for your password alone from now on.',
    'If that wasn’t you, tell us at once, and set a new password. Else switch it on again with your new app.',
    { action: 'Open your account', url: '/account/details' },
  ],
})

/** An example of each mail, by name. */
export const samples = {
  resetLetter: resetLetter('/password-reset/a-sample-that-opens-nothing'),
  verificationLetter: verificationLetter('Harbor Goods', '/verification?rep=1&key=a-sample'),
  invitationLetter: invitationLetter('Harbor Goods', '/register?email=pat%40example.com&repId=a-sample'),
  passwordLetter: passwordLetter(),
  resetDoneLetter: resetDoneLetter(),
  secondFactorLetter: secondFactorLetter(true),
  secondFactorEndedLetter: secondFactorEndedLetter(),
}
