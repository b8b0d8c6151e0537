import type { Closing } from '#contract/payments/closing.ts'

/** A request to close an invoice; stored while a second person has to approve it. */
export interface ClosingRequest {
  invoice_id: number
  number: string
  /** What is owed on it. */
  amount: string
  how: Closing
  reason: string
}
export const closingText = ({ number, how }: Pick<ClosingRequest, 'number' | 'how'>): string =>
  how === 'written_off' ? `write off ${number}` : `mark ${number} as paid`
