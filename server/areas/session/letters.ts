import type { Content } from '#server/platform/mail/letter.ts'
import { invitationDays } from './invitation-link.ts'
import { resetHours } from './passwords/reset-link.ts'
import { verificationDays } from './verification-link.ts'

export const resetLetter = (link: string): Content => ({
  subject: 'Reset your Feedstock password',
  parts: [
    'Someone (hopefully you) requested a password reset for your Feedstock account.',
    { action: 'Set a new password', url: link },
    `The link works once and expires in ${resetHours} hours. If you didn’t request it, you can ignore this email.`,
  ],
})

/** Names who of staff sent it: the owner can tell whether that is what they asked for. */
export const staffResetLetter = (staffName: string, link: string): Content => ({
  subject: 'Reset your Feedstock password',
  parts: [
    `${staffName} from our team sent you this link to set a new password for your Feedstock account.`,
    { action: 'Set a new password', url: link },
    `The link works once and expires in ${resetHours} hours. If you didn’t ask us for it, contact us.`,
  ],
})

export const verificationLetter = (company: string, link: string): Content => ({
  subject: 'Confirm your email address for Feedstock',
  parts: [
    `You now have access to the Feedstock account for ${company}. Confirm your email address and choose a password to sign in.`,
    { action: 'Confirm and choose a password', url: link },
    `The link works once and expires in ${verificationDays} days. If you don’t know ${company}, you can ignore this email.`,
  ],
})

export const invitationLetter = (company: string, link: string): Content => ({
  subject: 'Create your Feedstock account',
  parts: [
    `You’re invited to create a Feedstock account for ${company}. All you need is a password and a phone number.`,
    { action: 'Create account', url: link },
    `The link works once and expires in ${invitationDays} days. If you didn’t expect this, you can ignore this email.`,
  ],
})
/** What changed about how the account is signed in to: whoever didn't do it should know at once. */
const changeLetter = (subject: string, change: string): Content => ({
  subject,
  parts: [
    change,
    'If this wasn’t you, set a new password now. That signs out everyone else. Can’t sign in? Use “Forgot your password?” on the sign-in page.',
    // leads to the sign-in first if the reader isn't signed in
    { action: 'Set a new password', url: '/account/details' },
  ],
})
export const passwordLetter = () =>
  changeLetter(
    'Your Feedstock password was changed',
    'The password for your Feedstock account was changed. You’re signed out on all other devices.',
  )
export const resetDoneLetter = () =>
  changeLetter(
    'Your Feedstock password was changed',
    'The password for your Feedstock account was reset with a link we emailed to this address. You’re signed out everywhere.',
  )
export const secondFactorLetter = (isOn: boolean) =>
  changeLetter(
    `Two-step sign-in is ${isOn ? 'on' : 'off'}`,
    isOn
      ? 'Signing in to your Feedstock account now requires a code from your authenticator app.'
      : 'You now sign in to your Feedstock account with only your password.',
  )
export const passkeyLetter = (name: string, change: 'added' | 'removed') =>
  changeLetter(
    `A passkey was ${change}`,
    change === 'added'
      ? `The passkey “${name}” now signs in to your Feedstock account.`
      : `The passkey “${name}” no longer signs in to your Feedstock account.`,
  )
export const recoveryCodesLetter = () =>
  changeLetter(
    'New recovery codes for your Feedstock account',
    'New recovery codes were created for your Feedstock account. The earlier ones no longer work.',
  )
/** With its time zone, since the reader's isn't known. */
const momentText = (tm: string) =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(tm))} UTC`
export const newBrowserLetter = ({ device, address, tm }: { device: string; address: string; tm: string }) =>
  changeLetter(
    'New sign-in to your Feedstock account',
    `Someone signed in to your Feedstock account in a new browser: ${device}, from ${address}, on ${momentText(tm)}. If this was you, you don’t need to do anything.`,
  )
export const failuresLetter = (times: number) =>
  changeLetter(
    'Failed sign-ins to your Feedstock account',
    `Someone entered a wrong password or code for your Feedstock account ${times} times in the last 24 hours. They have to wait longer after each attempt. You can still sign in.`,
  )
/** Support switched it off for somebody who lost the app: whoever didn't ask for that should say so. */
export const secondFactorEndedLetter = (): Content => ({
  subject: 'Two-step sign-in is off',
  parts: [
    'Our support team turned off two-step sign-in for your Feedstock account. Someone reported losing the authenticator app and the recovery codes. You now sign in with only your password.',
    'If that wasn’t you, contact us and set a new password now. Otherwise, turn two-step sign-in on again with your new app.',
    { action: 'Open account details', url: '/account/details' },
  ],
})

/** An example of each mail, by name. */
export const samples = {
  resetLetter: resetLetter('/password-reset/a-sample-that-opens-nothing'),
  staffResetLetter: staffResetLetter('Sam Support', '/password-reset/a-sample-that-opens-nothing'),
  verificationLetter: verificationLetter('Harbor Goods', '/verification?rep=1&key=a-sample'),
  invitationLetter: invitationLetter('Harbor Goods', '/register?email=pat%40example.com&repId=a-sample'),
  passwordLetter: passwordLetter(),
  resetDoneLetter: resetDoneLetter(),
  secondFactorLetter: secondFactorLetter(true),
  passkeyLetter: passkeyLetter('Laptop', 'added'),
  recoveryCodesLetter: recoveryCodesLetter(),
  newBrowserLetter: newBrowserLetter({
    device: 'Firefox on Windows',
    address: '203.0.113.7',
    tm: '2026-11-28T15:28:00Z',
  }),
  failuresLetter: failuresLetter(10),
  secondFactorEndedLetter: secondFactorEndedLetter(),
}
