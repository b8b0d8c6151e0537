import { fromCents, type Cents } from '#contract/billing/cents.ts'
import type { Who } from '#server/platform/services.ts'
import type { Refusal } from '../gateways/gateway.ts'
import type { SettledIntent } from '../intents/settled-intent.ts'

/** A try without a charge: there is no card, or its bank has written it off. */
export const noCard = (
  invoice: { vendor_id: number; invoice_id: number; total: Cents; try_no: number | null },
  refusal: Refusal | null = null,
  requester?: Who,
): SettledIntent => ({
  money_intent_id: null,
  kind: 'renewal',
  state: 'failed',
  vendor_id: invoice.vendor_id,
  invoice_id: invoice.invoice_id,
  try_no: invoice.try_no,
  amount: fromCents(invoice.total),
  transaction_num: null,
  refusal: refusal ?? missing,
  refund_of: null,
  terms: {},
  request: null,
  card: null,
  asked_by: requester?.login_id ?? null,
  asked_by_name: requester?.name ?? 'Feedstock',
})
const missing = { code: 'no_card', decline_code: null, message: 'No card on file' }
