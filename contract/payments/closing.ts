import { z } from 'zod'
import { lines } from '../inputs.ts'
import { post } from '../operation.ts'
import { effects, faults, outcome } from './payments.ts'

/** How a person closes an invoice that no card pays (docs/domain/charges-and-refunds.md, Closing an invoice). */
const closingKind = z
  .enum(['paid_outside', 'written_off'])
  .describe('paid another way, or not to be paid any more')
export type Closing = z.output<typeof closingKind>

export const closingOperations = {
  weighClosing: post(
    '/api/vendor/{vendor_id}/invoice/{invoice_id}/close/effects',
    'What closing an invoice would do',
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
    'Say that an invoice was paid another way, or won’t be; one that was written off is paid after all',
    {
      access: 'money',
      body: z.object({ how: closingKind, reason: lines(4000, 'Say why') }),
      answer: outcome,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
