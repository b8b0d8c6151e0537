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

/** An example of each mail, by name. */
export const samples = {
  staffInvitationLetter: staffInvitationLetter('Ada Admin', 'support', '/join/a-sample-that-opens-nothing'),
}
