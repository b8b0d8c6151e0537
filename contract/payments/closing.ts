import { z } from 'zod'
import { lines } from '../inputs.ts'
import { post } from '../operation.ts'
import { effects, faults, outcome } from './payments.ts'

/** How a person closes an invoice that no card pays (docs/domain/charges-and-refunds.md, Closing an invoice). */
const closingKind = z.enum(['paid_outside', 'written_off']).describe('paid another way, or written off')
export type Closing = z.output<typeof closingKind>

export const closingOperations = {
  weighClosing: post(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}/close/effects',
    'Preview closing an invoice',
    {
      access: 'money',
      reads: true,
      body: z.object({ how: closingKind }),
      answer: effects.extend({ faults }),
      refuses: ['not_found', 'conflict'],
    },
  ),
  closeInvoice: post(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}/close',
    'Close an invoice as paid another way or written off, or mark a written-off invoice as paid',
    {
      fresh: true,
      access: 'money',
      body: z.object({ how: closingKind, reason: lines(4000, 'Enter a reason') }),
      answer: outcome,
      refuses: ['not_found', 'conflict'],
    },
  ),
}

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
