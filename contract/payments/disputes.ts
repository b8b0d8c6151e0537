/** How a dispute stands, in words. */
export const disputeText = {
  inquiry: 'Asked about',
  open: 'Disputed',
  won: 'Dispute won',
  lost: 'Dispute lost',
} as const
