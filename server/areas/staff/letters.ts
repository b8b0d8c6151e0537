import { roleNames, type StaffRole } from '#contract/staff/roles.ts'
import type { Content } from '#server/platform/mail/letter.ts'
import { staffInvitationDays } from './invitation.ts'

export const staffInvitationLetter = (by: string, role: StaffRole, link: string): Content => ({
  subject: 'Join the Feedstock team',
  parts: [
    `${by} invited you to Feedstock. Your role: ${roleNames[role]}.`,
    'Enter your name and choose a password to start.',
    { action: 'Join Feedstock', url: link },
    `The link works once and expires in ${staffInvitationDays} days. If you didn’t expect this, you can ignore this email.`,
  ],
})

/** About a staff login that another admin changed: whoever didn't expect it should ask. */
const changeLetter = (subject: string, change: string): Content => ({
  subject,
  parts: [change, 'If you didn’t expect this, ask an admin.'],
})
export const staffRoleLetter = (by: string, role: StaffRole) =>
  changeLetter(
    'Your Feedstock role was changed',
    `${by} changed your role to ${roleNames[role]}. It applies from now on.`,
  )
export const staffDisabledLetter = (by: string) =>
  changeLetter(
    'Your Feedstock login was disabled',
    `${by} disabled your Feedstock login. You’re signed out everywhere and can’t sign in.`,
  )
export const staffEnabledLetter = (by: string) =>
  changeLetter(
    'Your Feedstock login was enabled',
    `${by} enabled your Feedstock login. You can sign in again with the same password.`,
  )
/** To every other admin: an admin can do everything. */
export const newAdminLetter = (by: string, name: string, email: string): Content => ({
  subject: `New Feedstock admin: ${name}`,
  parts: [
    `${name} (${email}) is now an admin. The role was given by ${by}.`,
    'If you didn’t expect this, change the role and ask them.',
    { action: 'Open staff', url: '/staff' },
  ],
})

/** An example of each mail, by name. */
export const samples = {
  staffInvitationLetter: staffInvitationLetter('Ada Admin', 'support', '/join/a-sample-that-opens-nothing'),
  staffRoleLetter: staffRoleLetter('Ada Admin', 'finance'),
  staffDisabledLetter: staffDisabledLetter('Ada Admin'),
  staffEnabledLetter: staffEnabledLetter('Ada Admin'),
  newAdminLetter: newAdminLetter('Ada Admin', 'Pat Okafor', 'pat@example.com'),
}
