/** How a dispute stands, in words. */
export const disputeText = {
  inquiry: 'Asked about',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
} as const

const dayMs = 86_400_000
/** So long before evidence is late staff are reminded of it. */
export const evidenceSoonMs = 3 * dayMs
