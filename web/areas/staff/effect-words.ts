import type { StaffEffects } from '#contract/staff/staff.ts'
import { many } from '#contract/words.ts'

/** What ends, and what stays and needs somebody else; nothing for what there is none of. */
export function effectSentences({
  sessions,
  exports,
  locks,
  reset_links,
  invitations,
  approvals,
  agreements,
  vendors,
}: StaffEffects): string[] {
  const sentences = [
    sessions > 0 && `Ends ${many(sessions, 'open session')} now.`,
    exports > 0 && `Stops ${many(exports, 'export')}.`,
    locks > 0 && `Unlocks ${many(locks, 'vendor')}.`,
    reset_links > 0 && 'Password reset links stop working.',
    invitations > 0 && `${many(invitations, 'pending invitation')} from them will stop working.`,
    approvals > 0 && `${many(approvals, 'payment request')} from them can then only be rejected.`,
    agreements > 0 && 'Their approval of stopped renewals no longer counts.',
    vendors > 0 &&
      `${many(vendors, 'vendor')} will keep them as account manager or CRM owner. Reassign under Users By Account Owner.`,
  ]
  return sentences.filter((sentence) => sentence !== false)
}
