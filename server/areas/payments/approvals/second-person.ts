import { transType } from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import { closingText, type ClosingRequest } from '#contract/payments/closing.ts'
import type { ManualCharge } from '#contract/payments/manual-charge.ts'
import type { RefundBody } from '#contract/payments/payments.ts'
import type { Move, MoneyRequest } from '#server/areas/approvals/public.ts'

/** A request for money to move, as it was made. */
export type PaymentRequest =
  | { vendor_id: number; act: 'manual_charge'; request: ManualCharge }
  | { vendor_id: number; act: 'refund'; request: RefundBody }
  | { vendor_id: number; act: 'close_invoice'; request: ClosingRequest }
/** A request before it is made, without its note or reason. */
type Draft =
  | Extract<PaymentRequest, { act: 'manual_charge' }>
  | { vendor_id: number; act: 'refund'; request: Omit<RefundBody, 'note'> }
  | { vendor_id: number; act: 'close_invoice'; request: Omit<ClosingRequest, 'reason'> }

/** What a request may move. */
export const toMove = ({ vendor_id, act, request }: Draft): Move => ({
  vendor_id,
  act,
  amount: request.amount,
  isHold: 'vendor_charge_trans_type_id' in request && request.vendor_charge_trans_type_id === transType.auth,
})

/** A draft as it is compared with what waits. */
export const toDraft = (draft: Draft) => ({ ...toMove(draft), request: draft.request, text: null })

/** A request as it is stored until another person decides. */
export const toStored = (payment: PaymentRequest): MoneyRequest => ({
  ...toMove(payment),
  request: payment.request,
  label: textOf(payment),
  text: null,
  reason: payment.act === 'close_invoice' ? payment.request.reason : null,
})

/** A request in a few words. */
export function textOf({ act, request }: Omit<PaymentRequest, 'vendor_id'>): string {
  const amount = money(request.amount)
  if (act === 'refund') return `refund of ${amount}`
  if (act === 'close_invoice') return `${amount}, ${closingText(request as ClosingRequest)}`
  return `${amount}, ${(request as ManualCharge).charge_description}`
}
