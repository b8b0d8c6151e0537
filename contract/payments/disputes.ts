/** A dispute's state, in words. */
export const disputeText = {
  inquiry: 'Inquiry',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
} as const

const dayMs = 86_400_000
/** How long before the evidence deadline staff are reminded. */
export const evidenceSoonMs = 3 * dayMs
