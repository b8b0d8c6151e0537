import type { Closing } from '#contract/payments/closing.ts'

/** An invoice that is to be closed, as it is asked for, and kept where a second person has to agree. */
export interface ClosingRequest {
  invoice_id: number
  number: string
  /** What is owed on it. */
  amount: string
  how: Closing
  reason: string
}
export const closingText = ({ number, how }: Pick<ClosingRequest, 'number' | 'how'>): string =>
  how === 'written_off' ? `${number} written off` : `${number} paid outside`
